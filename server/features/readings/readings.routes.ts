import { Readable } from 'node:stream';
import type { Context } from 'hono';
import type { OperationId, OperationRequest } from '../../../schemas/api/operations.ts';
import { noSource } from '../../../schemas/entities/importRun.ts';
import { localeOf } from '../../../schemas/entities/languages.ts';
import { minuteMs } from '../../../schemas/time.ts';
import type { Database } from '../../database/open.ts';
import { AppError, faultOf, InvalidRequest } from '../../errors.ts';
import type { Handlers } from '../../http/handler.ts';
import { tooLarge } from '../../imports/bytes.ts';
import { readColumns } from '../../imports/columnWords.ts';
import type { ColumnsSaid } from '../../imports/guide.ts';
import { type ImportOptions, importFile } from '../../imports/importFile.ts';
import { findUnseen } from '../../imports/unseen.repository.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import type { ManifestService } from '../../manifests/serve/service.ts';
import { sayIn, sayStored } from '../../said.ts';
import type { Session } from '../../session.ts';
import type { Files } from '../../storage/files.ts';
import { createWorkPool, type Turn } from '../../workPool.ts';
import { refuseLook } from '../download/downloads.ts';
import { readerOf, recordDownload } from '../download/recordDownload.ts';
import { toPage } from '../paging.ts';
import { forecastImport, type Sourced } from './importForecast.ts';
import { startImport } from './importing.ts';
import {
  countRejections,
  countRuns,
  findRun,
  listRejections,
  listRuns,
} from './imports.repository.ts';
import { answerQuestion, readQuestions } from './questions.service.ts';
import { sendRejections } from './rejectionsFile.ts';
import { changeSetDate } from './setDates.service.ts';
import { changeSupplyFact } from './supplyFacts.service.ts';

const maxUploadBytes = 1_000_000_000;
/** A sender who has lost the connection must not keep a place for ever. */
const idleUploadMilliseconds = minuteMs;

type Answered = Extract<
  OperationId,
  `import.${string}` | `readingQuestion.${string}` | 'setDate.change' | 'supplyFact.change'
>;

/** Throws VALIDATION_FAILED. */
function requireColumns(given: readonly string[] = []): ColumnsSaid | undefined {
  const read = readColumns(given);
  if ('fault' in read) throw new InvalidRequest([faultOf('query.column', read.fault)]);
  return read.columns;
}

