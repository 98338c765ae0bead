import { Readable } from 'node:stream';
import { type Locale, localeOf } from '../../../schemas/entities/languages.ts';
import type { Database } from '../../database/open.ts';
import type { ManifestService } from '../../manifests/serve/service.ts';
import type { Session } from '../../session.ts';
import { contentDisposition } from '../../storage/fileName.ts';
import { createTexts } from '../fileTexts.ts';
import { writeCsv } from '../report/files/csv.ts';
import { settleStyle } from '../report/files/fileStyle.ts';
import type { ReportColumn, ReportRow } from '../report/reportTable.ts';
import { listRejectionsAfter } from './imports.repository.ts';

interface Deps {
  readonly database: Pick<Database, 'read'>;
  readonly manifests: Pick<ManifestService, 'words'>;
}

const columnNames = ['line', 'code', 'message', 'content'] as const;

/** All rejected lines of an import as a CSV file, as the page lists them, sent while they are read. */
export function sendRejections(deps: Deps, session: Session, id: number) {
  const file = writeRejections(deps, localeOf(session.user.language), id);
  return new Response(Readable.toWeb(Readable.from(inBytes(file))) as ReadableStream<Uint8Array>, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': contentDisposition(`import-${id}-rejected.csv`),
    },
  });
}

/** The same file's text, in pieces. */
export function writeRejections(
  { database, manifests }: Deps,
  locale: Locale,
  id: number,
): AsyncIterable<string> {
  const text = createTexts(manifests, locale);
  const columns = columnNames.map(
    (name): ReportColumn => ({
      name,
      kind: name === 'line' ? 'integer' : 'text',
      heading: text('fields', 'ImportRejection', name),
    }),
  );
  return writeCsv({
    columns,
    slices: readSlices(database, id, (code) => text('enums', 'importFault', code)),
    style: settleStyle({}, locale),
    title: '',
    generatedAt: '',
  });
}

async function* inBytes(pieces: AsyncIterable<string>): AsyncGenerator<Buffer> {
  for await (const piece of pieces) yield Buffer.from(piece);
}

/** Some thousand at a time. */
async function* readSlices(
  database: Deps['database'],
  id: number,
  describe: (code: string) => string,
): AsyncGenerator<ReportRow[]> {
  for (let last: number | undefined = 0; last !== undefined; ) {
    const after: number = last;
    const rows = await database.read((tx) => listRejectionsAfter(tx, id, after));
    yield rows.map(({ line, code, message, content }) => [line, describe(code), message, content]);
    last = rows.at(-1)?.line;
  }
}
