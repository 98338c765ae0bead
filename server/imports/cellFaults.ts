import { said } from '../said.ts';
import { isWellFormed } from '../wellFormed.ts';
import { LineFault } from './values.ts';

/** So that each text fits into an index of the database. */
const longestCell = 500;

/** What is wrong with cells whatever they are about. */
export function findCellFault(cells: readonly string[]): LineFault | undefined {
  for (const cell of cells) {
    if (cell.length > longestCell) {
      return new LineFault('TOO_LONG', said('faults.cellTooLong', { most: longestCell }));
    }
    if (!isWellFormed(cell)) return badText();
  }
  return undefined;
}

/** Of a line with a text that PostgreSQL can't keep. */
export function badText(): LineFault {
  return new LineFault('BAD_TEXT', said('faults.badText'));
}

/** Of a line whose letters are lost: it isn't written as the rest of the file is. */
export function badLetters(): LineFault {
  return new LineFault('BAD_TEXT', said('faults.badLetters'));
}
