import { once } from 'node:events';
import {
  createReadStream,
  createWriteStream,
  existsSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { PassThrough, type Readable, type Writable } from 'node:stream';
import { parseArgs } from 'node:util';
import { generateIdentity, identityToRecipient } from 'age-encryption';
import { BackupError, readArchive, writeArchive } from '../backup/archive.ts';
import { type End, readBackup } from '../backup/backupFile.ts';
import { type Backup, makeBackup, type Progress } from '../backup/makeBackup.ts';
import { atOneMoment } from '../backup/moment.ts';
import { restoreBackup } from '../backup/restoreBackup.ts';
import type { Config } from '../config.ts';
import { DatabaseLockedError } from '../database/directoryLock.ts';
import { AppError } from '../errors.ts';
import { flushDirectory } from '../storage/localFileStore.ts';

/** `portal backup`, `restore` and `move`. They answer the exit code; what they say goes to `complain`. */

interface Deps {
  readonly config: Pick<Config, 'DATABASE_URL' | 'DATA_DIR' | 's3'>;
  readonly print: (line: string) => void;
  readonly complain?: (line: string) => void;
  readonly now?: () => Date;
  readonly input?: Readable;
  readonly output?: Writable;
}

type Given = Deps & { readonly complain: (line: string) => void };

const secondsBetweenLines = 5;

export function runBackup(args: readonly string[], deps: Deps): Promise<number> {
  return run('backup', deps, async (given) => {
    const { positionals, values } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { for: { type: 'string', multiple: true }, 'new-key': { type: 'string' } },
    });
    if (values['new-key'] !== undefined) return makeKey(values['new-key'], given);
    const file = only(positionals);
    const { config, complain, now = () => new Date() } = given;
    if (!config.DATABASE_URL) requireDatabase(config.DATA_DIR);
    const target = await openTarget(file, given);
    try {
      const made = await atOneMoment(config, { onWait: complain }, async (moment) =>
        makeBackup(moment, await writeArchive(target.sink, values.for ?? []), {
          now: now(),
          onProgress: createProgress(complain),
        }),
      );
      await target.commit();
      complain(`Backed up${file === '-' ? '' : ` into ${file}`} (${describe(made)}).`);
      warn(made, complain);
      return 0;
    } catch (error) {
      await target.discard();
      throw error;
    }
  });
}

export function runRestore(args: readonly string[], deps: Deps): Promise<number> {
  return run('restore', deps, async (given) => {
    const { positionals, values } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { key: { type: 'string' }, check: { type: 'boolean', default: false } },
    });
    const file = only(positionals);
    const { config, complain, input = process.stdin } = given;
    const source = file === '-' ? input : createReadStream(file);
    // Before anything is touched: a name that is wrong.
    if (file !== '-') await once(source, 'open');
    const archive = readArchive(source, values.key === undefined ? [] : readKeys(values.key));
    const onProgress = createProgress(complain);
    const { head, end } = values.check
      ? await readBackup(archive, nothing)
      : await restoreBackup(archive, config, { onWait: complain, onProgress });
    const done = values.check ? 'The backup is whole' : 'Restored';
    complain(`${done}, as of ${head.madeAt} (${describe(end)}).`);
    return 0;
  });
}

const nothing = { head: async () => undefined, part: async () => undefined };

export function runMove(args: readonly string[], deps: Deps): Promise<number> {
  return run('move', deps, async (given) => {
    const { config, complain, now = () => new Date() } = given;
    const { positionals } = parseArgs({ args: [...args], allowPositionals: true, options: {} });
    const url = only(positionals);
    if (!/^postgres(ql)?:/.test(url)) throw new UsageError('Say where to: postgres://…');
    requireEmbedded(config);
    const pipe = new PassThrough();
    const options = { now: now(), isMove: true };
    const [made] = await bothEnds(pipe, [
      // Alone: what a portal wrote meanwhile would stay behind.
      atOneMoment(config, { isAlone: true, onWait: complain }, async (moment) =>
        makeBackup(moment, await writeArchive(pipe, []), options),
      ),
      restoreBackup(
        readArchive(pipe, []),
        { ...config, DATABASE_URL: url },
        { onProgress: createProgress(complain) },
      ),
    ]);
    complain(`Moved (${describe(made)}). Files stay where they are.`);
    complain(
      `Start the portal with DATABASE_URL from now on. ${path.join(config.DATA_DIR, 'pglite')} is left as it was: remove it when all is well.`,
    );
    return 0;
  });
}

