import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../../server/database/open.ts';
import { createTestDatabase } from '../../support/database.ts';
import { startWholePortal, type WholePortal } from '../../support/wholePortal.ts';
import { addAccounts, anAccount, grantProperty } from '../identity/support/accounts.ts';

let database: Database;
let portal: WholePortal;
let token: string;

beforeAll(async () => {
  database = await createTestDatabase();
  portal = await startWholePortal(database);
  const ids = await addAccounts(database, [
    anAccount('asking'),
    anAccount('english', { language: 'en' }),
    anAccount('czech', { language: 'cs' }),
  ]);
  for (const id of ids.values()) await grantProperty(database, id, ['CONSUMPTION_BASIC']);
  token = await portal.tokenOf('asking');
});
afterAll(async () => {
  await portal.close();
  await database.close();
});

/** A public call whose body is a text and little else. */
const check = async (body: string, headers: Record<string, string> = {}) =>
  portal.request('/api/password/forgot/check', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  });
const ofLength = (length: number) => {
  const frame = '{"token":""}';
  return `{"token":"${'x'.repeat(length - frame.length)}"}`;
};
const get = async (to: string) =>
  portal.request(to, { headers: { authorization: `Bearer ${token}` } });

describe('a body', () => {
  it.each([
    [
      'said before',
      (length: number): Record<string, string> => ({ 'content-length': `${length}` }),
    ],
    ['found on the way', () => ({})],
  ])('has a megabyte at most, to the byte, its length %s', async (_how, headers) => {
    expect((await check(ofLength(1_000_000), headers(1_000_000))).status).not.toBe(413);
    const response = await check(ofLength(1_000_001), headers(1_000_001));
    expect(response.status).toBe(413);
    expect(await response.json()).toMatchObject({
      status: 'TOO_LARGE',
      message: 'The body is too large. Send at most 1 MB of JSON.',
    });
  });

  it('is JSON, and said to be', async () => {
    expect((await check('{')).status).toBe(400);
    expect((await check('{}', { 'content-type': 'text/plain' })).status).toBe(415);
    const charset = { 'content-type': 'application/json; charset=utf-8' };
    expect((await check('{"token":"x"}', charset)).status).toBe(200);
  });

  it('is refused when nothing says what it is', async () => {
    const bytes = new TextEncoder().encode('{"token":"x"}');
    const response = await portal.request('/api/password/forgot/check', {
      method: 'POST',
      body: bytes,
    });
    expect(response.status).toBe(415);
  });

  it('has thirty levels at most', async () => {
    const deep = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
    const messageOf = async (text: string) => (await (await check(text)).json()).message;
    expect(await messageOf(deep(31))).not.toContain('nested deeper');
    expect(await messageOf(deep(32))).toContain('nested deeper than 30 levels');
  });
});

describe('a query', () => {
  it('has no parameter that the call doesn’t know', async () => {
    const response = await get('/api/property?page=0&colour=red');
    expect(response.status).toBe(400);
    const body = await response.json();
    expect(body).toMatchObject({ status: 'VALIDATION_FAILED', errors: [{ field: 'query' }] });
    expect(body.message).toContain('colour');
    expect((await get('/api/property?page=0')).status).toBe(200);
  });

  it('gives each parameter once that is no list', async () => {
    const response = await get('/api/property?page=0&page=1');
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ errors: [{ field: 'query.page' }] });
    expect((await get('/api/property?filter=name:a&filter=city:b')).status).toBe(200);
    expect((await get('/api/property?filter=name:a')).status).toBe(200);
  });
});

describe('what is wrong with a request', () => {
  const query = '/api/property?page=x';
  it.each([
    ['asking', 'Żądanie jest nieprawidłowe. ', 'query.page', 'oczekiwano liczby'],
    ['czech', 'Požadavek není platný. ', 'query.page', 'očekává se číslo'],
    ['english', 'The request is not valid. ', 'query.page', 'expected a number'],
  ])(
    'is said to %s in their language, and nothing of it in another',
    async (who, begin, field, message) => {
      const headers = { authorization: `Bearer ${await portal.tokenOf(who)}` };
      const body = await (await portal.request(query, { headers })).json();
      expect(body).toMatchObject({
        status: 'VALIDATION_FAILED',
        message: `${begin}${field}: ${message}`,
        errors: [{ field, message }],
      });
      expect(Object.keys(body.errors[0])).toEqual(['field', 'message']);
    },
  );

  it('is said to visitors in their market’s', async () => {
    const { errors } = await (await check('{"token":7}')).json();
    expect(errors).toEqual([{ field: 'body.token', message: 'oczekiwano tekstu' }]);
  });
});

it('nothing is answered below /api that is no call', async () => {
  const response = await get('/api/nothing');
  expect(response.status).toBe(404);
  expect(await response.json()).toMatchObject({ status: 'NOT_FOUND' });
});
