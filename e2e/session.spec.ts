import type { BrowserContext, Page, Request } from '@playwright/test';
import { expect, signIn, test } from './support/portal.ts';

/** Times of specification §4 and §7, by a fake clock against the real embedded provider. */

const minutes = (count: number) => count * 60_000;
const tokenAddress = '**/oidc/token';

/** What the page asks of the token endpoint from now on. */
function recordTokenRequests(page: Page): Request[] {
  const requests: Request[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/oidc/token') requests.push(request);
  });
  return requests;
}

function bodyOf(request: Request | undefined): URLSearchParams {
  return new URLSearchParams(request?.postData() ?? '');
}

const grantsOf = (requests: Request[]) => requests.map((one) => bodyOf(one).get('grant_type'));

/** What a journey expects to fail, and the console therefore tells. */
async function expectNoise(page: Page) {
  await page.evaluate(() => undefined);
}

async function expectLoginPage(page: Page, reason: RegExp): Promise<void> {
  await expect(page).toHaveURL(/\/auth\/login$/);
  await expect(page.getByText(reason)).toBeVisible();
}

/** From the login page back through a provider that has forgotten the session. */
async function signInAgain(page: Page, username: string): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
  await page.getByLabel('User name').fill(username);
  await page.getByLabel('Password', { exact: true }).fill('Meterhouse-demo-1');
  await page.getByRole('button', { name: 'Sign in' }).click();
}

test('signing in is by code with PKCE, and leaves tokens in memory only', async ({ page }) => {
  const asked: URL[] = [];
  page.on('request', (request) => asked.push(new URL(request.url())));
  const requests = recordTokenRequests(page);
  await signIn(page, 'admin.pl');

  const authorization = asked.find(({ pathname }) => pathname === '/oidc/auth');
  expect(authorization?.searchParams.get('response_type')).toBe('code');
  expect(authorization?.searchParams.get('code_challenge_method')).toBe('S256');
  expect(authorization?.searchParams.get('code_challenge')).toMatch(/^[\w-]{43}$/);
  expect(grantsOf(requests)).toEqual(['authorization_code']);
  expect(bodyOf(requests[0]).get('code_verifier')).toMatch(/^[\w.~-]{43,}$/);

  const tokens = (await (await requests[0]?.response())?.json()) as Record<string, string>;
  const {
    access_token: access,
    refresh_token: refresh,
    id_token: id,
    expires_in: seconds,
  } = tokens;
  expect(Number(seconds)).toBeLessThanOrEqual(300);
  const kept = await page.evaluate(() =>
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, location.href]),
  );
  for (const token of [access, refresh, id]) {
    expect(token).toBeTruthy();
    expect(kept).not.toContain(token);
    expect(asked.some(({ href }) => href.includes(token ?? ''))).toBe(false);
  }
  expect(kept).not.toMatch(/eyJ[\w-]+\./);
});

test('a token is renewed once for all calls, by a refresh token that works once', async ({
  page,
}) => {
  await page.clock.install();
  await signIn(page, 'admin.pl');
  const requests = recordTokenRequests(page);
  await page.clock.fastForward(minutes(4));
  await page.getByRole('link', { name: 'Consumption' }).first().click();
  await expect(page).toHaveURL(/\/consumption/);
  expect(requests).toEqual([]);

  // The page of a property makes several calls at a time.
  await page.clock.fastForward(minutes(1) + 2000);
  await page.getByRole('link', { name: 'Meterhouse' }).first().click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await page.getByRole('link', { name: 'Consumption' }).first().click();
  await expect.poll(() => grantsOf(requests)).toEqual(['refresh_token']);
  await page.clock.fastForward(minutes(5));
  await expect.poll(() => grantsOf(requests)).toEqual(['refresh_token', 'refresh_token']);
  const [first, second] = requests.map((one) => bodyOf(one).get('refresh_token'));
  expect(second).not.toBe(first);

  const form = Object.fromEntries(bodyOf(requests[0]));
  const replay = await page.request.post('/oidc/token', { form });
  expect(replay.status()).toBe(400);
  expect(await replay.json()).toMatchObject({ error: 'invalid_grant' });
});
