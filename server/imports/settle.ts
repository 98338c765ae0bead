import type { NamedSource } from '../manifests/session/importSources.ts';
import { type Said, said } from '../said.ts';
import { type Encoding, markedEncoding } from './encodings.ts';
import { type Guide, guideOf, overGuide } from './guide.ts';
import { ImportRefused } from './importRefused.ts';
import { isReasons, readReasons, withoutReason } from './resent.ts';
import { findSource, type SourceChoice } from './sources.ts';
import { type Candidate, cutHead } from './tables.ts';

/** What is said of a file beside what it holds itself. */
export interface Saying {
  /** By who sends it. */
  readonly said?: Guide | undefined;
  readonly sources?: SourceChoice | undefined;
  /** What the file is called. */
  readonly fileName?: string | undefined;
}

/** How a table is read, and which of its parts that is. */
export interface Settled {
  readonly guide: Guide;
  readonly candidates: readonly [Candidate, ...Candidate[]];
  readonly source?: NamedSource | undefined;
  /** Of lines that are sent again, the column of reasons. */
  readonly reasons?: number | undefined;
}

type Candidates = Settled['candidates'];

/** A file's text as far as it is known, in the encoding that it says itself. */
interface TextHead {
  readonly head: Buffer;
  readonly encoding: Encoding;
  decode(encoding: Encoding): string;
  /** Of a file within another one. */
  readonly partName?: string | undefined;
}

/** Settles how a text with columns is read. Throws IMPORT_REFUSED where sources don't tell. */
export async function settleText(
  { head, encoding: told, decode, partName }: TextHead,
  saying: Saying,
): Promise<Settled & { readonly encoding: Encoding }> {
  const candidates = await cutHead(decode(told));
  const marked = markedEncoding(head);
  const encodingOf = ({ encoding }: NamedSource['source']) => marked ?? encoding ?? told;
  const cut = (source: NamedSource['source']) =>
    cutHead(decode(encodingOf(source)), source.separator);
  const settled = await settleRecords(candidates, { ...saying, partName, cut });
  const { source, reasons } = settled;
  if (!source || reasons !== undefined) return { ...settled, encoding: told };
  return { ...settled, candidates: await cut(source.source), encoding: encodingOf(source.source) };
}

/** The same of what is cut into cells already, unless `cut` cuts it as a source says. */
export async function settleRecords(
  candidates: Candidates,
  saying: Saying & {
    readonly partName?: string | undefined;
    readonly cut?: (source: NamedSource['source']) => Promise<Candidates>;
  },
): Promise<Settled> {
  const { said = {}, cut = async () => candidates } = saying;
  const resent = findReasons(candidates);
  if (!resent) {
    const source = await settleSource(saying, async (one) =>
      (await cut(one)).flatMap(({ records }) => placed(records, one.skipLines)),
    );
    return { guide: guideWith(said, source), candidates, source };
  }
  const { sourceSaid, ...reading } = resent.guide;
  const source = await settleSource(saying, async () => [], sourceSaid ?? 'none');
  const { separator: _, above: __, ...own } = guideWith(said, source);
  const guide = { ...overGuide(own, reading), source: source?.name, unit: own.unit };
  return { guide, candidates: [resent.candidate], source, reasons: resent.at };
}

const guideWith = (said: Guide, source: NamedSource | undefined) =>
  source ? overGuide(said, guideOf(source.name, source.source)) : said;

/** Which source a file is of. Throws IMPORT_REFUSED. */
export async function settleSource(
  { sources, fileName, partName }: Saying & { readonly partName?: string | undefined },
  headers: (source: NamedSource['source']) => Promise<readonly (readonly string[])[]>,
  usual?: string,
): Promise<NamedSource | undefined> {
  if (!sources) return undefined;
  const names = [fileName, partName].filter((name) => name !== undefined);
  const wanted = sources.wanted ?? usual;
  return findSource({ ...sources, wanted }, { names, headers });
}

function placed(records: Candidate['records'], above: number | undefined) {
  const below = above === undefined ? records : records.filter(({ number }) => number > above);
  return (above === undefined ? below : below.slice(0, 1)).map(({ cells }) => cells);
}

/** Lines that were refused and come again: their header ends in the column of reasons. */
function findReasons(candidates: Candidates) {
  for (const { delimiter, records } of candidates) {
    for (const record of records.slice(0, 3)) {
      const at = record.cells.findLastIndex((cell) => cell !== '');
      const cell = record.cells[at];
      if (at < 1 || cell === undefined || !isReasons(cell)) continue;
      const header = { ...record, cells: withoutReason(record.cells, at).cells };
      const candidate = { ...(delimiter && { delimiter }), records: [header] };
      return { at, candidate, guide: readReasons(cell) };
    }
  }
  return undefined;
}

/** Throws IMPORT_REFUSED where a source is said to be that of a file that has no columns. */
export function refuseSaidSource(format: string | Said, { sources, said: guide }: Saying): void {
  const wanted = sources?.wanted;
  const isSaid = wanted !== undefined && wanted !== 'none';
  if (!isSaid && !guide?.columns) return;
  const what = isSaid ? said('words.source', { name: wanted }) : said('words.saidColumns');
  throw new ImportRefused(said('refusals.noColumns', { format, what }));
}
