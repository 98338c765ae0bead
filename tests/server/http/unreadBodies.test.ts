import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '../../../server/database/open.ts';
import { createTestDatabase } from '../../support/database.ts';
import { startWholePortal, type WholePortal } from '../../support/wholePortal.ts';
import { addAccounts, anAccount } from '../identity/support/accounts.ts';

/**
 * Whoever sends too much is told so over a real connection, which isn't closed before the answer was
 * read: it goes on where the whole body came, and ends where somebody sends on (RFC 9110, 15.5.14).
 */

let database: Database;
let portal: WholePortal;
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

beforeAll(async () => {
  database = await createTestDatabase();
  portal = await startWholePortal(database);
  await addAccounts(database, [anAccount('sup', { roles: ['portal_support'] })]);
});
afterAll(async () => {
  agent.destroy();
  await portal.close();
  await database.close();
});

function post(path: string, headers: Readonly<Record<string, string>>) {
  const call = request(`${portal.url}${path}`, { method: 'POST', agent, headers });
  const answer = once(call, 'response').then(async ([response]: IncomingMessage[]) => {
    const body = JSON.parse(await text(response as IncomingMessage));
    return { status: response?.statusCode, body };
  });
  return { call, answer };
}

it('says so of a file while it is still being sent, and ends the connection after that', async () => {
  const { call, answer } = post('/api/import/readings', {
    authorization: `Bearer ${await portal.tokenOf('sup')}`,
    'content-type': 'text/csv',
    'content-length': '1000000001',
  });
  const ended = new Promise((resolve) => call.once('close', resolve));
  let isTold = false;
  const told = answer.finally(() => {
    isTold = true;
  });
  call.on('error', () => undefined);
  while (!isTold) {
    call.write('serial;at;value\n'.repeat(1000));
    await Promise.race([once(call, 'drain'), told]);
  }
  expect(await told).toMatchObject({ status: 413, body: { status: 'TOO_LARGE' } });
  await ended;
  expect(call.socket?.destroyed).toBe(true);
});

const much = 'x'.repeat(2_000_000);
const json = { 'content-type': 'application/json' };
const csv = { 'content-type': 'text/csv' };

it.each<[string, string, Record<string, string>, string, number]>([
  ['JSON of a length said before', '/api/password/forgot/check', json, `{"token":"${much}"}`, 413],
  [
    ...(['JSON whose length shows on the way', '/api/password/forgot/check'] as const),
    { ...json, 'transfer-encoding': 'chunked' },
    ...([`{"token":"${much}"}`, 413] as const),
  ],
  ['a file without a header', '/api/import', csv, `a;b;c\n${much}`, 422],
  ['a body at an address that takes none', '/api/session', csv, much, 405],
  ['a file of a stranger', '/api/import', { ...csv, authorization: 'Bearer x' }, much, 401],
])('says so of %s, takes it in, and goes on over the same connection', async (...given) => {
  const [, path, headers, body, status] = given;
  const authorization = `Bearer ${await portal.tokenOf('sup')}`;
  const { call, answer } = post(path, {
    authorization,
    ...headers,
    ...(!headers['transfer-encoding'] && { 'content-length': `${body.length}` }),
  });
  call.end(body);
  expect((await answer).status).toBe(status);
  const next = post('/api/password/forgot/check', json);
  next.call.end('{"token":"x"}');
  expect(await next.answer).toEqual({ status: 200, body: { state: 'INVALID' } });
  expect(next.call.reusedSocket).toBe(true);
});
