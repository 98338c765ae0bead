import { Temporal } from 'temporal-polyfill';
import type { DeviceCategory } from '../../../schemas/entities/device.ts';
import type { DocumentStatus, DocumentType } from '../../../schemas/entities/document.ts';
import { minuteMs } from '../../../schemas/time.ts';
import type { PlannedProperty } from '../plan.ts';
import { createRandom } from '../random.ts';
import { type DatedOccasion, listOccasions } from './occasions.ts';

export type BillingType = 'WATER' | 'HEAT' | 'SERVICE';

/** What bills of a kind are about. */
export const billed: Readonly<Record<BillingType, readonly DeviceCategory[]>> = {
  WATER: ['COLD_WATER_METER', 'HOT_WATER_METER'],
  HEAT: ['HCA', 'ENERGY'],
  SERVICE: [],
};

/** A document of the demo: its row, from which its file follows. */
export interface PlannedDocument {
  readonly documentType: DocumentType;
  readonly billingType: BillingType;
  readonly status: DocumentStatus;
  readonly periodBegin: string;
  readonly periodEnd: string;
  readonly createdAt: Date;
  /** Null: about the property as a whole. */
  readonly tenantNo: string | null;
  readonly ownerName: string;
  readonly inactiveUser: boolean;
  /** False: it is announced, and its file never comes. */
  readonly hasFile: boolean;
}

interface Asked {
  /** The day up to which documents are there, YYYY-MM-DD. */
  readonly until: string;
  /** Whether it has everything; most properties have the last year's bills alone. */
  readonly isFull: boolean;
  /** Since when a flat's people live there, where that is known. */
  readonly movedIn: ReadonlyMap<string, string>;
  readonly offers: (type: DocumentType) => boolean;
}

/** More flats of a large building would only make the demo's start longer. */
const maxFlats = 8;

/** Two years of a property's documents, the same for the same property and day. */
export function planDocuments(property: PlannedProperty, asked: Asked): PlannedDocument[] {
  const devices = property.tenants.flatMap((tenant) => tenant.devices);
  const known = new Set(devices.map(({ category }) => category));
  return [...listOccasions(asked.until, asked.isFull), ...listMoves(asked)]
    .filter(({ documentType }) => asked.offers(documentType))
    .filter(({ billingType }) => {
      const categories = billed[billingType];
      return categories.length === 0 || categories.some((category) => known.has(category));
    })
    .flatMap((occasion) => planOccasion(property, asked, occasion));
}

type Occasion = DatedOccasion & { readonly flat?: string };

function planOccasion(
  property: PlannedProperty,
  asked: Asked,
  { flat, ...occasion }: Occasion,
): PlannedDocument[] {
  const { documentType, billingType, periodBegin, periodEnd, isDraft, isAnnounced } = occasion;
  const common = {
    documentType,
    billingType,
    periodBegin,
    periodEnd,
    status: isDraft ? ('draft' as const) : ('final' as const),
    hasFile: !isAnnounced,
    createdAt: instantOf(property, occasion),
  };
  if (occasion.of === 'property') {
    return [{ ...common, tenantNo: null, ownerName: property.name, inactiveUser: false }];
  }
  const flats = flat
    ? property.tenants.filter(({ tenantNo }) => tenantNo === flat)
    : property.tenants.slice(0, occasion.of === 'first' ? 1 : maxFlats);
  return flats.map(({ tenantNo, tenantName }, index) => {
    const since = asked.movedIn.get(tenantNo);
    // Somebody of whom the portal knows no day of moving, but whoever brought the bill did.
    const isGone = occasion.isOldest === true && index === flats.length - 1;
    const isFormer = isGone || (since !== undefined && since > periodEnd);
    const ownerName = isFormer ? formerTenant(property, tenantNo) : tenantName;
    return { ...common, tenantNo, ownerName, inactiveUser: isGone };
  });
}

/** Who lived in a flat before. */
function formerTenant({ id, market: { places } }: PlannedProperty, tenantNo: string): string {
  const random = createRandom('former', id, tenantNo);
  return `${random.pick(places.firstNames)} ${random.pick(places.surnames)}`;
}

/** In office hours. */
function instantOf({ id }: PlannedProperty, { made, documentType }: DatedOccasion): Date {
  const minutes = createRandom('made', id, documentType, made).integer(7 * 60, 14 * 60);
  return new Date(Date.parse(`${made}T00:00:00Z`) + minutes * minuteMs);
}

/** Whoever moves out gets a bill at once, and stands on the property's list. */
function listMoves({ movedIn, until }: Asked): Occasion[] {
  const moves = [...movedIn].flatMap(([flat, day]) => {
    const moved = Temporal.PlainDate.from(day);
    const made = moved.add({ days: 10 }).toString();
    const begin = moved.with({ month: 1, day: 1 });
    if (made > until || begin.equals(moved)) return [];
    const periodBegin = begin.toString();
    const periodEnd = moved.subtract({ days: 1 }).toString();
    return [{ flat, made, periodBegin, periodEnd }];
  });
  const [first] = moves;
  const water = { billingType: 'WATER' as const, isDraft: false };
  return [
    ...moves.map((move) => ({
      ...water,
      ...move,
      documentType: 'IMMEDIATE_BILL' as const,
      of: 'flats' as const,
    })),
    ...(first
      ? [
          {
            ...water,
            made: first.made,
            documentType: 'MOVE_OUT_LIST' as const,
            periodBegin: first.periodBegin,
            periodEnd: first.periodEnd,
            of: 'property' as const,
          },
        ]
      : []),
  ];
}
