import { test as base, expect, type Page, type Request } from '@playwright/test';
import type { Role } from '../../../schemas/entities/access.ts';
import { directory, issuer, password } from './keycloak.ts';

/**
 * Every journey fails on an error in the console, but for those that it expects: a refusal is one
 * there as well.
 */
export const test = base.extend<{ expectedErrors: RegExp | undefined; quietConsole: undefined }>({
  expectedErrors: [undefined, { option: true }],
  quietConsole: [
    async ({ page, expectedErrors }, use) => {
      const faults: string[] = [];
      page.on('console', (message) => {
        const text = `${message.text()} ${message.location().url}`;
        if (message.type() === 'error' && !expectedErrors?.test(text)) faults.push(text);
      });
      page.on('pageerror', (error) => faults.push(error.message));
      await use(undefined);
      expect(faults).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

/** An account of the demo, which waits for its owner, gets one at Keycloak. */
export async function inviteToKeycloak(username: string, roles: readonly Role[]): Promise<string> {
  const account = { username, email: `${username}@example.org`, name: 'Alex Nowak', roles };
  const id = await directory.create(account);
  await directory.setPassword(id, password);
  return id;
}

/** Fills in Keycloak's page, which has to be open. */
export async function answerKeycloak(page: Page, username: string): Promise<void> {
  await expect(page).toHaveURL((url) => url.href.startsWith(issuer));
  // In whatever language the last one on this page had.
  await page.locator('#username').fill(username);
  await page.locator('#password').fill(password);
  await page.locator('#kc-login').click();
}

/** From the login page through Keycloak to the dashboard. */
export async function signIn(page: Page, username: string): Promise<void> {
  await openKeycloak(page);
  await answerKeycloak(page, username);
  await expectDashboard(page);
}

export async function openKeycloak(page: Page): Promise<void> {
  await page.goto('/');
  await expect(page).toHaveURL(/\/auth\/login$/);
  const signIn = { name: /^(Sign in|Zaloguj się|Přihlásit se|Log ind)$/ };
  await page.getByRole('main').getByRole('button', signIn).click();
}

export async function expectDashboard(page: Page): Promise<void> {
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}

/** The portal's requests for tokens, as they are made. */
export function watchTokenRequests(page: Page): Request[] {
  const requests: Request[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url() === tokenUrl) requests.push(request);
  });
  return requests;
}

export const tokenUrl = `${issuer}/protocol/openid-connect/token`;

/** The tokens that a page got last. */
export async function tokensOf(request: Request | undefined): Promise<Record<string, string>> {
  return (await request?.response())?.json();
}

/** What the API answers to a token. */
export function askSession(page: Page, accessToken: string | undefined) {
  const headers = { authorization: `Bearer ${accessToken}` };
  return page.request.get('/api/session', { headers });
}
