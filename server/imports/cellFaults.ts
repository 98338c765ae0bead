import { isWellFormed } from '../wellFormed.ts';
import { LineFault } from './values.ts';

/** So that each text fits into an index of the database. */
const longestCell = 500;

/** What is wrong with cells whatever they are about. */
export function findCellFault(cells: readonly string[]): LineFault | undefined {
  for (const cell of cells) {
    if (cell.length > longestCell) {
      return new LineFault('TOO_LONG', `A cell is longer than ${longestCell} characters.`);
    }
    if (!isWellFormed(cell)) return badText();
  }
  return undefined;
}

/** Of a line with a text that PostgreSQL can't keep. */
export function badText(): LineFault {
  return new LineFault(
    'BAD_TEXT',
    'The line holds a NUL character or half of one (an unpaired surrogate), which can’t be kept.',
  );
}

/** Of a line whose letters are lost: it isn't written as the rest of the file is. */
export function badLetters(): LineFault {
  return new LineFault(
    'BAD_TEXT',
    'The line holds letters that can’t be read (�): it isn’t in the encoding of the file’s beginning. Save the file as UTF-8.',
  );
}
