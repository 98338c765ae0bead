import {
  askSession,
  expect,
  expectDashboard,
  inviteToKeycloak,
  signIn,
  test,
  tokensOf,
  tokenUrl,
  watchTokenRequests,
} from './support/journeys.ts';
import { issuer, openAdministration, portalClientId, realm } from './support/keycloak.ts';

test('people sign in at Keycloak with PKCE, and have the roles of their groups', async ({
  page,
  context,
}) => {
  await inviteToKeycloak('user.pl', ['portal_user', 'portal_admin']);
  const tokens = watchTokenRequests(page);
  const asked = page.waitForRequest((request) =>
    request.url().startsWith(`${issuer}/protocol/openid-connect/auth`),
  );
  await signIn(page, 'user.pl');
  const query = new URL((await asked).url()).searchParams;
  expect(query.get('code_challenge_method')).toBe('S256');
  expect(query.get('response_type')).toBe('code');

  const { access_token: accessToken } = await tokensOf(tokens.at(-1));
  const session = await (await askSession(page, accessToken)).json();
  expect(session.username).toBe('user.pl');
  // The demo had made them a user only.
  expect([...session.groups].sort()).toEqual(['portal_admin', 'portal_user']);

  // A reload forgets the tokens, not the session; nor does it need another tab's.
  await page.reload();
  await expectDashboard(page);
  const second = await context.newPage();
  await second.goto('/dashboard');
  await expectDashboard(second);
});

test('Keycloak gives a code to nobody without PKCE, and sends it to nobody else', async ({
  page,
  baseURL,
}) => {
  const query = {
    client_id: portalClientId,
    response_type: 'code',
    scope: 'openid',
    state: 'state',
    redirect_uri: `${baseURL}/auth/callback`,
  };
  const ask = (params: Record<string, string>) =>
    page.request.get(`${issuer}/protocol/openid-connect/auth`, { params, maxRedirects: 0 });
  const plain = { code_challenge: 'x'.repeat(43), code_challenge_method: 'plain' };
  for (const params of [query, { ...query, ...plain }]) {
    const { location = '' } = (await ask(params)).headers();
    expect(location).toContain(`${baseURL}/auth/callback`);
    expect(location).toContain('error=invalid_request');
  }
  const elsewhere = { ...query, redirect_uri: `${baseURL}/dashboard` };
  expect((await ask(elsewhere)).status()).toBe(400);
});

test('a token is renewed with a new refresh token, and the old one is refused', async ({
  page,
}) => {
  await inviteToKeycloak('admin.cz', ['portal_admin']);
  const lifespan = 8;
  await setTokenLifespan(lifespan);
  try {
    const requests = watchTokenRequests(page);
    await signIn(page, 'admin.cz');
    const first = await tokensOf(requests[0]);
    const known = requests.length;
    // Less than five seconds are left of it then.
    await page.waitForTimeout((lifespan - 4) * 1000);
    await page.locator('.shell-navigation a[href="/consumption"]').click();
    await expect.poll(() => requests.length).toBeGreaterThan(known);
    await expect(page).toHaveURL(/\/consumption$/);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();

    const sent = new URLSearchParams(requests[known]?.postData() ?? '');
    expect(sent.get('grant_type')).toBe('refresh_token');
    const renewed = await tokensOf(requests[known]);
    expect(renewed.refresh_token).not.toBe(sent.get('refresh_token'));
    expect((await askSession(page, renewed.access_token)).status()).toBe(200);

    const replay = await page.request.post(tokenUrl, {
      form: {
        grant_type: 'refresh_token',
        client_id: portalClientId,
        refresh_token: String(first.refresh_token),
      },
    });
    expect(replay.status()).toBe(400);
    expect(await replay.json()).toMatchObject({ error: 'invalid_grant' });
  } finally {
    await setTokenLifespan(300);
  }
});

async function setTokenLifespan(accessTokenLifespan: number): Promise<void> {
  const { realms } = await openAdministration();
  await realms.update({ realm }, { accessTokenLifespan });
}
