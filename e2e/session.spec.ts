import type { Page, Request } from '@playwright/test';
import { answerEmbedded, expect as baseExpect, signInByHand, test } from './support/portal.ts';

/** Times of specification §4 and §7, by a fake clock against the real embedded provider. */

// What a clock that jumps sets off goes through the provider and back.
const expect = baseExpect.configure({ timeout: 30_000 });

const minutes = (count: number) => count * 60_000;
const password = 'Meterhouse-demo-1';

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

async function expectLoginPage(page: Page, reason: string): Promise<void> {
  await expect(page).toHaveURL(/\/auth\/login$/);
  await expect(page.getByRole('status').filter({ hasText: reason })).toBeVisible();
}

const idle = 'You were logged out because nothing had happened for 15 minutes.';
const ended = 'Your session has ended.';
const elsewhere = 'You logged out in another tab';

/** Resolves once the page has renewed its token and has used the new one. */
async function untilRenewed(page: Page): Promise<Request> {
  const renewing = page.waitForResponse(
    (answer) => answer.url().endsWith('/oidc/token') && answer.ok(),
  );
  await page.waitForResponse(async (answer) => {
    if (!answer.url().endsWith('/api/session')) return false;
    const { access_token } = await (await renewing).json();
    return (await answer.request().headerValue('authorization')) === `Bearer ${access_token}`;
  });
  return (await renewing).request();
}

/** Moves the clock on until then. */
async function renew(page: Page): Promise<Request> {
  const renewed = untilRenewed(page);
  await page.clock.fastForward(minutes(5));
  return renewed;
}

/** From the login page through a provider that has forgotten the session. */
async function signInAgain(page: Page, username: string): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
  await page.getByLabel('User name').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

const warningOf = (page: Page) => page.getByRole('alertdialog', { name: 'Are you still there?' });

test('signing in is by code with PKCE, and leaves tokens in memory only', async ({ page }) => {
  const asked: URL[] = [];
  page.on('request', (request) => asked.push(new URL(request.url())));
  const requests = recordTokenRequests(page);
  await signInByHand(page, 'user.dk');

  const authorization = asked.find(({ pathname }) => pathname === '/oidc/auth');
  expect(authorization?.searchParams.get('response_type')).toBe('code');
  expect(authorization?.searchParams.get('code_challenge_method')).toBe('S256');
  expect(authorization?.searchParams.get('code_challenge')).toMatch(/^[\w-]{43}$/);
  expect(grantsOf(requests)).toEqual(['authorization_code']);
  expect(bodyOf(requests[0]).get('code_verifier')).toMatch(/^[\w.~-]{43,}$/);

  const answer = await requests[0]?.response();
  const { access_token, refresh_token, id_token, expires_in } = (await answer?.json()) ?? {};
  expect(expires_in).toBeLessThanOrEqual(300);
  const kept = await page.evaluate(() =>
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, location.href]),
  );
  for (const token of [access_token, refresh_token, id_token]) {
    expect(token).toBeTruthy();
    expect(kept).not.toContain(token);
  }
  const addresses = asked.map(({ href }) => href).join(' ');
  expect(addresses).not.toContain(access_token);
  expect(addresses).not.toContain(refresh_token);
});

test('a token is renewed once for all calls, by a refresh token that works once', async ({
  page,
  request,
}) => {
  await page.clock.install();
  await signInByHand(page, 'admin.pl');
  const requests = recordTokenRequests(page);
  await page.clock.fastForward(minutes(4));
  await page.getByRole('main').getByRole('link', { name: 'Przegląd zużycia' }).click();
  await expect(page.getByRole('region', { name: 'Lista' })).toBeVisible();
  expect(requests).toEqual([]);

  // Several calls together, and the look at the session.
  const renewed = untilRenewed(page);
  await page.clock.fastForward(minutes(1));
  await page.getByRole('link', { name: 'Meterhouse' }).first().click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await page.getByRole('main').getByRole('link', { name: 'Przegląd zużycia' }).click();
  await expect(page.getByRole('region', { name: 'Lista' })).toBeVisible();
  await renewed;
  expect(grantsOf(requests)).toEqual(['refresh_token']);
  await renew(page);
  await expect.poll(() => grantsOf(requests)).toEqual(['refresh_token', 'refresh_token']);
  const [first, second] = requests.map((one) => bodyOf(one).get('refresh_token'));
  expect(second).not.toBe(first);

  const form = Object.fromEntries(bodyOf(requests[0]));
  // By somebody who hasn't got the session's cookie, which lets a browser ask again for a minute.
  const replay = await request.post('/oidc/token', { form });
  expect(replay.status()).toBe(400);
  expect(await replay.json()).toMatchObject({ error: 'invalid_grant' });
});

