import { isObject } from '../../schemas/isObject.ts';
import { AppError } from '../errors.ts';
import { said } from '../said.ts';
import { findCellFault } from './cellFaults.ts';
import type { Guide } from './guide.ts';
import { readObjects } from './jsonObjects.ts';
import { KindInDoubt } from './kinds.ts';
import type { Line } from './lines.ts';
import { ofRefused } from './resent.ts';
import { findTable, joinTime, namesOf, type Reading, type Table, timeName } from './tables.ts';
import type { TextLine } from './textLines.ts';
import { LineFault, lineTooLong } from './values.ts';

/**
 * The objects of a JSON file: telegrams (`table` undefined), or lines of a table whose columns are the
 * fields of the first one.
 */
export async function openObjects<Kind extends string>(
  pieces: AsyncIterable<Buffer>,
  written: Parameters<typeof readObjects>[1],
  reading: Reading<Kind>,
  guideOf: (keys: readonly string[], object: Record<string, unknown>) => Promise<Guide>,
): Promise<{ table?: Table<Kind>; guide?: Guide; lines: AsyncGenerator<Line> }> {
  const objects = readObjects(pieces, written);
  const { value } = await objects.next();
  const first = value ?? undefined;
  const object = first && !first.isTooLong ? readObject(first.text) : undefined;
  const all = join(first, objects);
  // A telegram is one whatever else it says.
  if (!first || !object || ('id' in object && 'meter' in object)) {
    return { lines: telegramLines(all) };
  }
  const keys = Object.keys(object).filter((key) => !ofRefused.has(key));
  const guide = await guideOf(keys, object);
  const table = tryTable(keys, first.number, { reading, guide });
  if (!table) return { lines: telegramLines(all) };
  return { table, guide, lines: objectLines(all, table) };
}

async function* join(first: TextLine | undefined, rest: AsyncIterable<TextLine>) {
  if (first) yield first;
  yield* rest;
}

/** SerialNumber as serial_number. */
const apart = (key: string) => key.replace(/([a-z])([A-Z])/g, '$1_$2');

function tryTable<Kind extends string>(
  spelt: readonly string[],
  number: number,
  { reading, guide }: { readonly reading: Reading<Kind>; readonly guide: Guide },
): Table<Kind> | undefined {
  // Lines above and separators are of tables.
  const said = { ...guide, above: undefined };
  for (const cells of [spelt, spelt.map(apart)]) {
    try {
      const table = findTable([{ records: [{ number, cells, content: '' }] }], reading, said);
      return { ...table, header: { ...table.header, spelt }, line: 0 };
    } catch (error) {
      const isSaid = guide.columns !== undefined;
      if (!(error instanceof AppError) || error instanceof KindInDoubt || isSaid) throw error;
    }
  }
  return undefined;
}

function readObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

async function* telegramLines(lines: AsyncIterable<TextLine>): AsyncGenerator<Line> {
  for await (const line of lines) {
    const content = line.text.trim();
    if (content === '') continue;
    yield { number: line.number, cells: {}, content, fault: faultOf(line) };
  }
}

function faultOf({ isTooLong }: TextLine): LineFault | undefined {
  return isTooLong ? new LineFault('TOO_LONG', lineTooLong) : undefined;
}

async function* objectLines(
  lines: AsyncIterable<TextLine>,
  table: Table<string>,
): AsyncGenerator<Line> {
  const { spelt, time } = table.header;
  const inOrder = namesOf(table);
  const names = new Map(spelt.map((key, at) => [key, inOrder[at] as string]));
  const timed = timeName(inOrder);
  for await (const line of lines) {
    const content = line.text.trim();
    if (content === '') continue;
    const about = { number: line.number, content };
    const object = line.isTooLong ? undefined : readObject(content);
    if (!object) {
      const fault = faultOf(line) ?? new LineFault('BAD_JSON', said('faults.noObject'));
      yield { ...about, cells: {}, fault };
      continue;
    }
    const read = readCells(object, names);
    if (time !== undefined && timed)
      joinTime(read.cells, timed, `${object[spelt[time] as string]}`);
    yield { ...about, ...read };
  }
}

function readCells(
  object: Record<string, unknown>,
  names: ReadonlyMap<string, string>,
): Pick<Line, 'exact' | 'fault'> & { readonly cells: Record<string, string> } {
  const cells: Record<string, string> = {};
  const exact = new Set<string>();
  for (const [key, value] of Object.entries(object)) {
    const name = names.get(key) ?? key.toLowerCase();
    if (value === null || value === '' || name === '' || ofRefused.has(key)) continue;
    if (typeof value === 'object') {
      if (!names.has(key)) continue;
      return {
        cells,
        fault: new LineFault('BAD_JSON', said('faults.noTextOrNumber', { column: key })),
      };
    }
    cells[name] = `${value}`.trim();
    if (typeof value === 'number') exact.add(name);
  }
  return { cells, exact, fault: findCellFault(Object.values(cells)) };
}
