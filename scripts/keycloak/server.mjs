import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ToolError } from '../bootstrap/execute.mjs';
import { house } from '../bootstrap/house.mjs';
import { findFreePort } from '../testing/freePort.mjs';

const patience = 240_000;
const interval = 500;
/** What is shown of a Keycloak that doesn't start. */
const shownLines = 40;

const admin = { username: 'admin', password: randomUUID() };

/** @typedef {{ url: string, admin: typeof admin }} Keycloak */

/**
 * Does the work with a Keycloak that has the operators' realm for a portal at the given address. It
 * keeps everything in memory, and ends afterwards, also when this process is ended by a signal.
 * @template T
 * @param {string} home of `getKeycloak`
 * @param {string} portalUrl
 * @param {(keycloak: Keycloak) => Promise<T>} work
 */
export async function withKeycloak(home, portalUrl, work) {
  const imports = join(home, 'data', 'import');
  mkdirSync(imports, { recursive: true });
  copyFileSync(join(house, 'docs', 'keycloak', 'realm.json'), join(imports, 'realm.json'));
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const address = ['--http-host', '127.0.0.1', '--http-port', String(port)];
  const options = ['start-dev', '--import-realm', '--db', 'dev-mem', ...address];
  const child = spawn('sh', [join(home, 'bin', 'kc.sh'), ...options], {
    env: {
      ...process.env,
      KC_BOOTSTRAP_ADMIN_USERNAME: admin.username,
      KC_BOOTSTRAP_ADMIN_PASSWORD: admin.password,
      KC_CACHE: 'local',
      JAVA_OPTS_KC_HEAP: '-Xms64m -Xmx384m',
      METERHOUSE_PORTAL_URL: portalUrl,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own: the shell starts a Java, and would leave it behind.
    detached: true,
  });
  let log = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      log += text;
    });
  }
  const ended = new Promise((resolve) => {
    child.once('error', resolve);
    child.once('close', resolve);
  });
  const stop = () => {
    if (child.pid === undefined) return;
    try {
      process.kill(-child.pid, 'SIGTERM');
    } catch {
      // It has ended by itself.
    }
  };
  process.on('exit', stop);
  try {
    const start = performance.now();
    await waitUntilReady(url, ended, () => log);
    const seconds = ((performance.now() - start) / 1000).toFixed(0);
    console.log(`Keycloak listens on ${url} after ${seconds} s`);
    return await work({ url, admin });
  } finally {
    process.off('exit', stop);
    stop();
    await ended;
  }
}

/**
 * @param {string} url
 * @param {Promise<unknown>} ended
 * @param {() => string} readLog
 */
async function waitUntilReady(url, ended, readLog) {
  let hasEnded = false;
  void ended.then(() => {
    hasEnded = true;
  });
  const document = `${url}/realms/meterhouse/.well-known/openid-configuration`;
  for (const end = Date.now() + patience; Date.now() < end && !hasEnded; await sleep(interval)) {
    const answer = await fetch(document).catch(() => undefined);
    if (answer?.ok) return;
  }
  const lines = readLog().trimEnd().split('\n').slice(-shownLines).join('\n');
  throw new ToolError('Keycloak did not start: what it said is above.', lines);
}

/**
 * The secret that Keycloak made up for a client when it read the realm, as an operator copies it.
 * @param {Keycloak} keycloak
 * @param {string} clientId
 * @returns {Promise<string>}
 */
export async function readClientSecret({ url, admin: { username, password } }, clientId) {
  const credentials = { grant_type: 'password', client_id: 'admin-cli', username, password };
  const answer = await fetch(`${url}/realms/master/protocol/openid-connect/token`, {
    method: 'POST',
    body: new URLSearchParams(credentials),
  });
  const { access_token: token } = await answer.json();
  const clients = await fetch(`${url}/admin/realms/meterhouse/clients?clientId=${clientId}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  return (await clients.json())[0].secret;
}
