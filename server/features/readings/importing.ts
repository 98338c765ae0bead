import {
  type ImportKind,
  type ImportUpload,
  noSource,
} from '../../../schemas/entities/importRun.ts';
import type { Country } from '../../../schemas/entities/market.ts';
import { dayMs } from '../../../schemas/time.ts';
import type { Database } from '../../database/open.ts';
import { AppError } from '../../errors.ts';
import { findOwner } from '../../identity/owner.repository.ts';
import type { ColumnsSaid } from '../../imports/guide.ts';
import { beginImport, type ImportOptions, importFile } from '../../imports/importFile.ts';
import { ImportRefused } from '../../imports/importRefused.ts';
import { describeSource, type Remembered, type Remembering } from '../../imports/remember.ts';
import { stopRun } from '../../imports/runs.repository.ts';
import type { Job, Jobs } from '../../jobs/jobs.ts';
import type { ManifestService } from '../../manifests/serve/service.ts';
import type { NamedSource } from '../../manifests/session/importSources.ts';
import { packReadings } from '../../metering/store/packReadings.ts';
import type { Session } from '../../session.ts';
import { requireFileName } from '../../storage/fileStore.ts';
import type { Files } from '../../storage/files.ts';
import type { Turn } from '../../workPool.ts';
import { requireUpload, takeUpload } from '../upload/claimUpload.ts';
import { maxReadBytes, namedUpload, notWritable, type Sourced, saidBy } from './importForecast.ts';
import { findRun } from './imports.repository.ts';

/** Imports of files that support has sent in the browser: begun by a call, done by a job. */

/** Once a day: what is packed are months. */
const packingSeconds = dayMs / 1000;

interface ImportingDeps {
  readonly database: Database;
  readonly files: Pick<Files, 'get' | 'discard'>;
  readonly manifests: Pick<ManifestService, Sourced | 'market' | 'findOperationRefusal'>;
  readonly now: () => Date;
  /** Who takes lines about accounts. */
  readonly takers: NonNullable<ImportOptions['takers']>;
}

/** What a job of the queue `import.run` says. */
interface ImportJob {
  readonly importId: number;
  readonly accountId: number;
  readonly by: string;
  readonly country: Country;
  readonly storedName: string;
  readonly fileName: string;
  /** As the caller said it. */
  readonly kind: ImportKind | null;
  readonly notation?: Pick<ImportUpload, 'decimal' | 'dates'>;
  readonly columns?: ColumnsSaid;
  /** As it was when the import began: who changes it changes no file halfway. */
  readonly source?: NamedSource;
}

/**
 * Begins the import of an upload, which a job goes on with, and answers its id. Throws
 * VALIDATION_FAILED without such an upload, IMPORT_REFUSED when the file can't be read.
 */
export async function startImport(
  parts: ImportingDeps & { readonly jobs: Pick<Jobs, 'send'> },
  body: ImportUpload,
  { user, accountId }: Session,
): Promise<{ importId: number }> {
  const { database, files, manifests, now, takers, jobs } = parts;
  const named = namedUpload(body);
  const { storedName, fileName } = await database.read((tx) => requireUpload(tx, accountId, named));
  const stream = await files.get(storedName);
  if (!stream) throw gone();
  const kind = body.kind ?? null;
  const notation = { decimal: body.decimal, dates: body.dates };
  const { country, username: by } = user;
  const { timeZone, language } = manifests.market(country);
  const said = saidBy(manifests.importSources(country), body);
  const about = { country, by, fileName };
  return beginImport(
    database,
    {
      ...about,
      stream,
      timeZone,
      language,
      takers,
      now: now(),
      notation,
      ...said,
      maxBytes: maxReadBytes,
      ...(kind && { kind }),
    },
    async (tx, importId, opened) => {
      await takeUpload(tx, accountId, { ...named, since: now() });
      const { source } = opened;
      const { columns } = said;
      const how = { kind, notation, ...(columns && { columns }), ...(source && { source }) };
      const data: ImportJob = { ...about, ...how, importId, accountId, storedName };
      await jobs.send(tx, 'import.run', { key: `${importId}`, data, group: `${accountId}` });
      if (body.remember) {
        await remember(manifests, opened, { name: body.remember, country, notation });
      }
    },
  );
}

/** Writes the file of a source. Throws IMPORT_REFUSED. */
async function remember(
  manifests: Pick<ManifestService, Sourced>,
  read: Remembered,
  about: Omit<Remembering, 'isThere' | 'known'>,
): Promise<void> {
  const file = manifests.importSourceFile(about.name);
  const text = describeSource(read, {
    ...about,
    isThere: await file.isThere(),
    known: manifests.importSources(about.country).known,
  });
  try {
    await file.write(text);
  } catch (cause) {
    throw new ImportRefused(notWritable(file.place), { cause });
  }
}

/** Does the jobs of the queue `import.run`, one at once. */
export function createImporting(deps: ImportingDeps & { readonly turn?: Turn | undefined }) {
  const { database, files, manifests, now, takers, turn } = deps;

  /** The rights of who began it as they are now. */
  const mayImport = async (accountId: number) => {
    const owner = await findOwner(database.statements, accountId);
    return owner && manifests.findOperationRefusal('import.start', owner.subject) === undefined;
  };

  async function run(job: ImportJob, stopping: AbortSignal): Promise<void> {
    const { importId, accountId: actorId, country, by, fileName, kind, notation } = job;
    const { columns, source } = job;
    const stream = await files.get(requireFileName(job.storedName));
    if (!stream) {
      // The process ended behind the last line, before the job had an end.
      const found = await database.read((tx) => findRun(tx, country, importId));
      if (found?.status === 'FINISHED') return;
      throw gone();
    }
    const { timeZone, language } = manifests.market(country);
    await importFile(database, {
      importId,
      stream,
      stopping,
      takers,
      country,
      timeZone,
      language,
      by,
      actorId,
      fileName,
      now: now(),
      notation,
      columns,
      sources: { known: source ? [source] : [], broken: [], wanted: source?.name ?? noSource },
      maxBytes: maxReadBytes,
      ...(kind && { kind }),
      ...(turn && { turn }),
    });
  }

  return {
    work(jobs: Pick<Jobs, 'work'>): void {
      const handle = async ({ data, signal }: Job) => {
        const job = data as ImportJob;
        try {
          if (await mayImport(job.accountId)) await run(job, signal);
          else await database.transaction((tx) => stopRun(tx, job.importId));
        } catch (error) {
          // It is imported where the same file was sent again, or was done before this attempt.
          const isElsewhere = error instanceof AppError && error.code === 'CONFLICT';
          if (!isElsewhere) throw error;
        }
        await files.discard(requireFileName(job.storedName));
      };
      jobs.work(
        [{ queue: 'import.run', concurrency: 1, handle }],
        [
          {
            name: 'Packing readings',
            seconds: packingSeconds,
            run: async (stopping) => {
              await packReadings(database, stopping);
            },
          },
        ],
      );
    },
  };
}

function gone(): AppError {
  return new AppError('NOT_FOUND', 'The file is gone. Send it again.');
}
