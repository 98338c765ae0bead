import type { Database } from '../database/open.ts';
import { lineWithoutFormulas } from '../features/report/files/formulas.ts';
import { type Say, sayInEnglish, sayStored } from '../said.ts';
import { readCells } from './records.ts';
import { quoteCell, reasonMembers, reasonsHeading, writeSaid } from './resent.ts';
import { findSections, listRefused, type Rejection } from './runs.repository.ts';
import type { Section } from './sections.ts';

/** How reasons are said beside their code and message. */
export interface ReasonWords {
  /** What a line of the file is called. */
  readonly line: string;
  /** What a code means. */
  describe?(code: string): string;
  /** Left out, reasons are English. */
  readonly say?: Say;
}

/** Refused lines of an import as a file to mend and send again. */
export interface RefusedFile {
  readonly form: Section['form'];
  readonly pieces: AsyncIterable<string>;
}

const lineEnd = '\r\n';

/** Undefined of an import whose lines can't be sent again by themselves. */
export async function openRefused(
  database: Pick<Database, 'read'>,
  id: number,
  words: ReasonWords,
): Promise<RefusedFile | undefined> {
  const [first, ...others] = await database.read((tx) => findSections(tx, id));
  if (!first) return undefined;
  const write = first.form === 'JSON' ? writeObject : createWriteLine(first);
  const sectionOf = (line: number) => others.findLast(({ after }) => after < line) ?? first;
  async function* pieces(): AsyncGenerator<string> {
    if (first?.form === 'CSV') yield `\ufeff${headerOf(first)}${lineEnd}`;
    for (let last: number | undefined = 0; last !== undefined; ) {
      const after: number = last;
      const rows = await database.read((tx) => listRefused(tx, id, after));
      const lines = rows.map((row) => write(row, sectionOf(row.line), reasonOf(row, words)));
      yield lines.map((line) => line + lineEnd).join('');
      last = rows.at(-1)?.line;
    }
  }
  return { form: first.form, pieces: pieces() };
}

function reasonOf(row: Rejection, { line: word, describe, say = sayInEnglish }: ReasonWords) {
  const { code, line } = row;
  const meaning = describe && `${describe(code)}. `;
  return `${code}: ${word} ${line}. ${meaning ?? ''}${sayStored(row, say)}`;
}

function headerOf(section: Section): string {
  const { header = '', delimiter = ';' } = section;
  return `${lineWithoutFormulas(header)}${delimiter}${reasonsHeading(section)}`;
}

/** A line as it came, with the reason behind its last column. */
function createWriteLine(first: Section) {
  const { header = '', delimiter = ';' } = first;
  const columns = cut(header, delimiter);
  const layOut = createLayOut(first, columns);
  const empty = delimiter.repeat(columns.length);
  return (row: Rejection, section: Section, reason: string): string => {
    const content = row.isCut ? undefined : layOut(row.content, section);
    const said = plainCell(reason, delimiter);
    // Nothing of a line that isn't whole: imported again it is refused, and so isn't forgotten.
    if (content === undefined) return `${empty}${said}`;
    const missing = Math.max(0, columns.length - cut(content, delimiter).length);
    return `${lineWithoutFormulas(content)}${delimiter.repeat(missing + 1)}${said}`;
  };
}

/** A line of another table of the file under the first one's header; undefined where it doesn't fit. */
function createLayOut(first: Section, columns: readonly string[]) {
  const { header, delimiter = ';' } = first;
  const orders = new Map<Section, readonly number[] | undefined>();
  const orderOf = (section: Section): readonly number[] | undefined => {
    const own = cut(section.header ?? '', section.delimiter ?? ';');
    const order = columns.map((name) => own.indexOf(name));
    const isSame = order.every((at) => at >= 0) && own.length === columns.length;
    return isSame && writeSaid(section) === writeSaid(first) ? order : undefined;
  };
  return (content: string, section: Section): string | undefined => {
    const isAlike = section.header === header && section.delimiter === first.delimiter;
    if (isAlike && writeSaid(section) === writeSaid(first)) return content;
    if (!orders.has(section)) orders.set(section, orderOf(section));
    const order = orders.get(section);
    const cells = readCells(content, section.delimiter ?? ';');
    if (!order || typeof cells === 'string' || cells.length > columns.length) return undefined;
    return order.map((at) => quoteCell(cells[at] ?? '', delimiter)).join(delimiter);
  };
}

function cut(text: string, delimiter: string): readonly string[] {
  const cells = text.includes('"') ? readCells(text, delimiter) : '';
  return typeof cells === 'string' ? text.split(delimiter).map((cell) => cell.trim()) : cells;
}

const instead: Readonly<Record<string, string>> = { ';': ',', ',': ';', '|': '/' };

/** Without whatever would need quotes: a quote that a line opens would swallow them. */
function plainCell(text: string, delimiter: string): string {
  const plain = text.replaceAll('"', '’').replaceAll(/\s+/g, ' ');
  return lineWithoutFormulas(plain.replaceAll(delimiter, instead[delimiter] ?? ' '));
}

/** An object of JSON as it came, on a line of its own, with the reason as its last member. */
function writeObject(row: Rejection, section: Section, reason: string): string {
  const said = writeSaid(section);
  const members = JSON.stringify({
    ...(said && { [reasonMembers.reading]: said }),
    [reasonMembers.reason]: reason,
  });
  if (row.isCut) return members;
  const content = row.content.replaceAll(/[\r\n]+/g, ' ').trim();
  const [, begin = '', last = ''] = /^(.*?)(\S?)\s*\}$/.exec(content) ?? [];
  // What is no object has no place for a reason.
  if (!last) return content;
  return `${begin}${last}${last === '{' ? '' : ', '}${members.slice(1)}`;
}
