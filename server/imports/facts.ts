import { deviceCategorySchema, deviceTraits } from '../../schemas/entities/device.ts';
import { warningKinds } from '../../schemas/kinds/warnings.ts';
import type { Transaction } from '../database/open.ts';
import { findCorrections, type NewCorrection } from '../metering/store/corrections.repository.ts';
import { correctReadings } from '../metering/store/corrections.ts';
import { type DueDevice, markDue } from '../metering/store/due.repository.ts';
import { recomputeDevices, recomputeVirtual } from '../metering/store/recompute.ts';
import { said } from '../said.ts';
import { need, optionalNumber, parseDay } from './cells.ts';
import {
  type Installation,
  insertDeviceErrors,
  listBillingPeriods,
  listVirtualLinks,
  writeBillingPeriods,
  writeInstallations,
  writeVirtualParts,
} from './facts.repository.ts';
import { type KnownDevice, openDevices, refuseVirtual } from './knownDevices.ts';
import type { Line } from './lines.ts';
import { findPropertyIds } from './masterData.repository.ts';
import { eachLine, type Outcome } from './outcome.ts';
import { importSupplyFacts } from './supplyFacts.ts';
import { LineFault, parseInstant, parseValue } from './values.ts';

/** What is said of meters and properties, apart from readings: each batch is a few statements. */

interface Options {
  readonly country: string;
  readonly by: string;
  readonly now: Date;
  readonly zone?: string | undefined;
}

type Import = (tx: Transaction, options: Options, lines: readonly Line[]) => Promise<Outcome>;

const importers = {
  installations: importInstallations,
  billing_periods: importBillingPeriods,
  virtual_meters: importVirtualMeters,
  device_errors: importDeviceErrors,
  corrections: importCorrections,
  supply_facts: importSupplyFacts,
} as const satisfies Record<string, Import>;

export type FactKind = keyof typeof importers;

export function isFactKind(kind: string): kind is FactKind {
  return Object.hasOwn(importers, kind);
}

export function importFacts(
  tx: Transaction,
  kind: FactKind,
  options: Options,
  lines: readonly Line[],
): Promise<Outcome> {
  return importers[kind](tx, options, lines);
}

const devicesOf = (tx: Transaction, { country, zone }: Options, lines: readonly Line[]) =>
  openDevices(
    tx,
    country,
    lines.flatMap(({ cells }) => [cells.serial ?? '', cells.source ?? '']),
    zone,
  );

/** A value of the device, in micro-units of its unit. */
function readValue({ category }: KnownDevice, text: string, given?: string): number {
  const { unit, kind } = deviceTraits[category];
  return parseValue(text, { unit, given: given || undefined, isGauge: kind === 'gauge' });
}

async function importInstallations(
  tx: Transaction,
  options: Options,
  lines: readonly Line[],
): Promise<Outcome> {
  const findDevice = await devicesOf(tx, options, lines);
  const found = new Map<string, Installation>();
  const outcome = await eachLine(lines, ({ cells }) => {
    const device = findDevice(cells.serial ?? '', cells.works_no);
    const { propertyId, deviceId, timeZone } = device;
    const from = parseInstant(need(cells, 'installed_from'), timeZone, options);
    const until = cells.installed_until
      ? parseInstant(cells.installed_until, timeZone, options)
      : null;
    if (until !== null && until < from) {
      throw new LineFault('BAD_DATE', said('faults.installedUntil'));
    }
    const index = (name: string) => (cells[name] ? readValue(device, cells[name]) : null);
    found.set(`${deviceId}/${from}`, {
      propertyId,
      deviceId,
      from,
      until,
      startIndex: index('start_index'),
      endIndex: index('end_index'),
      factor: readFactor(cells),
      modulus: index('modulus'),
    });
  });
  await writeInstallations(tx, [...found.values()]);
  const devices = new Map([...found.values()].map((one) => [one.deviceId, one]));
  await recomputeDevices(tx, [...devices.values()]);
  return outcome;
}

