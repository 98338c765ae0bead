import { type DeviceCategory, deviceTraits } from '../../../schemas/entities/device.ts';
import { meteredUnits } from '../../../schemas/entities/units.ts';
import type { PlannedProperty } from '../plan.ts';
import { type Figures, monthsOf } from './figures.ts';
import { billed, type PlannedDocument } from './planDocuments.ts';
import type { DocumentWords } from './words.ts';

/** What stands on a document's pages. */
export interface DocumentContent {
  readonly title: string;
  /** Said above the title, as of drafts. */
  readonly note: string | null;
  readonly facts: readonly (readonly [label: string, value: string])[];
  readonly table: DocumentTable;
  /** At the foot of each page. */
  readonly footer: string;
}

export interface DocumentTable {
  readonly headings: readonly string[];
  /** The first columns, so many of them, are texts; the others are numbers. */
  readonly texts: number;
  readonly rows: readonly (readonly string[])[];
  readonly sum: readonly string[];
}

interface Parts {
  readonly property: PlannedProperty;
  readonly document: PlannedDocument;
  readonly figures: Figures;
  readonly words: DocumentWords;
}

export function writeContent(parts: Parts): DocumentContent {
  const { property, document, words } = parts;
  const { tenantNo, periodBegin, periodEnd } = document;
  const { address, zipCode, city } = property;
  const flat = tenantNo === null ? [] : [[words.texts.flat, tenantNo] as const];
  return {
    title: words.typeOf(document.documentType),
    note: document.status === 'draft' ? words.texts.draft : null,
    facts: [
      [words.texts.property, `${property.name} (${property.worksNo})`],
      [words.texts.address, `${address}, ${zipCode} ${city}`],
      ...flat,
      [tenantNo === null ? words.texts.owner : words.texts.tenant, document.ownerName],
      [words.texts.billing, words.texts.billings[document.billingType]],
      [words.texts.period, `${words.day(periodBegin)} – ${words.day(periodEnd)}`],
      [words.texts.made, words.day(document.createdAt.toISOString().slice(0, 10))],
    ],
    table: tableOf(parts),
    footer: words.texts.footer,
  };
}

function tableOf(parts: Parts): DocumentTable {
  const { documentType, tenantNo } = parts.document;
  if (documentType === 'IMS_INVOICE') return tableOfDevices(parts);
  if (documentType === 'ACCOUNT_TOTAL_CONSUMPTION_FORECAST') return tableOfMonths(parts);
  return tenantNo === null ? tableOfFlats(parts) : tableOfMonths(parts);
}

/** What the flats that the document is about have and are billed for. */
function categoriesOf({ property, document }: Parts): DeviceCategory[] {
  const { tenantNo, billingType } = document;
  const flats = property.tenants.filter((one) => tenantNo === null || one.tenantNo === tenantNo);
  const had = new Set(flats.flatMap(({ devices }) => devices.map(({ category }) => category)));
  return billed[billingType].filter((category) => had.has(category));
}

/** A line for each month, of one flat or of all of them together. */
function tableOfMonths(parts: Parts): DocumentTable {
  const { property, document, figures, words } = parts;
  const flats =
    document.tenantNo === null ? property.tenants.map((one) => one.tenantNo) : [document.tenantNo];
  const months = monthsOf(document.periodBegin, document.periodEnd);
  const lines = months.map((month) => ({
    texts: [words.month(month)],
    figure: (category: DeviceCategory) =>
      flats.reduce((sum, tenantNo) => sum + figures(tenantNo, category, month), 0),
  }));
  return figuresTable(parts, [words.texts.month], lines);
}

/** A line for each flat with what it used in the whole period. */
function tableOfFlats(parts: Parts): DocumentTable {
  const { property, document, figures, words } = parts;
  const months = monthsOf(document.periodBegin, document.periodEnd);
  const lines = property.tenants.map(({ tenantNo, tenantName }) => ({
    texts: [tenantNo, tenantName],
    figure: (category: DeviceCategory) =>
      months.reduce((sum, month) => sum + figures(tenantNo, category, month), 0),
  }));
  return figuresTable(parts, [words.texts.flat, words.texts.tenant], lines);
}

function figuresTable(
  parts: Parts,
  headings: readonly string[],
  lines: readonly { texts: readonly string[]; figure: (category: DeviceCategory) => number }[],
): DocumentTable {
  const { words } = parts;
  const categories = categoriesOf(parts);
  const values = lines.map(({ figure }) => categories.map(figure));
  const write = (value: number, index: number) => {
    const { unit } = deviceTraits[categories[index] as DeviceCategory];
    return words.number(value, meteredUnits[unit].decimals);
  };
  const sums = categories.map((_, index) =>
    values.reduce((sum, line) => sum + (line[index] as number), 0),
  );
  return {
    headings: [...headings, ...categories.map((category) => words.headingOf(category))],
    texts: headings.length,
    rows: lines.map(({ texts }, at) => [...texts, ...(values[at] ?? []).map(write)]),
    sum: [words.texts.sum, ...headings.slice(1).map(() => ''), ...sums.map(write)],
  };
}

/** How many devices of each category were read. */
function tableOfDevices({ property, words }: Parts): DocumentTable {
  const devices = [...property.mainMeters, ...property.tenants.flatMap((one) => one.devices)];
  const counts = Map.groupBy(devices, ({ category }) => category);
  const rows = [...counts].map(([category, list]) => [
    words.categoryOf(category),
    words.number(list.length, 0),
  ]);
  return {
    headings: [words.texts.category, words.texts.devices],
    texts: 1,
    rows,
    sum: [words.texts.sum, words.number(devices.length, 0)],
  };
}
