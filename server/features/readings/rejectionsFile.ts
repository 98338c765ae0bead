import { Readable } from 'node:stream';
import { type Locale, localeOf } from '../../../schemas/entities/languages.ts';
import type { Database } from '../../database/open.ts';
import { openRefused, type ReasonWords } from '../../imports/refusedFile.ts';
import { listRefused } from '../../imports/runs.repository.ts';
import type { ManifestService } from '../../manifests/serve/service.ts';
import { sayIn, sayStored } from '../../said.ts';
import type { Session } from '../../session.ts';
import { contentDisposition } from '../../storage/fileName.ts';
import { createTexts } from '../fileTexts.ts';
import { writeCsv } from '../report/files/csv.ts';
import { settleStyle } from '../report/files/fileStyle.ts';
import type { ReportColumn, ReportRow } from '../report/reportTable.ts';

interface Deps {
  readonly database: Pick<Database, 'read'>;
  readonly manifests: Pick<ManifestService, 'words'>;
}

const columnNames = ['line', 'code', 'message', 'content'] as const;
const mediaTypes = { csv: 'text/csv; charset=utf-8', jsonl: 'application/x-ndjson' } as const;

/** All rejected lines of an import that are kept as a file, sent while they are read. */
export async function sendRejections(deps: Deps, session: Session, id: number) {
  const file = await writeRejections(deps, localeOf(session.user.language), id);
  const stream = Readable.from(inBytes(file.pieces));
  return new Response(Readable.toWeb(stream) as ReadableStream<Uint8Array>, {
    headers: {
      'content-type': mediaTypes[file.ending],
      'content-disposition': contentDisposition(`import-${id}-rejected.${file.ending}`),
    },
  });
}

interface RejectionsFile {
  readonly ending: keyof typeof mediaTypes;
  readonly pieces: AsyncIterable<string>;
}

/**
 * The lines as they came, to be mended and sent again, with the reasons in the reader's language. Of
 * formats whose lines are none by themselves, a list as the page shows it.
 */
export async function writeRejections(
  { database, manifests }: Deps,
  locale: Locale,
  id: number,
): Promise<RejectionsFile> {
  const text = createTexts(manifests, locale);
  const describe = (code: string) => text('enums', 'importFault', code);
  const heading = (name: (typeof columnNames)[number]) => text('fields', 'ImportRejection', name);
  const line = heading('line').toLocaleLowerCase(locale);
  const say = sayIn(manifests.words(locale));
  const refused = await openRefused(database, id, { line, describe, say });
  if (refused) {
    return { ending: refused.form === 'JSON' ? 'jsonl' : 'csv', pieces: refused.pieces };
  }
  const columns = columnNames.map(
    (name): ReportColumn => ({
      name,
      kind: name === 'line' ? 'integer' : 'text',
      heading: heading(name),
    }),
  );
  const pieces = writeCsv({
    columns,
    slices: readSlices(database, id, { describe, say }),
    style: settleStyle({}, locale),
    title: '',
    generatedAt: '',
  });
  return { ending: 'csv', pieces };
}

async function* inBytes(pieces: AsyncIterable<string>): AsyncGenerator<Buffer> {
  for await (const piece of pieces) yield Buffer.from(piece);
}

/** Some hundred at a time. */
async function* readSlices(
  database: Deps['database'],
  id: number,
  { describe, say }: Required<Pick<ReasonWords, 'describe' | 'say'>>,
): AsyncGenerator<ReportRow[]> {
  for (let last: number | undefined = 0; last !== undefined; ) {
    const after: number = last;
    const rows = await database.read((tx) => listRefused(tx, id, after));
    yield rows.map((row) => [row.line, describe(row.code), sayStored(row, say), row.content]);
    last = rows.at(-1)?.line;
  }
}
