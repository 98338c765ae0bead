import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runProgram } from '../../bootstrap/execute.mjs';
import { drawBySeed, isLongRun, testSeed } from '../seed.mjs';
import { listUnanswered } from './answers.mjs';
import { withPortal } from './portal.mjs';
import { getSchemathesis } from './python.mjs';
import { signIn } from './signIn.mjs';

/**
 * Requests that schemathesis makes up from the portal's OpenAPI document, good and bad ones, by
 * several people; every check that it has holds for every answer.
 */

/** The same requests of an operation each time; another number tries others. */
const seed = process.env.SCHEMATHESIS_SEED ?? '1';
const signInScript = join(import.meta.dirname, 'signIn.mjs');
/** A main user, then support, which may disable the main user's account, and a visitor. */
const callers = ['admin.pl', 'support.pl', undefined];
/** Of the operations a run asks so many, unless it is a long one. */
const share = 0.1;

/**
 * What leads to a run's operations.
 * @param {string} url
 */
async function chooseOperations(url) {
  const { paths } = await (await fetch(`${url}/api/openapi.json`)).json();
  /** @type {string[]} */
  const ids = Object.values(paths).flatMap((methods) =>
    Object.values(methods).flatMap(({ operationId = [] }) => operationId),
  );
  if (isLongRun()) return [];
  // What ends the caller's session has them sign in again and again, more often than an address may in
  // the minute that a plain run takes.
  const patient = ids.filter((id) => id !== 'session.end');
  const drawn = drawBySeed(patient, Math.ceil(ids.length * share), 'schemathesis');
  console.log(`${drawn.length} of ${ids.length} operations, by TEST_SEED=${testSeed()}.`);
  return drawn.flatMap((id) => ['--include-operation-id', id]);
}

/**
 * Things that there are, so that not every good request is answered with 404.
 * @param {string} url
 * @returns {Promise<Record<string, (string | number)[]>>}
 */
async function findThings(url) {
  const headers = { authorization: `Bearer ${await signIn(url, 'admin.pl')}` };
  /** @param {string} path @returns {Promise<any>} */
  const read = async (path) => (await fetch(`${url}/api${path}`, { headers })).json();
  const { userId } = await read('/session');
  const { content: properties } = await read('/property?size=1');
  const { worksId, worksNo } = properties[0];
  const { content: tenants } = await read(`/tenant?property=${worksId}&size=3`);
  return {
    id: [userId],
    property: [worksId],
    tenant: tenants.map((/** @type {{ id: number }} */ { id }) => id),
    number: [worksNo],
    screen: ['consumption.index', 'profile-settings.index'],
    import: [1],
  };
}

/** @param {Record<string, (string | number)[]>} things */
function describeThings(things) {
  const lists = Object.entries(things).map(
    ([name, values]) => `[dictionaries.${name}]\nvalues = ${JSON.stringify(values)}\n`,
  );
  const bindings = Object.keys(things).map(
    (name) => `${name} = { dictionary = "${name}", probability = 0.8 }\n`,
  );
  return `${lists.join('\n')}\n[parameters]\n${bindings.join('')}`;
}

/**
 * @param {string} program
 * @param {string} folder
 * @param {string} url
 */
async function runPasses(program, folder, url) {
  const config = join(folder, 'schemathesis.toml');
  const settled = readFileSync(join(import.meta.dirname, 'schemathesis.toml'), 'utf8');
  writeFileSync(config, `${settled}\n${describeThings(await findThings(url))}`);
  const operations = await chooseOperations(url);
  let isGreen = true;
  const reports = [];
  for (const username of callers) {
    console.log(`\nAs ${username ?? 'a visitor'}, with SCHEMATHESIS_SEED=${seed}:`);
    const report = join(folder, `${username ?? 'visitor'}.ndjson`);
    reports.push(report);
    const args = [
      ...['--config-file', config, 'run', `${url}/api/openapi.json`],
      ...['--checks=all', `--seed=${seed}`, '--no-color', '--warnings=off'],
      ...['--report=ndjson', `--report-ndjson-path=${report}`],
      ...operations,
    ];
    const env = {
      ...process.env,
      SCHEMATHESIS_HOOKS: join(import.meta.dirname, 'hooks.py'),
      ...(username && {
        METERHOUSE_SIGN_IN: [process.execPath, signInScript, url, username].join('\n'),
      }),
    };
    if ((await runProgram(program, args, { cwd: folder, env })) !== 0) isGreen = false;
  }
  const unanswered = listUnanswered(reports.map((report) => readFileSync(report, 'utf8')));
  // Made-up requests succeed by chance, and an operation that none reached is no fault of it.
  if (unanswered.length > 0) {
    console.log(`\nNever answered with a success, so hardly tested: ${unanswered.join(', ')}`);
  }
  return isGreen;
}

/**
 * Whether all passes are green; green and a sentence where schemathesis can't be had.
 * @param {string} folder an empty one
 */
export async function runSchemathesis(folder) {
  const found = await getSchemathesis();
  if ('program' in found) {
    return withPortal(folder, (url) => runPasses(found.program, folder, url));
  }
  console.log(`SKIPPED: no schemathesis on this machine: ${found.hindrance}.`);
  return true;
}
