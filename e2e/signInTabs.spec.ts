import type { Page } from '@playwright/test';
import { expect as baseExpect, test } from './support/portal.ts';

// Each sign-in goes through the provider and back.
const expect = baseExpect.configure({ timeout: 30_000 });
const password = 'Meterhouse-demo-1';

/** Up to the provider's page, which asks for a name and a password. */
async function beginSignIn(page: Page): Promise<void> {
  await page.goto('/auth/login');
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByLabel('User name')).toBeVisible();
}

async function answer(page: Page, username: string): Promise<void> {
  await page.getByLabel('User name').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

async function expectSignedIn(page: Page, username: string): Promise<void> {
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByRole('button', { name: username })).toBeVisible();
}

test.describe('two tabs that ask for the password at once', () => {
  // The session that gives way is refused once, which is how its tab learns of it.
  test.use({ expectedFaults: /401 .*\/api\/(session|property|consumption)|400 .*\/oidc\/token/ });

  test('both lead into the portal', async ({ context, page }) => {
    const other = await context.newPage();
    await beginSignIn(page);
    await beginSignIn(other);
    await answer(page, 'sub.dk');
    await expectSignedIn(page, 'sub.dk');
    await answer(other, 'sub.dk');
    await expectSignedIn(other, 'sub.dk');
    await page.reload();
    await expectSignedIn(page, 'sub.dk');
  });

  test('lead into the account that was named last, and the first session ends', async ({
    context,
    page,
  }) => {
    const other = await context.newPage();
    await beginSignIn(page);
    await beginSignIn(other);
    await answer(page, 'sub.dk');
    await expectSignedIn(page, 'sub.dk');
    await answer(other, 'domea.dk');
    await expectSignedIn(other, 'domea.dk');
    await page.bringToFront();
    await expect(page).toHaveURL(/\/auth\/login$/);
    await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
    await expectSignedIn(page, 'domea.dk');
  });
});
