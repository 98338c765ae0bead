import type { liveOperations } from '../../../schemas/api/live.ts';
import { localeOf } from '../../../schemas/entities/languages.ts';
import { baseTypeOf } from '../../../schemas/entities/reportKinds.ts';
import { reportJobTypes, reportKinds, reportTypes } from '../../../schemas/kinds/reports.ts';
import type { Database } from '../../database/open.ts';
import type { Handlers } from '../../http/handler.ts';
import type { ManifestService } from '../../manifests/serve/service.ts';
import type { Session } from '../../session.ts';
import { labelsIn } from '../labels.ts';
import { wholePage } from '../paging.ts';
import { checkDefinition } from './checkDefinition.ts';
import { createReadValue } from './files/cells.ts';
import { precisionOf, settleStyle } from './files/fileStyle.ts';
import { firstRowsAlone, type OpenReport, openReport } from './openReport.ts';
import type { ReportRow } from './reportTable.ts';

const maxRows = 20;

/** Labels by enumeration and value. */
/** What may be made, and what that would look like: its columns and first rows, without a full run. */
export function createLiveHandlers({
  database,
  manifests,
  now,
}: {
  database: Database;
  manifests: Pick<ManifestService, 'words'>;
  now: () => Date;
}): Handlers<keyof typeof liveOperations> {
  const open = (definition: OpenReport['definition'], { accountId, user }: Session) => {
    checkDefinition(definition, now());
    const words = manifests.words(localeOf(user.language));
    return openReport(database, {
      definition,
      accountId,
      words,
      now: now(),
      ...firstRowsAlone,
    });
  };
  return {
    'live.header': async ({ body }, { session }) => {
      const { table } = await open(body, session);
      const { places } = precisionOf(settleStyle(body, localeOf(session.user.language)));
      return {
        columns: table.columns.map(({ name, heading, kind }) => ({
          name,
          heading,
          kind,
          ...((kind === 'quantity' || kind === 'percent') && { decimals: places }),
        })),
      };
    },
    'live.data': async ({ body }, { session }) => {
      const { table, total, isSample } = await open(body, session);
      // Multiplied as in the file, as headings say it.
      const readers = table.columns.map((column) => createReadValue(column, body));
      const rows = await readFirst(table.batches);
      return {
        rows: rows.map((row) => row.map((cell, at) => readers[at]?.(cell) ?? null)),
        total,
        isSample,
      };
    },
    'reportDefinition.list': async (_, { session }) => choicesOf(reportTypes, session),
    'reportDefinition.columns': async ({ params }, { session: { user } }) => {
      const label = labelsIn(manifests.words(localeOf(user.language)));
      return wholePage(
        reportKinds[baseTypeOf(params.type)].columns.map((name) => ({
          name,
          heading: label('reportColumn', name),
        })),
      );
    },
    'reportDefinition.jobs': async (_, { session }) => choicesOf(reportJobTypes, session),
  };
}

async function readFirst(batches: AsyncIterable<readonly ReportRow[]>) {
  const rows: ReportRow[] = [];
  for await (const batch of batches) {
    rows.push(...batch);
    if (rows.length >= maxRows) break;
  }
  return rows.slice(0, maxRows);
}

/** Those whose feature one of the user's packages has. */
function choicesOf<Type extends (typeof reportTypes | typeof reportJobTypes)[number]>(
  types: readonly Type[],
  { subject }: Session,
) {
  const content = types
    .filter((type) => subject.features.includes(reportKinds[baseTypeOf(type)].feature))
    .map((reportType) => ({ reportType }));
  return wholePage(content);
}
