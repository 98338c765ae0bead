import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../server/database/open.ts';
import { createLogger } from '../../server/logging.ts';
import { createTestDatabase } from '../support/database.ts';
import { startWholePortal, type WholePortal } from '../support/wholePortal.ts';

const lines: string[] = [];
const logger = createLogger('info', { write: (line) => void lines.push(line) });

function written(fields: object): string {
  lines.length = 0;
  logger.error(fields, 'It failed');
  return lines.join('');
}

describe('a line of the log', () => {
  it.each([
    ['a password in an address', 'connect postgres://portal:hunter2@db.example:5432/x', 'hunter2'],
    ['a token in a head', 'sent Authorization: Bearer abcdef0123456789', 'abcdef0123456789'],
    ['a token by itself', `refused eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln`, 'eyJ'],
    ['a code in an address', 'GET /callback?code=SplxlOBeZQQYbYS6WxSbIA&state=1', 'Splxl'],
    ['a ticket in an address', 'GET /file?ticket=0123456789&x=1', '0123456789'],
    ['a token in an address', 'POST /unsubscribe/abc.def failed', 'abc.def'],
  ])('has no secrets: %s', (_, message, secret) => {
    const line = written({ err: new Error(message) });
    expect(line).toContain('It failed');
    expect(line).not.toContain(secret);
    expect(JSON.parse(line).err.stack).toContain('logging.test.ts');
  });

  it('says of an error what an operator needs, and nothing of anybody’s data', () => {
    const cause = Object.assign(new Error('duplicate key value'), {
      code: '23505',
      constraint: 'account_email_key',
      detail: 'Key (email)=(anna@example.pl) already exists.',
      parameters: ['anna@example.pl'],
    });
    const tried = new AggregateError([new Error('connect ECONNREFUSED ::1')], 'No address answers');
    const { err } = JSON.parse(written({ err: new Error('It broke', { cause }) }));
    expect(err).toMatchObject({
      type: 'Error',
      message: 'It broke',
      cause: { message: 'duplicate key value', code: '23505', constraint: 'account_email_key' },
    });
    expect(JSON.stringify(err)).not.toContain('anna');
    expect(written({ err: tried })).toContain('connect ECONNREFUSED ::1');
    tried.errors.push(tried);
    expect(written({ err: tried })).toContain('No address answers');
  });
});

describe('a request', () => {
  const log: string[] = [];
  let database: Database;
  let portal: WholePortal;
  beforeAll(async () => {
    database = await createTestDatabase();
    portal = await startWholePortal(database, { log: (line) => void log.push(line) });
  });
  afterAll(async () => {
    await portal.close();
    await database.close();
  });

  const ask = (path: string, headers: Record<string, string> = {}) =>
    fetch(`${portal.url}${path}`, { headers: { authorization: 'Bearer none', ...headers } });
  const idOf = (response: Response) => response.headers.get('x-request-id');

  it('is found in the log by the id that its answer has, or that a trusted proxy gave it', async () => {
    const [own, given] = [
      await ask('/api/session'),
      await ask('/api/session', { 'x-request-id': 'proxy-4711' }),
    ];
    expect(idOf(own)).toMatch(/^[0-9a-f-]{36}$/);
    expect(idOf(given)).toBe('proxy-4711');
    const refused = log.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'Call refused');
    expect(refused.map(({ requestId }) => requestId)).toEqual([idOf(own), 'proxy-4711']);
  });

  it('gets another id for one that would spoil the log', async () => {
    const given = await ask('/oidc/.well-known/openid-configuration', {
      'x-request-id': 'a "b" c',
    });
    expect(given.status).toBe(200);
    expect(idOf(given)).toMatch(/^[0-9a-f-]{36}$/);
  });
});
