import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Database } from '../../../../server/database/open.ts';
import {
  createPayloadAdapter,
  forgetSession,
} from '../../../../server/identity/embedded/payload.repository.ts';
import { createTestDatabase } from '../../../support/database.ts';

let database: Database;
/** What repositories are given. */
const store = () => database.statements;
let adapterOf: ReturnType<typeof createPayloadAdapter>;

beforeAll(async () => {
  database = await createTestDatabase();
  adapterOf = createPayloadAdapter(store());
});
afterAll(() => database.close());

async function listKept(model: string): Promise<string[]> {
  const { rows } = await database.pool.query<{ id: string }>(
    'SELECT id FROM oidc_payload WHERE model = $1 ORDER BY id',
    [model],
  );
  return rows.map(({ id }) => id);
}

describe('what the provider remembers', () => {
  it('is found by its id, uid and user code, in its own kind only', async () => {
    const sessions = adapterOf('Session');
    const payload = { uid: 'uid-1', userCode: 'code-1', accountId: 'somebody' };
    await sessions.upsert('id-1', payload, 60);
    expect(await sessions.find('id-1')).toEqual(payload);
    expect(await sessions.findByUid('uid-1')).toEqual(payload);
    expect(await sessions.findByUserCode('code-1')).toEqual(payload);
    expect(await sessions.find('uid-1')).toBeUndefined();
    expect(await sessions.findByUid('id-1')).toBeUndefined();
    expect(await sessions.findByUserCode('uid-1')).toBeUndefined();
    expect(await sessions.find('id\0-1')).toBeUndefined();
    const others = adapterOf('Grant');
    expect(await others.find('id-1')).toBeUndefined();
    expect(await others.findByUid('uid-1')).toBeUndefined();
  });

  it('is kept anew as a whole', async () => {
    const codes = adapterOf('DeviceCode');
    await codes.upsert('id', { uid: 'u-1', userCode: 'c-1', grantId: 'g-1', kind: 'old' }, 60);
    await codes.upsert('id', { uid: 'u-2', userCode: 'c-2', grantId: 'g-2', kind: 'new' }, 0);
    expect(await codes.find('id')).toBeUndefined();
    const renewed = { uid: 'u-3', userCode: 'c-3', grantId: 'g-3', kind: 'newer' };
    await codes.upsert('id', renewed, 60);
    expect(await codes.find('id')).toEqual(renewed);
    expect(await codes.findByUid('u-3')).toEqual(renewed);
    expect(await codes.findByUserCode('c-3')).toEqual(renewed);
    expect(await codes.findByUid('u-1')).toBeUndefined();
    expect(await codes.findByUserCode('c-1')).toBeUndefined();
    await codes.revokeByGrantId('g-1');
    expect(await codes.find('id')).toEqual(renewed);
    await codes.revokeByGrantId('g-3');
    expect(await codes.find('id')).toBeUndefined();
  });

  it('lasts for ever without an end', async () => {
    const clients = adapterOf('Client');
    await clients.upsert('lasting', { kind: 'x' }, undefined as never);
    expect(await clients.find('lasting')).toEqual({ kind: 'x' });
  });

  it('is used up once, and says when', async () => {
    const codes = adapterOf('AuthorizationCode');
    const tokens = adapterOf('RefreshToken');
    for (const adapter of [codes, tokens]) await adapter.upsert('one', { kind: 'x' }, 60);
    await codes.upsert('two', { kind: 'x' }, 60);
    await codes.consume('one');
    const seconds = Date.now() / 1000;
    const used = await codes.find('one');
    expect(Math.abs(Number(used?.consumed) - seconds)).toBeLessThan(30);
    expect(await codes.find('two')).toEqual({ kind: 'x' });
    expect(await tokens.find('one')).toEqual({ kind: 'x' });
    await expect(codes.consume('one')).rejects.toThrow('invalid_grant');
    await codes.consume('two');
    await tokens.consume('one');
  });

  it('goes alone, or with all of its kind and grant', async () => {
    const tokens = adapterOf('AccessToken');
    const grants = adapterOf('Grant');
    for (const [id, grantId] of Object.entries({ a: 'g', b: 'g', c: 'other' })) {
      await tokens.upsert(id, { grantId }, 60);
      await grants.upsert(id, { grantId }, 60);
    }
    await tokens.destroy('c');
    expect(await listKept('AccessToken')).toEqual(['a', 'b']);
    await grants.revokeByGrantId('g');
    expect(await listKept('Grant')).toEqual(['c']);
    expect(await listKept('AccessToken')).toEqual(['a', 'b']);
    await tokens.revokeByGrantId('g');
    expect(await listKept('AccessToken')).toEqual([]);
  });

  it('goes with its session: what was issued in it, and the session itself', async () => {
    const [sessions, tokens] = [adapterOf('Session'), adapterOf('RefreshToken')];
    await sessions.upsert('here', { uid: 'here-uid' }, 60);
    await sessions.upsert('there', { uid: 'there-uid' }, 60);
    await tokens.upsert('of-here', { sessionUid: 'here-uid' }, 60);
    await tokens.upsert('of-there', { sessionUid: 'there-uid' }, 60);
    await adapterOf('Interaction').upsert('begun', { uid: 'here-uid' }, 60);
    await forgetSession(store(), 'here-uid');
    expect(await listKept('Session')).not.toContain('here');
    expect(await listKept('Session')).toContain('there');
    expect(await listKept('RefreshToken')).not.toContain('of-here');
    expect(await listKept('RefreshToken')).toContain('of-there');
    expect(await listKept('Interaction')).toEqual(['begun']);
    await adapterOf('Interaction').destroy('begun');
  });
});

describe('what has run out', () => {
  it('is cleared away with what comes next, once a minute', async () => {
    const adapter = createPayloadAdapter(store())('Old');
    const clock = vi.spyOn(Date, 'now');
    const start = clock.getMockImplementation()?.() ?? Date.now();
    const at = (milliseconds: number) => clock.mockReturnValue(start + milliseconds);
    at(0);
    await adapter.upsert('first', {}, -60);
    expect(await listKept('Old')).toEqual([]);
    at(59_999);
    await adapter.upsert('second', {}, -60);
    expect(await listKept('Old')).toEqual(['second']);
    at(60_000);
    await adapter.upsert('third', {}, 60);
    expect(await listKept('Old')).toEqual(['third']);
    clock.mockRestore();
  });
});

describe('sign-ins that were begun', () => {
  it('give way to newer ones, a quarter at a time, and nothing else does', async () => {
    const bounded = createPayloadAdapter(store(), { maxInteractions: 8 });
    const begin = async (from: number, until: number) => {
      for (let at = from; at < until; at += 1) {
        await bounded('Interaction').upsert(`begun-${at}`, {}, 60 + at);
        await bounded('PendingFactor').upsert(`step-${at}`, {}, 60 + at);
      }
    };
    await begin(10, 19);
    // The next look is due with the tenth.
    expect(await listKept('Interaction')).toHaveLength(9);
    await begin(19, 20);
    expect(await listKept('Interaction')).toEqual(
      Array.from({ length: 8 }, (_, at) => `begun-${at + 12}`),
    );
    expect(await listKept('PendingFactor')).toHaveLength(10);
  });
});
