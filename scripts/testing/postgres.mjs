import { execFileSync, spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import pg from 'pg';
import { runQuietly } from '../bootstrap/execute.mjs';
import { canInstallPackages, installPackage } from './debian.mjs';
import { findFreePort } from './freePort.mjs';

const debianHome = '/usr/lib/postgresql';

/** The folder with initdb and pg_ctl, of the newest version there is. */
function findBinaries() {
  const versions = existsSync(debianHome) ? readdirSync(debianHome) : [];
  const newestFirst = versions.sort((a, b) => Number(b) - Number(a));
  const folders = newestFirst.map((version) => join(debianHome, version, 'bin'));
  return [...folders, ...(process.env.PATH ?? '').split(delimiter)].find(
    (folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'pg_ctl')),
  );
}

/** The folder with PostgreSQL's programs, installed first where that is possible. */
async function getBinaries() {
  const found = findBinaries();
  if (found !== undefined || !canInstallPackages()) return found;
  console.log('No PostgreSQL on this machine: installing one.');
  await installPackage('postgresql');
  return findBinaries();
}

/**
 * PostgreSQL refuses to run as root: then its commands run as the user its package has made.
 * @param {string} program
 * @param {string[]} args
 * @returns {[string, string[]]}
 */
function asServerUser(program, args) {
  if (process.getuid?.() !== 0) return [program, args];
  return ['runuser', ['-u', 'postgres', '--', program, ...args]];
}

function createHome() {
  const home = mkdtempSync(join(tmpdir(), 'meterhouse-postgres-'));
  if (process.getuid?.() === 0) {
    const idOf = (/** @type {string} */ flag) => Number(execFileSync('id', [flag, 'postgres']));
    chownSync(home, idOf('-u'), idOf('-g'));
  }
  return home;
}

// It lives for minutes and is thrown away: nothing has to survive a crash.
const settings = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  // A test's database is gone before it would need it.
  'autovacuum=off',
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
];

/**
 * A user that owns databases and is no superuser, as an operator makes one for the portal: for a
 * superuser row-level security means nothing.
 * @param {string} superuser
 */
async function createOwner(superuser) {
  const client = new pg.Client({ connectionString: superuser });
  await client.connect();
  await client.query('CREATE ROLE portal LOGIN CREATEDB CREATEROLE');
  await client.query('ALTER DATABASE postgres OWNER TO portal');
  await client.end();
}

/**
 * Does the work with the URLs of an empty PostgreSQL of its own, for an ordinary user and for a
 * superuser. It is stopped and deleted afterwards, also when this process is ended by a signal.
 * Undefined, and nothing done, when the machine has no PostgreSQL and none can be installed.
 * @template T
 * @param {(url: string, superuser: string) => Promise<T>} work
 * @returns {Promise<T | undefined>}
 */
export async function withPostgres(work) {
  const binaries = await getBinaries();
  if (binaries === undefined) return undefined;
  const home = createHome();
  const data = join(home, 'data');
  const control = join(binaries, 'pg_ctl');
  const mend = `See ${home}/log.`;
  const remove = () => {
    const [stop, args] = asServerUser(control, ['-D', data, '-m', 'immediate', '-w', 'stop']);
    spawnSync(stop, args, { cwd: home });
    rmSync(home, { recursive: true, force: true });
  };
  process.prependListener('exit', remove);
  try {
    const choices = [
      '-D',
      data,
      '-U',
      'meterhouse',
      '--auth=trust',
      '--encoding=UTF8',
      '--no-sync',
    ];
    const locale = ['--locale=C.UTF-8'];
    await runQuietly(...asServerUser(join(binaries, 'initdb'), [...choices, ...locale]), {
      cwd: home,
      mend,
    });
    const port = await findFreePort();
    const options = [`-p ${port}`, ...settings.map((setting) => `-c ${setting}`)].join(' ');
    const start = ['-D', data, '-l', join(home, 'log'), '-o', options, '-w', 'start'];
    await runQuietly(...asServerUser(control, start), { cwd: home, mend });
    const urlOf = (/** @type {string} */ user) => `postgres://${user}@127.0.0.1:${port}/postgres`;
    await createOwner(urlOf('meterhouse'));
    return await work(urlOf('portal'), urlOf('meterhouse'));
  } finally {
    process.off('exit', remove);
    remove();
  }
}
