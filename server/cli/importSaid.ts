import { dateOrderSchema, importKinds } from '../../schemas/entities/importRun.ts';
import { readColumns } from '../imports/columnWords.ts';
import type { ColumnsSaid } from '../imports/guide.ts';
import type { Assign } from '../imports/importBatch.ts';
import { findKind, type ImportKind } from '../imports/kinds.ts';
import type { Notation } from '../imports/notation.ts';
import { sayInEnglish } from '../said.ts';

/** What a caller of `portal import` says of its files beside their names. */
export interface SaidOfFiles {
  readonly kind?: ImportKind | undefined;
  readonly notation: Notation;
  readonly columns?: ColumnsSaid | undefined;
  /** Whose files they are. */
  readonly source?: string | undefined;
  /** As which source they are to be remembered. */
  readonly remember?: string | undefined;
  readonly assign?: Assign | undefined;
}

export const saidOptions = {
  kind: { type: 'string' },
  decimal: { type: 'string' },
  dates: { type: 'string' },
  source: { type: 'string' },
  column: { type: 'string', multiple: true },
  remember: { type: 'string' },
  assign: { type: 'string' },
  package: { type: 'string' },
} as const;

export const saidUsage =
  '[--source NAME] [--kind KIND] [--decimal ,|.] [--dates DMY|MDY] [--column "WORD=COLUMN"]… [--remember NAME] [--assign USER --package NAME]';

type Values = {
  readonly [Name in keyof typeof saidOptions]?: Name extends 'column' ? string[] : string;
};

/** What is said, or why it can't be understood. */
export function readSaid(values: Values): SaidOfFiles | string {
  const kind = values.kind === undefined ? undefined : (findKind(values.kind) ?? null);
  if (kind === null) {
    return `There is no kind of file «${values.kind}». Known are ${importKinds.join(', ')}.`;
  }
  const notation = readNotation(values);
  if (typeof notation === 'string') return notation;
  const read = readColumns(values.column ?? []);
  if ('fault' in read) return sayInEnglish(read.fault);
  const { columns } = read;
  const assign = readAssign(values);
  if (typeof assign === 'string') return assign;
  const { source, remember } = values;
  return { kind, notation, columns, source, remember, assign };
}

/** Whom properties are to be assigned to, or why it can't be understood. */
function readAssign({
  assign: username,
  package: name,
}: Pick<Values, 'assign' | 'package'>): Assign | string | undefined {
  if (username === undefined && name === undefined) return undefined;
  if (username && name) return { username, package: name };
  return '--assign USER and --package NAME go together. Nothing was imported.';
}

/** What is said of figures and dates, or why it can't be understood. */
function readNotation({ decimal, dates }: Pick<Values, 'decimal' | 'dates'>): Notation | string {
  const sign = decimal === undefined ? undefined : signs.get(decimal.toUpperCase());
  if (decimal !== undefined && !sign) return `There is no decimal sign «${decimal}»: , or .`;
  const order = dateOrderSchema.optional().safeParse(dates?.toUpperCase());
  if (!order.success) return `There is no order of dates «${dates}»: DMY or MDY.`;
  return { decimal: sign, dates: order.data };
}

const signs = new Map<string, 'COMMA' | 'POINT'>([
  [',', 'COMMA'],
  ['COMMA', 'COMMA'],
  ['.', 'POINT'],
  ['POINT', 'POINT'],
]);
