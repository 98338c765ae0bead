import { linePattern } from '../../schemas/line.ts';
import { type Said, said } from '../said.ts';
import type { ImportKind } from './kinds.ts';
import type { Line } from './lines.ts';
import { LineFault } from './values.ts';

/** Whose lines name things: the rest tells what was measured, at things that have names already. */
const kindsOfThings: ReadonlySet<ImportKind> = new Set([
  ...(['properties', 'tenants', 'devices', 'billing_administrators'] as const),
  ...(['permission_packages', 'accounts'] as const),
]);
/** Texts of several lines, as on an envelope. */
const ofSeveralLines: ReadonlySet<string> = new Set(['address', 'description']);

/**
 * What is wrong with a line's names. Nothing is made of them instead: a name without its hidden
 * characters may be another thing's, and the line as it came stays among those that were not taken.
 */
export function findNameFault(kind: ImportKind, { cells }: Line): LineFault | undefined {
  if (!kindsOfThings.has(kind)) return undefined;
  for (const [column, text] of Object.entries(cells)) {
    if (ofSeveralLines.has(column) || linePattern.test(text)) continue;
    return new LineFault('BAD_NAME', describe(column, text));
  }
  return undefined;
}

function describe(column: string, text: string): Said {
  if (/[\n\r\u2028\u2029]/.test(text)) {
    return said('faults.lineBreak', { column });
  }
  const hidden = [...text].find((character) => !linePattern.test(character)) ?? '';
  const code = hidden.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0');
  return said('faults.hiddenCharacter', { column, code });
}
