import { readFile } from 'node:fs/promises';
import { expect, expectAccessible, signIn, signInByHand, test } from './support/portal.ts';

// A user that there isn't.
test.use({ expectedFaults: /404.*nobody\.pl/ });

test('support finds who did what, looks at one user, and exports it', async ({ page, browser }) => {
  test.slow();
  // Somebody does something.
  const elsewhere = await browser.newPage();
  await signInByHand(elsewhere, 'admin.pl');
  await elsewhere.close();

  await page.setViewportSize({ width: 1280, height: 900 });
  await page.emulateMedia({ colorScheme: 'light' });
  await signIn(page, 'support.pl', '/user-management');
  await page.getByRole('link', { name: 'Dziennik aktywności' }).click();
  await expect(page.getByRole('heading', { name: 'Dziennik aktywności' })).toBeVisible();
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('searchbox').fill('admin.pl');
  await page.getByLabel('Rodzaj', { exact: true }).selectOption({ label: 'Logowanie' });
  const row = page.getByRole('row').filter({ hasText: 'Logowanie' }).first();
  await expect(row).toContainText('admin.pl');
  await expect(page.getByRole('row').filter({ hasText: 'support.pl' })).toHaveCount(0);
  await row.getByRole('link').first().click();

  await expect(page).toHaveURL(/\/user-management\/registers\/admin\.pl/);
  await expect(page.getByText(/Co admin\.pl zrobił/)).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: 'Logowanie' }).first()).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectAccessible(page);
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Eksportuj jako CSV' }).click();
  const file = await (await downloading).path();
  const [heading = '', ...lines] = (await readFile(file, 'utf8')).trim().split('\r\n');
  expect(heading).toContain('Data;Czynność;');
  expect(lines.length).toBeGreaterThan(0);
  for (const line of lines) expect(line).toContain('admin.pl');

  await page.getByLabel('Rodzaj', { exact: true }).selectOption({ label: 'Wiadomości' });
  await expect(page.getByText('Brak wpisów')).toBeVisible();
  await page.goto('/user-management/registers/nobody.pl');
  await expect(page.getByText('Nie znaleziono').first()).toBeVisible();
});
