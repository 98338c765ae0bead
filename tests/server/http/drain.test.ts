import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '../../../server/database/open.ts';
import { createTestDatabase } from '../../support/database.ts';
import { startWholePortal, type WholePortal } from '../../support/wholePortal.ts';
import { addAccounts, anAccount, grantProperty } from '../identity/support/accounts.ts';
import { addHouse, importText } from '../imports/support.ts';

let database: Database;
let portal: WholePortal;

beforeAll(async () => {
  database = await createTestDatabase();
  await addHouse(database);
  portal = await startWholePortal(database);
  const ids = await addAccounts(database, [
    anAccount('ann'),
    anAccount('sup', { roles: ['portal_support'] }),
  ]);
  await grantProperty(database, ids.get('ann') as number, ['CONSUMPTION_BASIC']);
});
afterAll(async () => {
  await portal.close();
  await database.close();
});

interface Answer {
  readonly status: number | string;
  readonly body: string;
}

function send(
  path: string,
  options: {
    token?: string;
    agent?: Agent;
    body?: AsyncIterable<string>;
    onAnswer?: () => void;
  } = {},
): Promise<Answer> {
  const { token, agent, body, onAnswer } = options;
  return new Promise((resolve) => {
    const call = request(`${portal.url}${path}`, {
      method: body ? 'POST' : 'GET',
      ...(agent && { agent }),
      ...(token && { headers: { authorization: `Bearer ${token}` } }),
    });
    call.once('error', (error: NodeJS.ErrnoException) =>
      resolve({ status: error.code ?? error.message, body: '' }),
    );
    call.once('response', (response) => {
      onAnswer?.();
      let text = '';
      response.on('data', (piece) => {
        text += piece;
      });
      response.once('error', (error) => resolve({ status: error.message, body: text }));
      response.once('end', () => resolve({ status: response.statusCode ?? 0, body: text }));
    });
    void (async () => {
      for await (const piece of body ?? []) call.write(piece);
      call.end();
    })();
  });
}

const line = (index: number) =>
  `room;${new Date(Date.UTC(2024, 0, 1) + index * 600_000).toISOString()};${index % 40}\n`;

it('ends without a failed call: says so first, ends streams, finishes calls, stops an import', async () => {
  const token = await portal.tokenOf('ann');
  const opened = Promise.withResolvers<void>();
  const stream = send('/api/manifest/events', { onAnswer: opened.resolve });
  await opened.promise;
  const agent = new Agent({ keepAlive: true, maxSockets: 20 });
  let mayAsk = true;
  const answers: Answer[] = [];
  const load = Array.from({ length: 20 }, async () => {
    while (mayAsk) answers.push(await send('/api/session', { token, agent }));
  });
  const balancer = (async () => {
    while (mayAsk) {
      if ((await send('/readyz')).status !== 200) mayAsk = false;
      await sleep(20);
    }
  })();
  let isSending = true;
  let sent = 0;
  const upload = send('/api/import/readings', {
    token: await portal.tokenOf('sup'),
    onAnswer: () => {
      isSending = false;
    },
    body: (async function* () {
      yield 'serial;at;value\n';
      // The file is known by its first MiB, and its end never comes.
      while (isSending) {
        for (let turn = 0; turn < 500; turn++) yield line(sent++);
        await sleep(5);
      }
    })(),
  });
  const countStored = async () =>
    (await database.pool.query('SELECT lines FROM import_run')).rows[0]?.lines ?? 0;
  // Each of the twenty has had an answer before, and some ask again while it stops.
  while ((await countStored()) === 0 || answers.length <= 20) await sleep(20);
  const before = answers.length;

  const started = performance.now();
  await portal.drain.stop();
  const took = performance.now() - started;
  await Promise.all([...load, balancer]);
  agent.destroy();

  expect(answers.length).toBeGreaterThan(before);
  expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
  expect((await stream).body).toMatch(/event: stopping\ndata: \nretry: \d{4}\n\n$/);
  const cutOff = await upload;
  expect([cutOff.status, JSON.parse(cutOff.body).status]).toEqual([503, 'UNAVAILABLE']);
  expect(took).toBeLessThan(25_000);
  expect((await send('/readyz', { agent: new Agent() })).status).toBe('ECONNREFUSED');

  const stored = await countStored();
  const all = function* () {
    yield 'serial;at;value\n';
    for (let index = 0; index < sent; index++) yield line(index);
  };
  const result = await importText(database, all());
  expect(result).toMatchObject({ accepted: sent, duplicates: 0, rejected: 0 });
  expect(result.lines).toBeGreaterThan(stored);
}, 120_000);
