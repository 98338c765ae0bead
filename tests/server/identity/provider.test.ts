import { createHash } from 'node:crypto';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../../server/database/open.ts';
import { createTestDatabase } from '../../support/database.ts';
import { addAccounts, anAccount, password } from './support/accounts.ts';
import { Browser } from './support/browser.ts';
import { clientId, startPortal, type TestPortal } from './support/portal.ts';

let database: Database;
let portal: TestPortal;

beforeAll(async () => {
  database = await createTestDatabase();
  portal = await startPortal(database);
  await addAccounts(database, [anAccount('late'), anAccount('long'), anAccount('plain')]);
});
afterAll(async () => {
  await portal.close();
  await database.close();
});

const minute = 60;
const hour = 60 * minute;

describe('the embedded provider’s sign-in', () => {
  const begin = (browser: Browser, challenge: Record<string, string>) =>
    browser.visit(
      `/oidc/auth?${new URLSearchParams({
        client_id: clientId,
        response_type: 'code',
        scope: 'openid profile',
        redirect_uri: `${portal.url}/auth/callback`,
        ...challenge,
      })}`,
    );
  const verifier = 'v'.repeat(43);

  it('begins with PKCE only, by a hash', async () => {
    const browser = new Browser(portal.url);
    const none = await begin(browser, {});
    expect(none.url.searchParams.get('error')).toBe('invalid_request');
    const plain = { code_challenge: verifier, code_challenge_method: 'plain' };
    expect((await begin(browser, plain)).url.searchParams.get('error')).toBe('invalid_request');
    const code_challenge = createHash('sha256').update(verifier).digest('base64url');
    const hashed = await begin(browser, { code_challenge, code_challenge_method: 'S256' });
    expect(hashed.url.pathname).toMatch(/^\/oidc\/interaction\//);
  });

  it('takes a form of eight kilobytes, to the byte', async () => {
    const browser = new Browser(portal.url);
    const { url } = await browser.openSignIn();
    const statusOf = async (bytes: number) => {
      const frame = 'username=late&password=';
      const body = new URLSearchParams(`${frame}${'x'.repeat(bytes - frame.length)}`);
      return (await browser.visit(url.href, { method: 'POST', body })).response.status;
    };
    expect(await statusOf(8192)).toBe(200);
    expect(await statusOf(8193)).toBe(413);
  });

  it('gives no code in the address of a token, and no token in an address', async () => {
    for (const response_type of ['token', 'id_token', 'code id_token']) {
      const { url, response } = await begin(new Browser(portal.url), { response_type });
      expect([response_type, response.status, url.hash.includes('token=')]).toEqual([
        response_type,
        expect.any(Number),
        false,
      ]);
      expect(url.href).not.toMatch(/interaction/);
    }
  });
});

/** Seconds from now to the end of what the provider remembers of an account or a sign-in, by kind. */
async function lifetimes(where: string, value: string): Promise<Record<string, number>> {
  const { rows } = await database.pool.query<{ model: string; seconds: number }>(
    `SELECT model, max(extract(epoch FROM expires_at - now()))::float8 AS seconds
     FROM oidc_payload WHERE ${where} = $1 GROUP BY model`,
    [value],
  );
  return Object.fromEntries(rows.map(({ model, seconds }) => [model, seconds]));
}

const subjectOf = async (username: string) => {
  const { rows } = await database.pool.query<{ subject: string }>(
    'SELECT subject FROM account WHERE username = $1',
    [username],
  );
  return rows[0]?.subject ?? '';
};

/** As if it had happened so many seconds before. */
const age = (where: string, value: string, seconds: number) =>
  database.pool.query(
    `UPDATE oidc_payload SET expires_at = expires_at - make_interval(secs => $2), payload = payload
       || jsonb_build_object('exp', (payload->>'exp')::bigint - $2::bigint)
       || jsonb_strip_nulls(jsonb_build_object('loginTs', (payload->>'loginTs')::bigint - $2::bigint))
     WHERE ${where} = $1`,
    [value, seconds],
  );

describe('what the embedded provider remembers', () => {
  const near = (seconds: number) => expect.closeTo(seconds, -2);

  it('ends in its time: a working day, or what a page may be late', async () => {
    const browser = new Browser(portal.url);
    await browser.signIn('long', password);
    expect(await lifetimes("payload->>'accountId'", await subjectOf('long'))).toEqual({
      Session: near(12 * hour),
      Grant: near(12 * hour),
      AuthorizationCode: near(minute),
      RefreshToken: near(17 * minute),
    });
  });

  it('asks for the password again after twelve hours, however busy the session was', async () => {
    const browser = new Browser(portal.url);
    const { access_token: token } = await browser.signIn('long', password);
    // A call of just now: the session has not rested.
    expect((await browser.readSession(token)).status).toBe(200);
    const subject = await subjectOf('long');
    const silently = async () => (await browser.openSignIn({ prompt: 'none' })).url.searchParams;
    await age("payload->>'accountId'", subject, 12 * hour - 5 * minute);
    expect((await silently()).get('code')).toBeTruthy();
    // Its use doesn't make it longer.
    await age("payload->>'accountId'", subject, 6 * minute);
    expect((await silently()).get('error')).toBe('login_required');
  });

  it('keeps a sign-in that was begun for an hour', async () => {
    const browser = new Browser(portal.url);
    const { url } = await browser.openSignIn();
    const id = url.pathname.split('/').at(-1) ?? '';
    expect(await lifetimes('id', id)).toEqual({ Interaction: near(hour) });
    await age('id', id, hour - minute);
    expect((await browser.fetch(url.href)).status).toBe(200);
    await age('id', id, 2 * minute);
    const { response } = await browser.submit(url, 'late', password);
    expect(response.status).toBe(400);
    expect(response.headers.get('location')).toBeNull();
  });

  it('takes a code for a minute', async () => {
    const browser = new Browser(portal.url);
    const { url, verifier } = await browser.openSignIn();
    const { url: callback } = await browser.submit(url, 'late', password);
    await age("payload->>'accountId'", await subjectOf('late'), 61);
    expect(await browser.exchange(callback, verifier)).toMatchObject({ error: 'invalid_grant' });
  });
});

describe('the pages of the embedded provider', () => {
  async function headersAt(publicUrl: string) {
    const other = await startPortal(database, { config: { PUBLIC_URL: publicUrl } });
    const request = new IncomingMessage(new Socket());
    Object.assign(request, { method: 'GET', url: '/oidc/.well-known/openid-configuration' });
    const response = new ServerResponse(request);
    other.identity.provider?.(request, response);
    // Its keys are asked for first.
    await new Promise(setImmediate);
    const headers = response.getHeaders();
    await other.close();
    return headers;
  }

  it('make browsers keep to https where the portal has it', async () => {
    expect(await headersAt('https://portal.example')).toMatchObject({
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
    });
    expect(await headersAt('http://localhost:3000')).not.toHaveProperty(
      'strict-transport-security',
    );
  });
});