function requireEmbedded({ DATABASE_URL, DATA_DIR }: Deps['config']): void {
  if (DATABASE_URL) {
    throw new BackupError(
      'DATABASE_URL is set, so the portal’s database is on a server already. Say the new one behind «move», and leave DATABASE_URL away.',
    );
  }
  requireDatabase(DATA_DIR);
}

/** Opening would make one. */
function requireDatabase(dataDir: string): void {
  if (existsSync(path.join(dataDir, 'pglite'))) return;
  throw new BackupError(`There is no database in ${dataDir}: say DATA_DIR, or DATABASE_URL.`);
}

/** What ends one end of a pipe ends both, and the first fault is the one that is thrown. */
async function bothEnds<A, B>(pipe: PassThrough, ends: [Promise<A>, Promise<B>]): Promise<[A, B]> {
  const faults: unknown[] = [];
  const note = (error: unknown) => {
    faults.push(error);
    pipe.destroy();
  };
  for (const end of ends) end.catch(note);
  const [written, read] = await Promise.allSettled(ends);
  if (written.status === 'fulfilled' && read.status === 'fulfilled')
    return [written.value, read.value];
  throw faults[0];
}

async function openTarget(file: string, { output = process.stdout }: Given) {
  if (file === '-') {
    return { sink: output, commit: async () => undefined, discard: async () => undefined };
  }
  if (existsSync(file)) {
    throw new BackupError(`${file} is there already, and stays as it is. Say another name.`);
  }
  const part = `${file}.part`;
  // Only its owner may read what everybody’s data are in; flushed, so that a power cut leaves no half.
  const sink = createWriteStream(part, { mode: 0o600, flush: true });
  await once(sink, 'open');
  return {
    sink,
    async commit() {
      await rename(part, file);
      await flushDirectory(path.dirname(path.resolve(file)));
    },
    async discard() {
      sink.destroy();
      await rm(part, { force: true });
    },
  };
}

async function makeKey(file: string, { print, complain }: Given): Promise<number> {
  const identity = await generateIdentity();
  const recipient = await identityToRecipient(identity);
  writeFileSync(file, `# public key: ${recipient}\n${identity}\n`, { mode: 0o600, flag: 'wx' });
  print(recipient);
  complain(
    `Backups made with «--for ${recipient}» are read with ${file} alone. Keep it away from the portal, and twice: without it they are lost.`,
  );
  return 0;
}

/** As age-keygen writes them, comments included. */
function readKeys(file: string): string[] {
  const lines = readFileSync(file, 'utf8').split('\n');
  const keys = lines.map((line) => line.trim()).filter((line) => line.startsWith('AGE-SECRET-KEY'));
  if (keys.length > 0) return keys;
  throw new BackupError(`${file} has no key: a line that begins with AGE-SECRET-KEY.`);
}

function describe({ rows, files, reports }: Omit<End, 'sha256'>): string {
  const count = Object.values(rows).reduce((sum, one) => sum + one, 0);
  return `rows: ${count}, files: ${files}, files of reports: ${reports}`;
}

function warn({ missing }: Backup, complain: (line: string) => void): void {
  if (missing.length === 0) return;
  const shown = missing.slice(0, 5).join(', ');
  complain(
    `${missing.length} files that the portal lists weren’t where files lie, so they aren’t in the backup: ${shown}${missing.length > 5 ? ' …' : ''}`,
  );
}

function createProgress(complain: (line: string) => void) {
  let next = Date.now() + secondsBetweenLines * 1000;
  return ({ files, rows }: Progress) => {
    if (Date.now() < next) return;
    next = Date.now() + secondsBetweenLines * 1000;
    complain(`… ${files} files, ${rows} rows`);
  };
}

class UsageError extends Error {}

function only(positionals: readonly string[]): string {
  const [file] = positionals;
  if (file === undefined || positionals.length > 1) throw new UsageError('Say one name.');
  return file;
}

async function run(
  command: string,
  deps: Deps,
  work: (given: Given) => Promise<number>,
): Promise<number> {
  const complain = deps.complain ?? ((line) => process.stderr.write(`${line}\n`));
  try {
    return await work({ ...deps, complain });
  } catch (error) {
    const { message, code = '' } = error as NodeJS.ErrnoException;
    if (error instanceof UsageError || code.startsWith('ERR_PARSE_ARGS')) {
      complain(`${message} See: npm run portal -- ${command} --help`);
      return 2;
    }
    const isMendable = [BackupError, DatabaseLockedError, AppError].some(
      (kind) => error instanceof kind,
    );
    // Of files that are named: not there, there already, not ours, no room.
    if (!isMendable && !/^E(NOENT|EXIST|ACCES|PERM|ISDIR|NOSPC)$/.test(code)) throw error;
    complain(message);
    return 1;
  }
}