test.describe('a refresh that is refused', () => {
  test.use({ expectedFaults: /oidc\/token/ });

  test('leads to the login page, and from there back to the page asked for', async ({
    page,
    request,
  }) => {
    await page.clock.install();
    await signInByHand(page, 'admin.dk');
    await page.goto('/contact-form?from=mail#top');
    await expect(page.getByRole('button', { name: 'admin.dk' })).toBeVisible();
    // A refresh token that comes a second time was stolen: the provider takes back all of them.
    const form = Object.fromEntries(bodyOf(await renew(page)));
    expect((await request.post('/oidc/token', { form })).status()).toBe(400);

    await page.clock.fastForward(minutes(5));
    await expectLoginPage(page, ended);
    await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
    // The provider's own session has ended, too.
    await answerEmbedded(page, 'admin.dk', password);
    await expect(page).toHaveURL(/\/contact-form\?from=mail#top$/);
    await expect(page.getByText(ended)).toBeHidden();
  });
});

test.describe('a provider that is away', () => {
  test.use({ expectedFaults: /oidc\/token/ });

  test('for a moment is asked again; for longer, the page stays and says so, until it is back', async ({
    page,
  }) => {
    await page.clock.install();
    await signInByHand(page, 'admin.dk');
    let faults = 1;
    await page.route('**/oidc/token', async (route) => {
      faults -= 1;
      if (faults < 0) await route.continue();
      else await route.fulfill({ status: 503, body: 'Service Unavailable' });
    });
    await renew(page);
    expect(faults).toBeLessThan(0);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page).toHaveURL(/\/dashboard$/);
    const notice = page.getByText('We can’t renew your sign-in');
    await expect(notice).toBeHidden();
    faults = 100;
    await page.clock.fastForward(minutes(5));
    await expect(notice).toBeVisible();
    await expect(page).toHaveURL(/\/dashboard$/);
    faults = 0;
    await page.clock.fastForward(minutes(1));
    await expect(notice).toBeHidden();
    await expect(page).toHaveURL(/\/dashboard$/);
  });
});

test.describe('two tabs', () => {
  // Both time out at once: what one has just asked for is refused when the other was quicker.
  test.use({
    expectedFaults: /401 .*\/api\/(session|property|consumption|dashboard)|400 .*\/oidc\/token/,
  });

  test('idle tabs warn for a minute, then log out at the provider, all of them', async ({
    context,
    page,
  }) => {
    await context.clock.install();
    await signInByHand(page, 'sub.dk');
    const other = await context.newPage();
    await other.goto('/contact-form?from=a#b');
    await expect(other.getByRole('heading', { level: 1 })).toBeVisible();
    const forward = async (milliseconds: number) => {
      await context.clock.fastForward(milliseconds);
    };

    await forward(minutes(14) - 5000);
    await expect(warningOf(page)).toBeHidden();
    await forward(10_000);
    await expect(warningOf(page)).toBeVisible();
    await expect(warningOf(other)).toBeVisible();
    await expect(warningOf(page)).toContainText(/You will be logged out in 5\d seconds/);
    await other.bringToFront();
    await expect(warningOf(other).getByRole('button', { name: 'Stay signed in' })).toBeFocused();
    // Only the button counts here.
    await other.keyboard.press('a');
    await other.mouse.move(50, 50);
    await forward(3000);
    await expect(warningOf(other)).toBeVisible();
    await warningOf(other).getByRole('button', { name: 'Stay signed in' }).click();
    await forward(1000);
    await expect(warningOf(other)).toBeHidden();
    await expect(warningOf(page)).toBeHidden();

    await forward(minutes(15));
    await expectLoginPage(page, idle);
    await expectLoginPage(other, idle);
    await signInAgain(other, 'sub.dk');
    await expect(other).toHaveURL(/\/contact-form\?from=a#b$/);
    await expect(other.getByText(idle)).toBeHidden();
  });
});

test('a tab that is opened again after a long time is not signed in', async ({ context, page }) => {
  await signInByHand(page, 'sub.dk');
  await page.close();
  const next = await context.newPage();
  await next.clock.install({ time: Date.now() + minutes(16) });
  await next.goto('/contact-form');
  await expectLoginPage(next, idle);
  await signInAgain(next, 'sub.dk');
  await expect(next).toHaveURL(/\/contact-form$/);
});

test('logging out ends the session for the server at once, and in other tabs', async ({
  context,
  page,
}) => {
  await signInByHand(page, 'sub.dk');
  const other = await context.newPage();
  await other.goto('/contact-form');
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible();
  const [call] = await Promise.all([
    other.waitForRequest('**/api/session'),
    other.waitForTimeout(0),
  ]);
  const headers = { authorization: (await call.allHeaders()).authorization ?? '' };
  expect((await page.request.get('/api/session', { headers })).status()).toBe(200);
  await page.getByRole('button', { name: 'sub.dk' }).click();
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(page).toHaveURL(/\/auth\/login$/);
  await expect(page.getByText('Your session has ended')).toBeHidden();
  await expectLoginPage(other, elsewhere);
  expect((await page.request.get('/api/session', { headers })).status()).toBe(401);
  await signInAgain(other, 'sub.dk');
  await expect(other).toHaveURL(/\/contact-form$/);
});

test.describe('a session that is ended elsewhere', () => {
  test.use({
    expectedFaults:
      /401 .*\/api\/(session|property|consumption|dashboard)|400 .*\/oidc\/token|423 .*\/api\//,
  });

  test('leads to the login page within five seconds', async ({ page }) => {
    await page.clock.install();
    const requests = recordTokenRequests(page);
    await signInByHand(page, 'domea.dk');
    const { id_token: hint } = (await (await requests[0]?.response())?.json()) ?? {};
    const ending = `/oidc/session/end?id_token_hint=${hint}`;
    expect((await page.request.get(ending, { maxRedirects: 0 })).status()).toBeLessThan(400);
    // By the page's clock: how long the provider then takes is another matter.
    await page.clock.fastForward(5000);
    await expectLoginPage(page, ended);
  });

  test('an account that is blocked meanwhile gets its page', async ({ page }) => {
    await signInByHand(page, 'user.dk');
    const body = { status: 'ACCOUNT_BLOCKED', message: 'x', errors: [], code: 1102 };
    const json = { ...body, timestamp: new Date().toISOString() };
    await page.route('**/api/session', (route) => route.fulfill({ status: 423, json }));
    await expect(page).toHaveURL(/\/auth\/blocked-user$/);
    await expect(page.getByRole('heading', { name: 'Account blocked' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'user.dk' })).toBeHidden();
  });
});
