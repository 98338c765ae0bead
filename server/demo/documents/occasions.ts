import { Temporal } from 'temporal-polyfill';
import type { DocumentType } from '../../../schemas/entities/document.ts';
import type { BillingType } from './planDocuments.ts';

/** A day on which documents are made, and about what. */
export interface DatedOccasion {
  readonly documentType: DocumentType;
  readonly billingType: BillingType;
  /** One for the property, one for its first flat, or one for each flat. */
  readonly of: 'property' | 'first' | 'flats';
  readonly periodBegin: string;
  readonly periodEnd: string;
  readonly made: string;
  readonly isDraft: boolean;
  readonly isAnnounced?: boolean;
  /** The longest ago of its kind. */
  readonly isOldest?: boolean;
}

interface Rhythm extends Pick<DatedOccasion, 'documentType' | 'billingType' | 'of'> {
  /** The first month of the periods, and how many they have. */
  readonly begins: number;
  readonly months: number;
  /** How many days after its end, or after its begin, a period's documents are made. */
  readonly after: { readonly end: number } | { readonly begin: number };
  /** How many of the last are there, in a property with everything and in others. */
  readonly last: readonly [full: number, others: number];
  readonly newest?: 'draft' | 'announced';
}

const water = { billingType: 'WATER', begins: 1, months: 12 } as const;
const heat = { billingType: 'HEAT', begins: 7, months: 12 } as const;

const rhythms: readonly Rhythm[] = [
  { ...water, documentType: 'INDIVIDUAL_BILLING', of: 'flats', after: { end: 51 }, last: [2, 1] },
  { ...heat, documentType: 'INDIVIDUAL_BILLING', of: 'flats', after: { end: 77 }, last: [2, 0] },
  {
    ...water,
    documentType: 'ALLOCATION_OVERVIEW',
    of: 'property',
    after: { end: 50 },
    last: [2, 2],
  },
  {
    ...heat,
    documentType: 'ALLOCATION_OVERVIEW',
    of: 'property',
    after: { end: 76 },
    last: [2, 2],
  },
  {
    ...water,
    documentType: 'SINGE_INDIVIDUAL_CORRECTION',
    of: 'first',
    after: { end: 95 },
    last: [1, 0],
  },
  { ...heat, documentType: 'CONTROL_HEAT', of: 'property', after: { end: 20 }, last: [2, 0] },
  {
    documentType: 'CONTROL_WATER',
    billingType: 'WATER',
    of: 'property',
    // After the invoices: what is newest is what the archive opens with.
    begins: 1,
    months: 3,
    after: { end: 10 },
    last: [8, 1],
    newest: 'draft',
  },
  {
    ...heat,
    documentType: 'ACCOUNT_TOTAL_CONSUMPTION_FORECAST',
    of: 'property',
    after: { begin: 92 },
    last: [1, 0],
    newest: 'draft',
  },
  {
    documentType: 'IMS_INVOICE',
    billingType: 'SERVICE',
    of: 'property',
    begins: 1,
    months: 3,
    after: { end: 5 },
    last: [4, 0],
    newest: 'announced',
  },
];

/** What a property gets by the calendar, up to a day. */
export function listOccasions(until: string, isFull: boolean): DatedOccasion[] {
  return rhythms.flatMap((rhythm) => {
    const [full, others] = rhythm.last;
    const last = isFull ? full : others;
    return last === 0 ? [] : listOf(rhythm, until).slice(-last).map(markEnds(rhythm));
  });
}

function markEnds({ newest }: Rhythm) {
  return (occasion: DatedOccasion, index: number, all: readonly DatedOccasion[]) => {
    const isNewest = index === all.length - 1;
    return {
      ...occasion,
      isDraft: isNewest && newest === 'draft',
      isAnnounced: isNewest && newest === 'announced',
      isOldest: index === 0 && !isNewest,
    };
  };
}

/** Those of the last years, the oldest first. */
function listOf({ begins, months, after, ...kind }: Rhythm, until: string): DatedOccasion[] {
  const last = Temporal.PlainDate.from(until);
  const found: DatedOccasion[] = [];
  let begin = Temporal.PlainDate.from({ year: last.year - 4, month: begins, day: 1 });
  for (; begin.toString() <= until; begin = begin.add({ months })) {
    const end = begin.add({ months }).subtract({ days: 1 });
    const made = 'end' in after ? end.add({ days: after.end }) : begin.add({ days: after.begin });
    if (made.toString() > until) continue;
    const { documentType, billingType, of } = kind;
    found.push({
      documentType,
      billingType,
      of,
      isDraft: false,
      periodBegin: begin.toString(),
      periodEnd: end.toString(),
      made: made.toString(),
    });
  }
  return found;
}
