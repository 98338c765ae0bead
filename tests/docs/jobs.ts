import { execFile } from 'node:child_process';
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
      ...{ job, file },
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
  /** Applies a job to the letter, but for files that are forgotten; answers the files touched. */
  apply(patch: string, forgotten?: readonly string[]): Promise<string[]>;
  /** By Node in the copy. */
  run(args: readonly string[], given?: { file?: string }): Promise<Outcome>;
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

  const run: Copy['run'] = (args, { file = process.execPath } = {}) =>
    execute(file, args, { cwd: root, maxBuffer: 1e7 }).then(
      ({ stdout: output }) => ({ code: 0, output }),
      ({ code, stdout: out, stderr }) => ({ code, output: `${out}${stderr}` }),
    );

  return {
    root,
    run,
    async apply(patch, forgotten = []) {
      await writeFile(path.join(root, 'job.patch'), patch);
      const given = ['apply', ...forgotten.map((one) => `--exclude=${one}`), 'job.patch'];
      const listed = await run([...given, '--numstat'], { file: 'git' });
      // Git looks for the exact context, maybe some lines away, and never guesses.
      const { code, output } = await run(given, { file: 'git' });
      if (code !== 0) throw new Error(output);
      return listed.output.split('\n').flatMap((line) => line.split('\t')[2] ?? []);
    },
    remove: () => rm(root, { recursive: true, force: true }),
  };
}

/** Git lists a file that was removed and not committed. */
function allowMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error;
}
