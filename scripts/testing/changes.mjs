import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { house } from '../bootstrap/house.mjs';

/** @param {string[]} args @returns {string[]} the lines that git prints */
function git(...args) {
  const output = execFileSync('git', args, { cwd: house, encoding: 'utf8', stdio: 'pipe' });
  return output.split('\n').filter((line) => line !== '');
}

/** @param {string} commit */
function isCommit(commit) {
  try {
    return git('rev-parse', '--verify', '--quiet', `${commit}^{commit}`).length > 0;
  } catch {
    return false;
  }
}

/**
 * The files that differ from a commit, in later commits, uncommitted or new. Without one: from
 * `origin/main`, else from the last commit, and where nothing does, from the one before it.
 * @param {string} [commit]
 */
export function listChanges(commit) {
  if (commit !== undefined && !isCommit(commit)) {
    throw new Error(`git knows no commit ${commit}: give its hash, or a branch.`);
  }
  const news = git('ls-files', '--others', '--exclude-standard');
  const isTouched = news.length > 0 || git('diff', '--name-only', 'HEAD').length > 0;
  const last = isTouched || !isCommit('HEAD~1') ? 'HEAD' : 'HEAD~1';
  const since = commit ?? (isCommit('origin/main') ? 'origin/main' : last);
  const changed = [...git('diff', '--name-only', since), ...news];
  return { since, files: changed.filter((file) => existsSync(join(house, file))) };
}

/** Tests of files that are read and not imported: a pattern of files, and which tests read them. */
const readers = /** @type {const} */ ([
  [/^manifests\//, ['tests/server/manifests', 'tests/server/forms', 'tests/docs/tasks.test.ts']],
  [/^locales\//, ['tests/server/manifests', 'tests/server/languageAdditions.test.ts']],
  [/^(docs\/|examples\/|[A-Z]+\.md$)/, ['tests/docs']],
  [/^server\/database\/migrations\//, ['tests/server/database']],
  [
    /^(schemas|server|renderer|scripts|bench)\/.*\.(m?ts|tsx|mjs)$/,
    ['tests/scripts/importDirections.test.ts'],
  ],
  [/^package(-lock)?\.json$/, ['tests/docs/lockfile.test.ts', 'tests/scripts']],
]);

/**
 * Folders and files of the tests that read one of these files.
 * @param {readonly string[]} files
 */
export function testsBeside(files) {
  const read = readers.filter(([pattern]) => files.some((file) => pattern.test(file)));
  return [...new Set(read.flatMap(([, tests]) => tests))];
}
