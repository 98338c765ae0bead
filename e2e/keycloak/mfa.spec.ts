import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import {
  answerKeycloak,
  expect,
  expectDashboard,
  inviteToKeycloak,
  openKeycloak,
  signIn,
  test,
} from './support/journeys.ts';
import { directory, issuer } from './support/keycloak.ts';

/** The account's language is Polish. */
const { mfa, password } = JSON.parse(readFileSync('locales/pl/profile-settings.json', 'utf8'));

test('a second factor is set up at Keycloak, asked for, and removed again', async ({
  page,
  browser,
  baseURL,
}) => {
  const id = await inviteToKeycloak('admin.pl', ['portal_admin']);
  await signIn(page, 'admin.pl');
  await page.goto('/profile-settings/security');
  // Who thinks better of it comes back as they were.
  await page.getByRole('button', { name: mfa.setUp }).click();
  await page.locator('#cancelTOTPBtn').click();
  await expect(page).toHaveURL(/\/profile-settings(\/profile)?$/);
  expect(await directory.hasTotp(id)).toBe(false);

  await page.goto('/profile-settings/security');
  await page.getByRole('button', { name: mfa.setUp }).click();
  const totp = await readSecret(page);
  await page.locator('#totp').fill(totp.generate());
  await page.locator('#userLabel').fill('Phone');
  await page.locator('#saveTOTPBtn').click();
  await expect(page).toHaveURL(/\/profile-settings(\/profile)?$/);
  expect(await directory.hasTotp(id)).toBe(true);
  await page.goto('/profile-settings/security');
  await expect(page.getByText(mfa.on)).toBeVisible();

  const elsewhere = await browser.newContext({ locale: 'en-GB', ...(baseURL && { baseURL }) });
  const other = await elsewhere.newPage();
  await openKeycloak(other);
  await answerKeycloak(other, 'admin.pl');
  await other.locator('#otp').fill('000000');
  await other.locator('#kc-login').click();
  await expect(other.getByText('Invalid authenticator code.')).toBeVisible();
  // No code counts twice: this is the next one, which is accepted ahead of its time.
  await other.locator('#otp').fill(totp.generate({ timestamp: Date.now() + 30_000 }));
  await other.locator('#kc-login').click();
  await expectDashboard(other);
  await elsewhere.close();

  await page.getByRole('button', { name: mfa.remove }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: mfa.remove }).click();
  await expect(page.getByText(mfa.off)).toBeVisible();
  expect(await directory.hasTotp(id)).toBe(false);
  const fresh = await browser.newContext({ locale: 'en-GB', ...(baseURL && { baseURL }) });
  await signIn(await fresh.newPage(), 'admin.pl');
  await fresh.close();
});

/** Opens what Keycloak shows to who can't scan its picture. */
async function readSecret(page: Page): Promise<TOTP> {
  await expect(page).toHaveURL((url) => url.href.startsWith(issuer));
  await page.locator('#mode-manual').click();
  const text = await page.locator('#kc-totp-secret-key').innerText();
  return new TOTP({ secret: Secret.fromBase32(text.replaceAll(/\s/g, '')) });
}

test('a password is changed at Keycloak, by its rules', async ({ page }) => {
  await inviteToKeycloak('domea.pl', ['portal_domea']);
  await signIn(page, 'domea.pl');
  await page.goto('/profile-settings/security');
  await page.getByRole('button', { name: password.save }).click();
  await expect(page).toHaveURL((url) => url.href.startsWith(issuer));
  const change = async (text: string) => {
    await page.locator('#password-new').fill(text);
    await page.locator('#password-confirm').fill(text);
    await page.locator('#kc-submit').click();
  };
  await change('Aaaaaa-bbb-123');
  await expect(page.getByText('bez pięciu jednakowych znaków z rzędu')).toBeVisible();
  await change('Quite-another-9');
  await expect(page).toHaveURL(/\/profile-settings(\/profile)?$/);
});
