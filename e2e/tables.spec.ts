import { expect, expectAccessible, signIn, test } from './support/portal.ts';

test('tenants are ticked, copied, arranged and saved as a file', async ({ page }) => {
  await page.goto('/');
  await signIn(page, 'admin.pl');
  await page.goto('/consumption/1001');
  const table = page.getByRole('table', { name: 'Lokatorzy' });
  await expect(table.getByRole('row').nth(1)).toBeVisible();

  await table.getByRole('checkbox').first().check({ force: true });
  await expect(page.getByText(/^Zaznaczono \d+ wiersz/)).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Kolumny' }).click();
  await page.getByRole('checkbox', { name: 'Adres' }).uncheck({ force: true });
  await expect(table.getByRole('columnheader', { name: 'Adres' })).toHaveCount(0);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.reload();
  await expect(table.getByRole('columnheader', { name: 'Nazwa' })).toBeVisible();
  await expect(table.getByRole('columnheader', { name: 'Adres' })).toHaveCount(0);

  await page.getByRole('button', { name: 'Eksport' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Excel (XLSX)' }).click();
  expect((await download).suggestedFilename()).toBe('Lokatorzy.xlsx');
});
