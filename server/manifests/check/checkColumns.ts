import { isOperationId, operations } from '../../../schemas/api/operations.ts';
import { type EnumerationName, enumerations } from '../../../schemas/manifest/enumerations.ts';
import { suggest } from '../ground/faults.ts';
import { findRow, listFields } from '../ground/responseFields.ts';
import { listValues } from '../ground/schemaWalk.ts';

interface Column {
  readonly field?: string;
  readonly filter?: string;
  readonly chosen?: readonly string[];
  readonly choices?: readonly string[];
  readonly under?: string;
  readonly groups?: boolean;
  readonly edge?: boolean;
  readonly format?: { readonly as?: string; readonly of?: string };
}

export type Columns = Readonly<Record<string, Column>>;

export interface Tabs {
  readonly column: string;
  readonly counts?: { readonly call?: string };
}

type Tell = (message: string, at: readonly PropertyKey[]) => void;

/** Checks what the columns of a table say of each other and of their own values. */
export function checkColumns(columns: Columns, report: Tell): void {
  for (const [id, column] of Object.entries(columns)) {
    const tell: Tell = (message, at) => report(message, [id, ...at]);
    checkChosen(column, tell);
    checkUnder(id, columns, tell);
    if (column.edge && !coloured.has(column.format?.as)) {
      tell('expected a column with the format "severity" or "badge", for its colour', ['edge']);
    }
  }
}

const coloured: ReadonlySet<unknown> = new Set(['severity', 'badge']);

/** Checks that a column stands under another one of its table, which stands by itself. */
function checkUnder(id: string, columns: Columns, tell: Tell): void {
  const under = columns[id]?.under;
  if (under === undefined) return;
  const hosts = Object.entries(columns)
    .filter(([other, column]) => other !== id && column.under === undefined && !column.groups)
    .map(([other]) => other);
  if (hosts.includes(under)) return;
  const hint = suggest(under, hosts) || `: one of ${hosts.join(', ')}`;
  tell(`expected another column, which stands by itself, found "${under}"${hint}`, ['under']);
}

/** Checks that tabs are the choices of a filter, and that their counts are counts. */
export function checkTabs({ column, counts }: Tabs, columns: Columns, tell: Tell): void {
  const choices = Object.entries(columns).filter(([, { filter }]) => filter === 'choice');
  const ids = choices.map(([id]) => id);
  if (!ids.includes(column)) {
    const hint = suggest(column, ids) || (ids.length > 0 ? `: one of ${ids.join(', ')}` : '');
    tell(`expected a column with the filter "choice", found "${column}"${hint}`, ['column']);
  }
  const call = counts?.call;
  if (!call || !isOperationId(call)) return;
  const row = findRow(operations[call].response, 'content');
  const fields = row ? listFields(row) : [];
  if (!fields.includes('value') || !fields.includes('count')) {
    const message = `expected an operation that answers a count of each value, found "${call}"`;
    tell(message, ['counts', 'call']);
  }
}

/** Checks that a column begins with choices that its filter offers. */
function checkChosen({ chosen, filter, choices, format }: Column, report: Tell): void {
  if (!chosen) return;
  if (filter !== 'choice') {
    report('expected "chosen" in a column with the filter "choice"', ['chosen']);
    return;
  }
  const of = format?.as === 'severity' ? 'urgency' : format?.of;
  const known = choices ?? (listValues(enumerations[of as EnumerationName]) ?? []).map(String);
  for (const [at, one] of chosen.entries()) {
    if (known.includes(one)) continue;
    report(`expected one of its choices, found "${one}"${suggest(one, known)}`, ['chosen', at]);
  }
}
