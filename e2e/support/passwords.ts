import type { Page } from '@playwright/test';
import { expect } from '@playwright/test';
import { findLink } from './mails.ts';

/** Chooses a password by the link of the newest mail to somebody. */
export async function choosePassword(
  page: Page,
  password: string,
  email: string,
  folder: string,
): Promise<void> {
  await page.goto(await findLink(email, new Set(), { timeout: 60_000, folder }));
  const fields = page.locator('input[type=password]');
  await fields.nth(0).fill(password);
  await fields.nth(1).fill(password);
  await page.getByRole('button', { name: 'Set the password' }).click();
  await expect(page.getByText('Your new password is set', { exact: false })).toBeVisible();
}
