import { constants, createReadStream } from 'node:fs';
import { lstat, mkdir, readdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Logger } from 'pino';
import type { Country } from '../../../schemas/entities/market.ts';
import { minuteMs } from '../../../schemas/time.ts';
import type { Database } from '../../database/open.ts';
import { AppError } from '../../errors.ts';
import { type ImportOptions, importFile } from '../../imports/importFile.ts';
import { sayFailure } from '../../imports/importRefused.ts';
import type { FileOptions } from '../../imports/openFile.ts';
import { sortByNeed } from '../../imports/order.ts';
import { JobExists, type Jobs } from '../../jobs/jobs.ts';
import type { ManifestService } from '../../manifests/serve/service.ts';
import { listMarkets } from '../../markets.ts';
import { sayIn } from '../../said.ts';
import type { Turn } from '../../workPool.ts';
import { withEntry } from '../activityLog/withEntry.ts';
import { writeRejections } from './rejectionsFile.ts';

/**
 * The folder into which operators' programs put files (IMPORT_DIR): `pl/`, `cz/` … for each market.
 * A look finds files that nobody writes any more; a job imports each, and moves it to `done/`, or to
 * `refused/` with the reason beside it.
 */

interface FolderDeps {
  readonly database: Database;
  readonly manifests: Pick<ManifestService, 'market' | 'words' | 'importSources'>;
  readonly logger: Pick<Logger, 'error' | 'info'>;
  readonly now: () => Date;
  /** Who takes lines about accounts. */
  readonly takers: NonNullable<ImportOptions['takers']>;
  readonly turn?: Turn | undefined;
}

/** What a job of the queue `import.folder` says. */
interface FolderJob {
  readonly country: Country;
  readonly fileName: string;
}

interface FileState {
  /** Differs when the file is written or replaced. */
  readonly state: string;
  readonly writtenAt: number;
}

interface FoundFile extends FolderJob, FileState {
  readonly place: string;
}

const lookSeconds = 5;
/** So many files are sent to the queue by one look, those that were written first. */
const maxAtOnce = 100;
/** A file that couldn't be imported for no fault of its own, as without a database, is tried again. */
const retryMilliseconds = minuteMs;

/** Of programs that copy: they rename the file when it is whole. */
const unfinished = /^[.~]|\.(part|partial|tmp|temp|filepart|crdownload|swp)$/i;