/** What support does with readings: for all of their country's properties, never for another's. */
export function createReadingsHandlers(deps: {
  database: Database;
  manifests: Pick<ManifestService, Sourced | 'market' | 'words' | 'findOperationRefusal'>;
  files: Pick<Files, 'get' | 'discard'>;
  jobs: Pick<Jobs, 'send'>;
  now: () => Date;
  /** Who takes lines about accounts. */
  takers: NonNullable<ImportOptions['takers']>;
  /** Aborted, imports end behind their present batch. */
  stopping?: AbortSignal | undefined;
}): Handlers<Answered> {
  const { database, manifests, now, stopping, takers } = deps;
  // Half of the places at most for one account, as of calls (`createCallPool`), whose turns each batch
  // takes beside: here it is shared out who is read. What waits is a connection and nothing more.
  const uploads = createWorkPool({ slots: 4, perOwner: 2, maxWaiting: 100 });
  const sayTo = ({ language }: Session['user']) => sayIn(manifests.words(localeOf(language)));
  const upload = async (
    { fileName, kind, decimal, dates, source, column }: OperationRequest<'import.file'>['query'],
    { session: { user, accountId }, http, turn }: { session: Session; http: Context; turn: Turn },
    only?: ImportOptions['only'],
  ) => {
    const columns = requireColumns(column);
    const { body } = http.req.raw;
    if (!body) throw new AppError('BAD_REQUEST', 'Send the file as the body of the request.');
    if (Number(http.req.header('content-length') ?? 0) > maxUploadBytes) {
      throw tooLarge(maxUploadBytes);
    }
    const { timeZone, language } = manifests.market(user.country);
    const options = {
      stream: Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0]),
      fileName,
      kind,
      notation: { decimal, dates },
      columns,
      sources: { ...manifests.importSources(user.country), wanted: source },
      country: user.country,
      timeZone,
      language,
      by: user.username,
      actorId: accountId,
      takers,
      now: now(),
      turn,
      maxBytes: maxUploadBytes,
      idleMilliseconds: idleUploadMilliseconds,
      ...(stopping && { stopping }),
      ...(only && { only }),
    };
    const {
      lines: _,
      rejections,
      columns: __,
      source: readBy,
      ...result
    } = await uploads.run(`${accountId}`, () => importFile(database, options));
    const say = sayTo(user);
    return {
      ...result,
      ...(readBy && { source: readBy.name }),
      alsoFits: [...result.alsoFits],
      ignored: [...result.ignored],
      understood: result.understood.map(say),
      rejections: rejections.map((one) => ({
        line: one.line,
        code: one.code,
        message: sayStored(one, say),
      })),
    };
  };
  const requireRun = async (country: string, id: number) => {
    const run = await database.read((tx) => findRun(tx, country, id));
    if (!run) throw new AppError('NOT_FOUND', `There is no import ${id}.`);
    return run;
  };

  return {
    'import.readings': ({ query }, context) =>
      upload(query, context, ['readings', 'wide', 'volumes', 'telegrams']),
    'import.file': ({ query }, context) => upload(query, context),
    'import.forecast': ({ body }, { session, turn, http }) =>
      forecastImport(deps, body, { session, turn, left: http.req.raw.signal }),
    'import.start': ({ body }, { session }) => startImport(deps, body, session),
    'import.sources': async (_request, { session: { user } }) => ({
      content: [
        ...manifests.importSources(user.country).known.map(({ name, source }) => ({
          name,
          title: source.title ?? null,
        })),
        { name: noSource, title: null },
      ],
    }),
    'import.list': ({ query }, { session: { user } }) =>
      database.read(async (tx) =>
        toPage(await listRuns(tx, user.country, query), query, () =>
          countRuns(tx, user.country, query),
        ),
      ),
    'import.get': async ({ params }, { session: { user } }) => {
      const run = await requireRun(user.country, params.import);
      if (run.kind !== 'properties') return run;
      const { count: unseen } = await database.read((tx) => findUnseen(tx, user.country, 1));
      return { ...run, unseen };
    },
    'import.rejections': async ({ params, query }, { session: { user } }) => {
      const { id } = await requireRun(user.country, params.import);
      const say = sayTo(user);
      return database.read(async (tx) =>
        toPage(await listRejections(tx, id, query, say), query, () =>
          countRejections(tx, id, query.search, say),
        ),
      );
    },
    'import.rejectionsFile': async ({ params }, { session, http }) => {
      refuseLook(http.req.method);
      const { id } = await requireRun(session.user.country, params.import);
      const file = { operation: 'import.rejectionsFile', id } as const;
      await recordDownload(database, readerOf(session), file);
      return sendRejections(deps, session, id);
    },
    'readingQuestion.list': ({ query }, { session: { user } }) =>
      database.read((tx) => readQuestions(tx, user, now(), query)),
    'readingQuestion.answer': async ({ body }, { session: { user } }) => {
      await database.transaction((tx) => answerQuestion(tx, user, now(), body));
      return { explanation: body.explanation };
    },
    'setDate.change': ({ body }, { session: { user } }) =>
      database.transaction((tx) => changeSetDate(tx, user.country, body)),
    'supplyFact.change': ({ body }, { session: { user } }) =>
      database.transaction((tx) =>
        changeSupplyFact(tx, user.country, { change: body, now: now() }),
      ),
  };
}
