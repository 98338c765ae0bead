import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '../../../server/database/open.ts';
import { createTestDatabase } from '../../support/database.ts';
import { startWholePortal, type WholePortal } from '../../support/wholePortal.ts';
import { addAccounts, anAccount } from '../identity/support/accounts.ts';
import { addHouse } from '../imports/support.ts';

let database: Database;
let portal: WholePortal;
let authorization: string;

beforeAll(async () => {
  database = await createTestDatabase();
  await addHouse(database);
  portal = await startWholePortal(database);
  await addAccounts(database, [anAccount('sup', { roles: ['portal_support'] })]);
  authorization = `Bearer ${await portal.tokenOf('sup')}`;
});
afterAll(async () => {
  await portal.close();
  await database.close();
});

const upload = (body: BodyInit, headers: Record<string, string> = {}) =>
  portal.request(`${portal.url}/api/import/readings`, {
    method: 'POST',
    headers: { authorization, ...headers },
    body,
    duplex: 'half',
  } as RequestInit);

it('refuses a file that says it is too large before reading it', async () => {
  const response = await upload('serial;at;value\n', { 'content-length': '1000000001' });
  expect([response.status, (await response.json()).message]).toEqual([
    413,
    expect.stringContaining('larger than 1000 MB'),
  ]);
});

it('reads two files of an account at once, and the others once these are done', async () => {
  const pulled: number[] = [];
  const ends: (() => void)[] = [];
  const files = Array.from({ length: 5 }, (_, index) => {
    const lines = [`serial;at;value\n`, `cold;2026-01-0${index + 1};${index}\n`];
    return new ReadableStream<Uint8Array>(
      {
        async pull(controller) {
          const next = lines.shift();
          if (next?.startsWith('serial')) pulled.push(index);
          if (next) return controller.enqueue(Buffer.from(next));
          await new Promise<void>((resolve) => ends.push(resolve));
          controller.close();
        },
      },
      { highWaterMark: 0 },
    );
  });
  const answers = files.map(async (file) => (await upload(file)).json());
  for (const expected of [2, 3, 4, 5]) {
    await expect.poll(() => pulled.length).toBe(expected);
    await expect.poll(() => ends.length).toBeGreaterThan(0);
    ends.shift()?.();
  }
  await expect.poll(() => ends.length).toBeGreaterThan(0);
  ends.shift()?.();
  const accepted = (await Promise.all(answers)).map((answer) => answer.accepted);
  expect(accepted).toEqual([1, 1, 1, 1, 1]);
}, 60_000);