export function createImportFolder(directory: string, deps: FolderDeps) {
  const { database, manifests, logger, now, takers, turn } = deps;
  const markets = () => listMarkets(manifests.market);
  const folderOf = (country: Country) => path.join(directory, country.toLowerCase());
  /** How each file was at the last look. */
  let seen = new Map<string, string>();
  /** When each state of a file was sent to the queue. */
  let sentAt = new Map<string, number>();

  async function look(jobs: Pick<Jobs, 'send'>): Promise<void> {
    const files = (await Promise.all(markets().map(({ country }) => listFiles(country)))).flat();
    const isQuiet = ({ place, state }: FoundFile) => seen.get(place) === state;
    const quiet = files.filter(isQuiet).sort((a, b) => a.writtenAt - b.writtenAt);
    seen = new Map(files.map(({ place, state }) => [place, state]));
    const now = performance.now();
    const isDue = ({ state }: FoundFile) =>
      now - (sentAt.get(state) ?? -Infinity) >= retryMilliseconds;
    const due = quiet.filter(isDue).slice(0, maxAtOnce);
    const inOrder = await sortByNeed(due, database, ({ country, place }) => fileAt(place, country));
    for (const { country, fileName } of inOrder) await send(jobs, { country, fileName });
    const times = new Map(due.map(({ state }) => [state, now]));
    sentAt = new Map(
      quiet.flatMap(({ state }) => {
        const at = times.get(state) ?? sentAt.get(state);
        return at === undefined ? [] : [[state, at] as const];
      }),
    );
  }

  async function listFiles(country: Country): Promise<FoundFile[]> {
    const folder = folderOf(country);
    for (const name of ['done', 'refused'])
      await mkdir(path.join(folder, name), { recursive: true });
    const names = (await readdir(folder)).filter((name) => !unfinished.test(name));
    const found = names.map(async (fileName) => {
      const place = path.join(folder, fileName);
      const file = await findFile(place);
      return file ? [{ country, fileName, place, ...file }] : [];
    });
    return (await Promise.all(found)).flat();
  }

  async function send(jobs: Pick<Jobs, 'send'>, job: FolderJob): Promise<void> {
    try {
      await database.transaction((tx) =>
        jobs.send(tx, 'import.folder', { key: `${job.country}/${job.fileName}`, data: job }),
      );
    } catch (error) {
      // Another process has seen it, or it is being imported.
      if (!(error instanceof JobExists)) throw error;
    }
  }

  async function importOne({ country, fileName }: FolderJob, stopping: AbortSignal): Promise<void> {
    const place = path.join(folderOf(country), fileName);
    const before = await findFile(place);
    if (!before) return;
    try {
      const { importId, rejected } = await importPlace(place, country, stopping);
      // Somebody goes on writing: the next look takes all of it, and what is stored counts once.
      if ((await findFile(place))?.state !== before.state) return;
      const name = stamped(fileName);
      if (rejected > 0) {
        const deps = { database, manifests };
        const file = await writeRejections(deps, manifests.market(country).language, importId);
        const refused = path.join(folderOf(country), 'refused', name);
        await writeFile(`${refused}.rejected.${file.ending}`, file.pieces);
      }
      await rename(place, path.join(folderOf(country), 'done', name));
      logger.info({ importId, fileName, country, rejected }, 'A file of the folder is imported');
    } catch (error) {
      if (stopping.aborted || !isFaultOfFile(error)) throw error;
      const refused = path.join(folderOf(country), 'refused', stamped(fileName));
      const say = sayIn(manifests.words(manifests.market(country).language));
      await writeFile(`${refused}.reason.txt`, `${sayFailure(error, say)}\n`);
      await rename(place, refused);
      logger.info({ fileName, country, reason: error.message }, 'A file of the folder is refused');
    }
  }

  function fileAt(place: string, country: Country): FileOptions {
    const { timeZone, language } = manifests.market(country);
    // Who may put files here must not have others read: no link, also in the moment behind the look.
    const flags = constants.O_RDONLY | constants.O_NOFOLLOW;
    const stream = createReadStream(place, { flags: flags as unknown as string });
    const sources = manifests.importSources(country);
    const about = { sources, fileName: path.basename(place) };
    return { ...about, stream, country, timeZone, language, by: 'operator', now: now(), takers };
  }

  function importPlace(place: string, country: Country, stopping: AbortSignal) {
    const file = fileAt(place, country);
    const fileName = path.basename(place);
    return withEntry({ type: 'DATA_IMPORTED', country, made: ['importId'] }, () =>
      importFile(database, { ...file, fileName, stopping, ...(turn && { turn }) }),
    );
  }

  /** So that a second file of the same name goes over none. */
  const stamped = (fileName: string) =>
    `${now().toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z-${fileName}`;

  return {
    work(jobs: Pick<Jobs, 'work' | 'send'>): void {
      jobs.work(
        [
          {
            queue: 'import.folder',
            concurrency: 1,
            async handle({ data, signal }) {
              const job = data as FolderJob;
              try {
                await importOne(job, signal);
              } catch (error) {
                if (signal.aborted) throw error;
                logger.error({ err: error, ...job }, 'A file of the folder waits for the next try');
              }
            },
          },
        ],
        [{ name: 'Looking for files to import', seconds: lookSeconds, run: () => look(jobs) }],
      );
    },
  };
}

/** Undefined of what is no file, or is empty yet. */
async function findFile(place: string): Promise<FileState | undefined> {
  const found = await lstat(place).catch(() => undefined);
  if (!found?.isFile() || found.size === 0) return undefined;
  const { ino, size, mtimeMs } = found;
  return { state: `${ino} ${size} ${mtimeMs}`, writtenAt: mtimeMs };
}

/** Not one that is over by itself: another import of the same file, the portal's end. */
function isFaultOfFile(error: unknown): error is AppError {
  return error instanceof AppError && error.status < 500 && error.code !== 'CONFLICT';
}
