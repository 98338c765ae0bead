import { Readable } from 'node:stream';
import { kindOfActivity } from '../../../schemas/entities/activity.ts';
import { localeOf } from '../../../schemas/entities/languages.ts';
import type { Database } from '../../database/open.ts';
import type { ManifestService } from '../../manifests/serve/service.ts';
import type { Session } from '../../session.ts';
import { contentDisposition } from '../../storage/fileName.ts';
import { createTexts } from '../fileTexts.ts';
import { createDayFormat } from '../report/files/cells.ts';
import { writeCsv } from '../report/files/csv.ts';
import { settleStyle } from '../report/files/fileStyle.ts';
import type { ReportColumn, ReportRow } from '../report/reportTable.ts';
import {
  type EntryFilter,
  listEntriesBefore,
  newest,
  type Place,
} from './activityLog.repository.ts';

interface Deps {
  readonly database: Pick<Database, 'read'>;
  readonly manifests: Pick<ManifestService, 'words'>;
}

const columnNames = [
  'actionDate',
  'actionName',
  'affectedUser',
  'actionType',
  'actor',
  'details',
] as const;

/** The entries that a filter leaves as a CSV file, sent while they are read. */
export function sendEntries({ database, manifests }: Deps, session: Session, filter: EntryFilter) {
  const locale = localeOf(session.user.language);
  const style = settleStyle({}, locale);
  const text = createTexts(manifests, locale);
  const columns = columnNames.map(
    (name): ReportColumn => ({
      name,
      kind: 'text',
      heading: text('fields', 'ActivityEntry', name),
    }),
  );
  const file = writeCsv({
    columns,
    slices: readSlices(database, filter, { text, writeDay: createDayFormat(style) }),
    style,
    title: '',
    generatedAt: '',
  });
  return new Response(Readable.toWeb(Readable.from(inBytes(file))) as ReadableStream<Uint8Array>, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': contentDisposition('activity-log.csv'),
    },
  });
}

async function* inBytes(pieces: AsyncIterable<string>): AsyncGenerator<Buffer> {
  for await (const piece of pieces) yield Buffer.from(piece);
}

async function* readSlices(
  database: Deps['database'],
  filter: EntryFilter,
  { text, writeDay }: { text: (...path: string[]) => string; writeDay: (day: string) => string },
): AsyncGenerator<ReportRow[]> {
  for (let last: Place | undefined = newest; last; ) {
    const from: Place = last;
    const rows = await database.read((tx) => listEntriesBefore(tx, filter, from));
    yield rows.map(({ localTime, actionName, affectedUser, actor, details }) => [
      writeDay(localTime),
      text('enums', 'activityType', actionName),
      affectedUser,
      text('enums', 'activityKind', kindOfActivity(actionName)),
      actor,
      details,
    ]);
    last = rows.at(-1);
  }
}
