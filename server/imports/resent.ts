import { importFaults } from '../../schemas/entities/importRun.ts';
import { withFormulas } from '../features/report/files/formulas.ts';
import { said } from '../said.ts';
import { type ColumnsSaid, type Guide, readColumns } from './guide.ts';
import { findKind } from './kinds.ts';
import type { Section } from './sections.ts';
import { LineFault } from './values.ts';

/**
 * Refused lines as a file to mend and send again: under the header that the file had, with the reason
 * behind each line. The last column's heading carries how the file was read, since its few lines
 * might tell something else.
 */

const heading = 'refused_because';
const wholeHeading = /^refused_because(?:\?(\S*))?$/;
const faults: ReadonlySet<string> = new Set(importFaults);

/** What an object of JSON has in place of that column: the reason, and how the file was read. */
export const reasonMembers = { reason: heading, reading: 'refused_of' } as const;
export const ofRefused: ReadonlySet<string> = new Set(Object.values(reasonMembers));

/** Whether a column holds reasons of an earlier import. */
export function isReasons(cell: string | undefined): boolean {
  return cell !== undefined && wholeHeading.test(cell.trim());
}

/** Whether a cell holds a reason. */
function isReason(cell: string): boolean {
  const [, code = ''] = /^([A-Z_]+): /.exec(cell) ?? [];
  return faults.has(code);
}

/** How a section's lines were read, as `readSaid` reads it again. */
export function writeSaid({ said }: Section): string {
  return `${new URLSearchParams(Object.entries(said).filter(([, value]) => value !== ''))}`;
}

/** The heading of the column of reasons. */
export function reasonsHeading(section: Section): string {
  const query = writeSaid(section);
  return query ? `${heading}?${query}` : heading;
}

/** How the file was read that the lines of a column of reasons are of. */
export function readReasons(cell: string): SaidOfRefused {
  const [, query = ''] = wholeHeading.exec(cell.trim()) ?? [];
  return readSaid(query);
}

interface SaidOfRefused extends Guide {
  readonly sourceSaid?: string | undefined;
}

/** The same of what stands behind the heading, or in each object. */
export function readSaid(query: string): SaidOfRefused {
  const said = new URLSearchParams(query);
  const kind = findKind(said.get('kind') ?? '');
  const decimal = said.get('decimal');
  const dates = said.get('dates');
  return {
    kind,
    notation: {
      ...((decimal === 'POINT' || decimal === 'COMMA' || decimal === 'EITHER') && { decimal }),
      ...((dates === 'DMY' || dates === 'MDY') && { dates }),
    },
    columns: readColumns(said.get('columns') ?? undefined),
    sourceSaid: said.get('source') ?? undefined,
  };
}

/** What `readReasons` reads again. */
export function sayReading(given: {
  readonly kind: string;
  readonly source?: string | undefined;
  readonly columns?: ColumnsSaid | undefined;
  readonly decimal?: string | undefined;
  readonly dates?: string | undefined;
}): Record<string, string> {
  const { kind, source = 'none', columns, decimal = '', dates = '' } = given;
  return { kind, source, decimal, dates, columns: columns ? JSON.stringify(columns) : '' };
}

/**
 * A line's cells without the reason, which stands where the heading does. Anything else there is a
 * cell too many of the line itself, and a reason elsewhere has moved: both would be taken for what
 * they are not.
 */
export function withoutReason(
  cells: readonly string[],
  at: number,
): { readonly cells: readonly string[]; readonly fault?: LineFault } {
  const own = cells.slice(0, at).map(withFormulas);
  const [reason = '', ...behind] = cells.slice(at);
  const isMoved = own.some(isReason) || behind.some((cell) => cell !== '');
  if (!isMoved && (reason === '' || isReason(reason))) return { cells: own };
  return {
    cells: own,
    fault: new LineFault('BAD_CSV', said('faults.reasonMoved', { heading })),
  };
}

/** A cell as CSV has it. */
export function quoteCell(cell: string, delimiter: string): string {
  const needs = cell.includes(delimiter) || /["\n\r]|^\s|\s$/.test(cell);
  return needs ? `"${cell.replaceAll('"', '""')}"` : cell;
}
