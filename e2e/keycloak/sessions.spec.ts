import { execFileSync } from 'node:child_process';
import {
  answerKeycloak,
  askSession,
  expect,
  expectDashboard,
  inviteToKeycloak,
  openKeycloak,
  signIn,
  test,
  tokensOf,
  tokenUrl,
  watchTokenRequests,
} from './support/journeys.ts';
import {
  directory,
  issuer,
  makeStranger,
  openAdministration,
  portalClientId,
} from './support/keycloak.ts';
import { portalEnvironment } from './support/portalEnvironment.ts';

/** «Refused at once» means within a second (DESIGN). */
const atOnce = { timeout: 1000, intervals: [50, 100] };

// Keycloak's refusals and ours are errors in the console as well.
test.use({ expectedErrors: /status of (40[01]|423|404 .*\/manifest\/screens\/)/ });

test('who logs out is out at Keycloak too, and their token is refused at once', async ({
  page,
}) => {
  await inviteToKeycloak('user.cz', ['portal_user']);
  const tokens = watchTokenRequests(page);
  await signIn(page, 'user.cz');
  const { access_token: accessToken, refresh_token: refreshToken } = await tokensOf(tokens.at(-1));
  expect((await askSession(page, accessToken)).status()).toBe(200);

  await page.getByRole('button', { name: 'user.cz' }).click();
  await page.getByRole('button', { name: 'Odhlásit se' }).click();
  await expect(page).toHaveURL(/\/auth\/login$/);
  await expect.poll(async () => (await askSession(page, accessToken)).status(), atOnce).toBe(401);
  const renewal = await page.request.post(tokenUrl, {
    form: {
      grant_type: 'refresh_token',
      client_id: portalClientId,
      refresh_token: String(refreshToken),
    },
  });
  expect(renewal.status()).toBe(400);

  // Keycloak asks for the password again.
  await openKeycloak(page);
  await answerKeycloak(page, 'user.cz');
  await expectDashboard(page);
});

test('when an administrator ends a session in Keycloak, the portal refuses it at once', async ({
  page,
}) => {
  const id = await inviteToKeycloak('sub.pl', ['portal_user']);
  const tokens = watchTokenRequests(page);
  await signIn(page, 'sub.pl');
  const { access_token: accessToken } = await tokensOf(tokens.at(-1));
  expect((await askSession(page, accessToken)).status()).toBe(200);

  const { users } = await openAdministration();
  await users.logout({ id });
  await expect.poll(async () => (await askSession(page, accessToken)).status(), atOnce).toBe(401);
  await page.locator('.shell-navigation a[href="/consumption"]').click();
  await expect(page).toHaveURL(/\/auth\/login$/);
});

test('who logs out of Keycloak in another tab is out of the portal within seconds', async ({
  page,
  context,
}) => {
  await inviteToKeycloak('user.dk', ['portal_user']);
  await signIn(page, 'user.dk');
  const other = await context.newPage();
  await other.goto(`${issuer}/protocol/openid-connect/logout`);
  await other.locator('#kc-logout').click();
  await expect(other.locator('#kc-logout')).toBeHidden();
  // Keycloak's own frame, which the page asks every five seconds, says so.
  await expect(page).toHaveURL(/\/auth\/login$/, { timeout: 15_000 });
});

test('who is disabled is refused at once, and told whom to ask here and at Keycloak', async ({
  page,
}) => {
  const id = await inviteToKeycloak('sub.cz', ['portal_user']);
  const tokens = watchTokenRequests(page);
  await signIn(page, 'sub.cz');
  const { access_token: accessToken } = await tokensOf(tokens.at(-1));

  runPortal('account', 'disable', 'sub.cz');
  await expect.poll(async () => (await askSession(page, accessToken)).status(), atOnce).toBe(423);
  const { users } = await openAdministration();
  expect(await users.findOne({ id })).toMatchObject({ enabled: false });
  await page.locator('.shell-navigation a[href="/consumption"]').click();
  await expect(page).toHaveURL(/\/auth\/blocked-user$/);
  await page.getByRole('main').getByRole('button', { name: 'Odhlásit se' }).click();
  await expect(page).toHaveURL(/\/auth\/login$/);

  await openKeycloak(page);
  await answerKeycloak(page, 'sub.cz');
  await expect(page.getByText('Obraťte se na hlavního uživatele')).toBeVisible();
  await expect(page).toHaveURL((url) => url.href.startsWith(issuer));

  runPortal('account', 'enable', 'sub.cz');
  await signIn(page, 'sub.cz');
});

/** A command of the portal, as an operator enters it while the portal runs. */
function runPortal(...args: string[]): void {
  execFileSync(process.execPath, ['server/cli/main.ts', ...args], {
    env: { ...process.env, ...portalEnvironment },
  });
}

test('a stranger to the portal is told so, and can sign in as somebody else', async ({ page }) => {
  const { username } = await makeStranger();
  await inviteToKeycloak('sub.dk', ['portal_user']);
  await openKeycloak(page);
  const tokens = watchTokenRequests(page);
  await answerKeycloak(page, username);
  await expect(page.getByRole('alert')).toContainText('you have no account here');
  // It isn't tried over and over.
  const tries = tokens.length;
  await page.waitForTimeout(6000);
  expect(tokens).toHaveLength(tries);
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(page).toHaveURL(/\/auth\/login$/);
  await signIn(page, 'sub.dk');
});

test('other sessions of an account end, the one that asks for it stays', async ({
  page,
  browser,
  baseURL,
}) => {
  const id = await inviteToKeycloak('basic.pl', ['portal_user']);
  const elsewhere = await browser.newContext({ locale: 'en-GB', ...(baseURL && { baseURL }) });
  const other = await elsewhere.newPage();
  const tokens = watchTokenRequests(page);
  const otherTokens = watchTokenRequests(other);
  await signIn(page, 'basic.pl');
  await signIn(other, 'basic.pl');
  const { access_token: mine = '' } = await tokensOf(tokens.at(-1));
  const { access_token: theirs } = await tokensOf(otherTokens.at(-1));
  const { sid } = JSON.parse(Buffer.from(mine.split('.')[1] ?? '', 'base64url').toString());

  await directory.endSessions(id, sid);
  await expect.poll(async () => (await askSession(page, theirs)).status(), atOnce).toBe(401);
  expect((await askSession(page, mine)).status()).toBe(200);
  await elsewhere.close();
});
