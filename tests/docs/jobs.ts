import { execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

/** What docs/developers.md says, and copies of the repository to do it in. */

const house = path.resolve(import.meta.dirname, '../..');
const execute = promisify(execFile);

export interface Job {
  readonly name: string;
  /** The files that its section lists, and how many it says they are. */
  readonly files: readonly string[];
  readonly count: number;
  /** All its diffs, one behind the other. */
  readonly patch: string;
}

/** What says that a file of a job was forgotten. */
export interface Forgotten {
  readonly job: string;
  readonly file: string;
  /** `tsc`, `manifest check`, a test file, or `nobody`. */
  readonly by: string;
  readonly words: string;
}

export async function readGuide(): Promise<{ jobs: Job[]; forgotten: Forgotten[] }> {
  const text = await readFile(path.join(house, 'docs/developers.md'), 'utf8');
  const jobs = text
    .split(/^## /m)
    .map(readSection)
    .filter(({ patch }) => patch !== '');
  const forgotten = text
    .split('\n')
    .map((line) => line.match(/^\| ([^|]+) \| `([^`]+)` \| ([^|]+) \| ([^|]*) \|$/) ?? [])
    .filter(({ length }) => length > 0)
    .map(([, job = '', file = '', by = '', words = '']) => ({
      job,
      file,
      by: by.replaceAll('`', ''),
      words: words.replaceAll('`', ''),
    }));
  return { jobs, forgotten };
}

function readSection(section: string): Job {
  const patches = [...section.matchAll(/^```diff\n(.*?)^```$/gms)].map(([, patch = '']) => patch);
  return {
    name: section.split('\n', 1)[0] ?? '',
    files: [...section.matchAll(/^- `([^`]+)`/gm)].map(([, file = '']) => file),
    count: Number(/\*\*(\d+) files\*\*/.exec(section)?.[1]),
    patch: patches.join(''),
  };
}

export interface Outcome {
  readonly code: number;
  readonly output: string;
}

export interface Copy {
  readonly root: string;
  /** Does a job to the letter, or what it does to one file; answers the files touched. */
  apply(patch: string, only?: string): Promise<string[]>;
  /** Takes a job back, or what it did to one file. */
  takeBack(patch: string, only?: string): Promise<void>;
  remove(): Promise<void>;
}

/** What Git has or would add, but for large data. Its packages are ours. */
export async function copyHouse(): Promise<Copy> {
  const root = await mkdtemp(path.join(tmpdir(), 'jobs-'));
  const list = ['ls-files', '-co', '--exclude-standard', '--', '.', ':!tests/data', ':!docs'];
  const { stdout } = await execute('git', list, { cwd: house, maxBuffer: 1e7 });
  const files = [...new Set(stdout.split('\n').filter(Boolean))];
  for (const folder of new Set(files.map((file) => path.dirname(file)))) {
    await mkdir(path.join(root, folder), { recursive: true });
  }
  await Promise.all(
    files.map((file) =>
      copyFile(path.join(house, file), path.join(root, file)).catch(allowMissing),
    ),
  );
  await symlink(path.join(house, 'node_modules'), path.join(root, 'node_modules'));

  // Git looks for the exact context, maybe some lines away, and never guesses.
  async function follow(patch: string, only: string | undefined, ...how: string[]) {
    await writeFile(path.join(root, 'job.patch'), patch);
    const given = ['apply', ...how, ...(only ? [`--include=${only}`] : []), 'job.patch'];
    const listed = await execute('git', [...given, '--numstat'], { cwd: root });
    await execute('git', given, { cwd: root });
    return listed.stdout.split('\n').flatMap((line) => line.split('\t')[2] ?? []);
  }

  return {
    root,
    apply: (patch, only) => follow(patch, only),
    async takeBack(patch, only) {
      await follow(patch, only, '--reverse');
    },
    remove: () => rm(root, { recursive: true, force: true }),
  };
}

/** Git lists a file that was removed and not committed. */
function allowMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error;
}

/** A process in a copy, whose program is as it was when it began; see `probes/askCopy.ts`. */
export interface Respondent {
  /** `manifest check`, a test file or a probe. */
  ask(question: string): Promise<Outcome>;
  end(): Promise<void>;
}

export function startRespondent(root: string): Respondent {
  const child = fork(path.join(root, 'tests/docs/probes/askCopy.ts'), [], {
    cwd: root,
    execArgv: [],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let said = '';
  child.stderr?.on('data', (chunk) => {
    said += chunk;
  });
  const exit = once(child, 'exit');
  return {
    async ask(question) {
      const ended = exit.then(() => Promise.reject(new Error(`nobody answers any more:\n${said}`)));
      const answered = once(child, 'message').then(([outcome]) => outcome as Outcome);
      child.send(question);
      return await Promise.race([answered, ended]);
    },
    async end() {
      child.kill();
      await exit;
    },
  };
}
