import { AppError } from '../errors.ts';
import { said } from '../said.ts';
import { ImportRefused } from './importRefused.ts';
import { kindTerm } from './kinds.ts';
import { join, type Line, type OpenedTable } from './lines.ts';
import type { Section } from './sections.ts';
import type { Part } from './unpack.ts';

interface OpenedPart<Kind extends string> {
  readonly part: Part;
  readonly table: OpenedTable<Kind>;
}

/**
 * The tables of a file: all that can be read, if they hold the same. A sheet of notes beside a table
 * stays unread; that a file of an archive can't be read is said before anything is stored.
 */
export async function openParts<Kind extends string>(
  parts: readonly [Part, ...Part[]],
  open: (part: Part) => Promise<OpenedTable<Kind>>,
): Promise<{
  first: OpenedPart<Kind>;
  others: readonly OpenedPart<Kind>[];
  unread: readonly string[];
}> {
  if (parts.length === 1) {
    return { first: { part: parts[0], table: await open(parts[0]) }, others: [], unread: [] };
  }
  const opened: OpenedPart<Kind>[] = [];
  const unread: string[] = [];
  let refusal: unknown;
  for (const part of parts) {
    try {
      const table = await open(part);
      if (opened.length > 0) await leave(table);
      opened.push({ part, table });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      refusal ??= error;
      if (!isAside(part)) throw ofPart(part, error);
      unread.push(part.name ?? '');
    }
  }
  const [first, ...others] = opened;
  if (!first) throw refusal;
  const origin = others.find(({ table }) => table.source?.name !== first.table.source?.name);
  if (origin) {
    const by = ({ part, table }: OpenedPart<Kind>) =>
      table.source
        ? said('refusals.bySource', { name: part.name, source: table.source.name })
        : said('refusals.byNone', { name: part.name });
    throw new ImportRefused(
      said('refusals.severalSources', { first: by(first), other: by(origin) }),
    );
  }
  const other = others.find(({ table }) => table.kind !== first.table.kind);
  if (other) {
    throw new ImportRefused(
      said('refusals.severalKinds', {
        kind: kindTerm(first.table.kind),
        name: first.part.name,
        otherKind: kindTerm(other.table.kind),
        otherName: other.part.name,
      }),
    );
  }
  return { first, others, unread };
}

/** A refusal of one of several files, with which that is. */
function ofPart({ name }: Part, error: AppError): ImportRefused {
  const why = error.said ?? error.message;
  return new ImportRefused(said('refusals.ofPart', { name, why }));
}

/** What may stand beside tables: sheets of a workbook, and files that are no tables by their name. */
function isAside({ name = '' }: Part): boolean {
  return !/\.(csv|txt|tsv|json|jsonl|ndjson|gz|zip|xlsx?|p1|edi)$/i.test(name);
}

async function leave({ rest }: OpenedTable<string>): Promise<void> {
  await rest[Symbol.asyncIterator]().return?.();
}

/** Lines of all tables of a file, counted on. */
export async function* chainParts<Kind extends string>(
  table: OpenedTable<Kind>,
  others: readonly OpenedPart<Kind>[],
  {
    open,
    sections,
  }: { open: (part: Part) => Promise<OpenedTable<Kind>>; readonly sections: Section[] },
): AsyncGenerator<Line> {
  let last = table.first.at(-1)?.number ?? 0;
  for await (const line of table.rest) {
    last = line.number;
    yield line;
  }
  for (const { part } of others) {
    const before = last;
    const { first, rest, section } = await open(part);
    if (section) sections.push({ after: before, ...section });
    for await (const line of join(first, rest)) {
      last = before + line.number;
      yield { ...line, number: last };
    }
  }
}
