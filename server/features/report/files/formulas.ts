/** What makes a spreadsheet compute a cell that begins with it (OWASP: CSV injection). */
const triggers = '=+\\-@\uff1d\uff0b\uff0d\uff20';
/** What some spreadsheet, set up for some country, takes for the end of a cell. */
const separators = ';,|\\t\\r\\n';
/** Spaces and quotation marks at a cell's beginning are passed over by some. */
const skipped = '["\\s]*';

const atBeginning = new RegExp(`^(?:[\\t\\r\\n]|${skipped}[${triggers}])`, 'u');
const afterSeparator = new RegExp(`([${separators}]${skipped})(?=[${triggers}])`, 'gu');
/** Where a formula could begin in a line of a CSV file, or in a cell of it. */
const cellBegin = `(^|[${separators}])(${skipped})`;
const unmarked = new RegExp(`${cellBegin}(?='*[${triggers}])`, 'gu');
const marked = new RegExp(`${cellBegin}'(?='*[${triggers}])`, 'gu');
const anyTrigger = new RegExp(`[${triggers}\\t\\r\\n]`, 'u');

/**
 * A text that no spreadsheet computes, wherever it lets cells begin: an apostrophe stands before
 * each character that could start a formula, at the beginning and after any separator within,
 * because a file with semicolons that is opened as one with commas is cut there.
 */
export function withoutFormula(text: string): string {
  if (!anyTrigger.test(text)) return text;
  const inner = text.replace(afterSeparator, "$1'");
  return atBeginning.test(inner) ? `'${inner}` : inner;
}

/** The same of a line of CSV as it came, whose cells `withFormulas` gives back as they were. */
export function lineWithoutFormulas(line: string): string {
  return anyTrigger.test(line) ? line.replace(unmarked, "$1$2'") : line;
}

/** A cell as it was before `lineWithoutFormulas`. */
export function withFormulas(cell: string): string {
  return cell.includes("'") ? cell.replace(marked, '$1$2') : cell;
}