/** Neither a pulse weight nor the evaluation of an allocator is beyond. */
const maxFactor = 1_000_000;

function readFactor(cells: Line['cells']): number {
  const factor = optionalNumber(cells, 'factor', maxFactor) ?? 1;
  if (factor > 0) return factor;
  throw new LineFault('BAD_NUMBER', said('faults.badFactor', { text: cells.factor }));
}

async function importBillingPeriods(
  tx: Transaction,
  { country }: Options,
  lines: readonly Line[],
): Promise<Outcome> {
  const numbers = [...new Set(lines.map(({ cells }) => cells.works_no ?? ''))];
  const properties = await findPropertyIds(tx, country, numbers);
  const known = Map.groupBy(
    await listBillingPeriods(tx, [...properties.values()]),
    ({ propertyId, product }) => `${propertyId}/${product}`,
  );
  const outcome = await eachLine(lines, ({ cells }) => {
    const propertyId = properties.get(need(cells, 'works_no'));
    if (propertyId === undefined) {
      throw new LineFault(
        'UNKNOWN_PROPERTY',
        said('faults.unknownProperty', { worksNo: cells.works_no, country }),
      );
    }
    const product = cells.product ?? '';
    if (product && !deviceCategorySchema.safeParse(product).success) {
      throw new LineFault('BAD_CATEGORY', said('faults.noCategory', { text: product }));
    }
    const periodBegin = parseDay(cells, 'period_begin');
    const periodEnd = parseDay(cells, 'period_end');
    if (periodEnd < periodBegin) {
      throw new LineFault('BAD_DATE', said('faults.periodEndBefore'));
    }
    const key = `${propertyId}/${product}`;
    const others = (known.get(key) ?? []).filter((one) => one.periodBegin !== periodBegin);
    const overlapping = others.find(
      (one) => one.periodBegin <= periodEnd && one.periodEnd >= periodBegin,
    );
    if (overlapping) {
      throw new LineFault(
        'OVERLAP',
        said('faults.periodOverlaps', {
          begin: overlapping.periodBegin,
          end: overlapping.periodEnd,
        }),
      );
    }
    known.set(key, [...others, { propertyId, product, periodBegin, periodEnd }]);
  });
  await writeBillingPeriods(tx, [...known.values()].flat());
  return outcome;
}

const largestFactor = 100;

async function importVirtualMeters(
  tx: Transaction,
  options: Options,
  lines: readonly Line[],
): Promise<Outcome> {
  const findDevice = await devicesOf(tx, options, lines);
  const parts = new Map<string, { meter: KnownDevice; sourceId: number; factor: number }>();
  const { sources, read } = await listVirtualLinks(
    tx,
    lines.flatMap(({ cells }) => [cells.serial ?? '', cells.source ?? '']),
    options.country,
  );
  const virtual = new Set<number>();
  const outcome = await eachLine(lines, ({ cells }) => {
    const meter = findDevice(need(cells, 'serial'), cells.works_no);
    const source = findDevice(need(cells, 'source'), cells.works_no);
    const factor = optionalNumber(cells, 'factor', largestFactor) ?? 1;
    if (!Number.isInteger(factor)) {
      throw new LineFault(
        'BAD_NUMBER',
        said('faults.noWholeNumber', { column: 'factor', text: cells.factor }),
      );
    }
    if (meter.propertyId !== source.propertyId) {
      throw new LineFault(
        'OTHER_PROPERTY',
        said('faults.otherProperty', { serial: source.serial }),
      );
    }
    if (source.isVirtual || virtual.has(source.deviceId) || source.deviceId === meter.deviceId) {
      throw new LineFault('VIRTUAL_METER', said('faults.isVirtual', { serial: source.serial }));
    }
    if (sources.has(meter.deviceId)) {
      throw new LineFault('VIRTUAL_METER', said('faults.isPart', { serial: meter.serial }));
    }
    if (read.has(meter.deviceId)) {
      throw new LineFault('HAS_READINGS', said('faults.hasReadings', { serial: meter.serial }));
    }
    const units = [meter, source].map(({ category }) => deviceTraits[category]);
    if (units[0]?.unit !== units[1]?.unit || units.some(({ kind }) => kind === 'gauge')) {
      throw new LineFault(
        'WRONG_UNIT',
        said('faults.otherUnit', { serial: source.serial, meter: meter.serial }),
      );
    }
    if (meter.isHourly && !source.isHourly) {
      throw new LineFault(
        'BAD_INTERVAL',
        said('faults.notHourly', { serial: source.serial, meter: meter.serial }),
      );
    }
    virtual.add(meter.deviceId);
    sources.add(source.deviceId);
    const { deviceId: sourceId } = source;
    parts.set(`${meter.deviceId}/${sourceId}`, { meter, sourceId, factor });
  });
  await writeVirtualParts(
    tx,
    [...parts.values()].map(({ meter: { propertyId, deviceId }, sourceId, factor }) => ({
      propertyId,
      deviceId,
      sourceId,
      factor,
    })),
  );
  const meters = new Map([...parts.values()].map(({ meter }) => [meter.deviceId, meter]));
  for (const one of meters.values()) await recomputeVirtual(tx, one.propertyId, one.deviceId);
  return outcome;
}

