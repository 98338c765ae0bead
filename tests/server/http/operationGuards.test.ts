import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import type { Operation } from '../../../schemas/api/operation.ts';
import { type OperationId, operations } from '../../../schemas/api/operations.ts';
import { features, type Role, roles } from '../../../schemas/entities/access.ts';
import { type Country, countries } from '../../../schemas/entities/market.ts';
import type { ManifestIndex } from '../../../schemas/manifest/compiled.ts';
import { drawBySeed } from '../../../scripts/testing/seed.mjs';
import { compareOperationTable, operationTable } from './support/operationTable.ts';
import { type RealApp, startRealApp, type User } from './support/realApp.ts';

/** Who may call what, on the whole app and with real tokens, as `operationTable` says. */

const holders: readonly (readonly Role[])[] = [
  [],
  ...roles.map((role) => [role]),
  ['portal_user', 'portal_domea'],
  ['portal_admin', 'portal_support'],
];

let app: RealApp;
beforeAll(async () => {
  app = await startRealApp();
});
afterAll(() => app.close());

/** A request that says as little as possible: it changes nothing, and is refused or answered. */
function ask(id: OperationId, country: Country, user?: User): Promise<Response> {
  const { method, path, body }: Operation = operations[id];
  const values: Record<string, string> = { id: user?.subject ?? 'nobody', locale: 'en' };
  const address = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '1');
  return app.call(`http://portal.example.${country.toLowerCase()}${address}`, user, {
    method,
    ...(body && { body: '{}', headers: { 'content-type': 'application/json' } }),
  });
}

async function answerOf(response: Response): Promise<{ status: number; message: string }> {
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json');
  const body = isJson && text ? JSON.parse(text) : {};
  return { status: response.status, message: String(body.message ?? '') };
}

/** Ends what the account's tokens are good for. */
const isLast = (id: OperationId) => id === 'session.end';

test('every call of the API is in the table, once', () => {
  const { found, wanted } = compareOperationTable();
  expect(found).toEqual(wanted);
});

/** Roles are asked in one market; in all of them in a long run. */
const ofRoles = drawBySeed(countries, 1, 'guards');

describe.each(countries)('in %s', (country) => {
  describe.each(Object.entries(operationTable))('%s', (_name, row) => {
    it('asks visitors to sign in, unless it is for anybody', async () => {
      for (const id of row.operations) {
        const { status } = await answerOf(await ask(id, country));
        const isRefused = status === 401 || status === 403;
        expect([id, row.who === 'anybody' ? isRefused : status]).toEqual([
          id,
          row.who === 'anybody' ? false : 401,
        ]);
        expect(status).toBeLessThan(500);
      }
    });
  });

  it
    .skipIf(!ofRoles.includes(country))
    .each(
      holders.flatMap((held) =>
        [true, false].map((hasAll) => [held.join('+') || 'no role', hasAll, held] as const),
      ),
    )('%s, licensed: %s, may call what the table says', async (_name, hasAll, held) => {
    const user = await app.addUser({ country, roles: held, features: hasAll ? features : [] });
    const cells = Object.values(operationTable).flatMap((row) =>
      row.operations.map((id) => ({ id, row })),
    );
    const ordered = cells.toSorted(
      (one, other) => Number(isLast(one.id)) - Number(isLast(other.id)),
    );
    for (const { id, row } of ordered) {
      const { who } = row;
      const isBarred = row.notRole !== undefined && held.includes(row.notRole);
      const isForRole =
        !isBarred &&
        (typeof who === 'string' || [who.anyRole].flat().some((role) => held.includes(role)));
      const isAllowed = isForRole && (hasAll || !row.isLicensed);
      const answer = await answerOf(await ask(id, country, user));
      const isRefused = [401, 403].includes(answer.status) || isNowhere(answer);
      expect([id, isRefused, answer]).toEqual([id, !isAllowed, answer]);
      // Whoever is signed in is never asked to sign in, and nothing breaks.
      expect([id, answer.status]).not.toEqual([id, 401]);
      expect(answer.status).toBeLessThan(500);
    }
  });
});

function isNowhere({ status, message }: { status: number; message: string }): boolean {
  return status === 404 && message.startsWith('There is nothing at this address.');
}

test('the market is the account’s, whatever address it calls', async () => {
  const marketOf = async (at: Country, user: User) => {
    const { market } = (await (await ask('manifest.index', at, user)).json()) as ManifestIndex;
    return market.country;
  };
  const danish = await app.addUser({ country: 'DK', roles: ['portal_admin'], features });
  expect(await marketOf('PL', danish)).toBe('DK');
  const polish = await app.addUser({ country: 'PL', roles: ['portal_admin'], features });
  expect(await marketOf('DK', polish)).toBe('PL');
});

test('a token that is none is as good as none', async () => {
  const user = await app.addUser({ roles: ['portal_support'], features });
  for (const token of [
    '',
    'x',
    `${user.token}x`,
    user.token.slice(1),
    `${user.token}.${user.token}`,
  ]) {
    expect((await ask('session.get', 'PL', { ...user, token })).status).toBe(401);
    expect((await ask('import.list', 'PL', { ...user, token })).status).toBe(401);
  }
});