async function importDeviceErrors(
  tx: Transaction,
  options: Options,
  lines: readonly Line[],
): Promise<Outcome> {
  const findDevice = await devicesOf(tx, options, lines);
  const errors: { propertyId: number; deviceId: number; at: number; error: string }[] = [];
  const detectors: DueDevice[] = [];
  const { rejected, rejections } = await eachLine(lines, ({ cells }) => {
    const device = findDevice(cells.serial ?? '', cells.works_no);
    const { propertyId, deviceId, timeZone, category } = device;
    const at = parseInstant(need(cells, 'at'), timeZone, options);
    errors.push({ propertyId, deviceId, at, error: need(cells, 'error').slice(0, 100) });
    if (warningKinds.SMOKE.categories.includes(category))
      detectors.push({ propertyId, deviceId, since: at });
  });
  const accepted = await insertDeviceErrors(tx, errors);
  await markDue(tx, detectors);
  return { accepted, duplicates: errors.length - accepted, rejected, rejections };
}

async function importCorrections(
  tx: Transaction,
  options: Options,
  lines: readonly Line[],
): Promise<Outcome> {
  const findDevice = await devicesOf(tx, options, lines);
  const found = new Map<string, NewCorrection>();
  const { rejected, rejections } = await eachLine(lines, ({ cells }) => {
    const device = findDevice(cells.serial ?? '', cells.works_no);
    refuseVirtual(device);
    if (device.isVolumes && cells.value) throw deliverAgain(device);
    const { propertyId, deviceId, timeZone } = device;
    const at = parseInstant(need(cells, 'at'), timeZone, options);
    found.set(`${deviceId}/${at}`, {
      propertyId,
      deviceId,
      at,
      quality: 0,
      value: cells.value ? readValue(device, cells.value, cells.unit) : null,
      reason: need(cells, 'reason').slice(0, 500),
    });
  });
  const corrections = [...found.values()];
  const inForce = await findCorrections(
    tx,
    corrections.map((one) => ({ ...one, first: one.at, last: one.at })),
  );
  const fresh = corrections.filter((one) => {
    const known = inForce.get(`${one.deviceId}/${one.at}`);
    return !known || known.value !== one.value;
  });
  await correctReadings(tx, fresh, options.by);
  const accepted = fresh.length;
  return { accepted, duplicates: lines.length - rejected - accepted, rejected, rejections };
}

/** An instant alone doesn't say which interval is meant; one that is struck out is known by its end. */
function deliverAgain({ serial }: KnownDevice): LineFault {
  return new LineFault('HAS_VOLUMES', said('faults.deliverAgain', { serial }));
}
