import { readFile } from 'node:fs/promises';
import { expect, expectAccessible, signIn, test } from './support/portal.ts';

test('the water of a property is balanced, and a range without a reading is widened', async ({
  page,
}) => {
  test.slow();
  await signIn(page, 'admin.pl');
  await page.getByRole('link', { name: 'Raporty zaawansowane' }).first().click();
  await page.getByRole('searchbox', { name: /Nieruchomość/ }).fill('PL-1005');
  await page.getByRole('cell', { name: 'PL-1005' }).waitFor();
  await page.locator('tbody').getByRole('link').first().click();
  await expect(page).toHaveURL(/\/advanced-reports\/water-balance\?property=1005/);

  // Twelve months, of which the main meter wasn’t read around the begin of the last one.
  const months = page.getByRole('table', { name: 'Według miesięcy' });
  await expect(months.getByRole('row')).toHaveCount(13);
  await expect(months.getByText('Początek zakresu')).toHaveCount(1);
  await expect(months.getByText('Koniec zakresu')).toHaveCount(1);
  await expect(page.getByText(/wskazania wodomierzy głównych: do 10% to norma/)).toBeVisible();
  await expectAccessible(page);
  const download = page.waitForEvent('download');
  await months.page().getByRole('button', { name: 'Eksport' }).first().click();
  await page.getByRole('button', { name: /CSV/ }).first().click();
  const text = await readFile((await (await download).path()) as string, 'utf8');
  expect(text.trim().split('\n').length).toBeGreaterThanOrEqual(13);

  await page.getByRole('combobox', { name: 'Zakres' }).selectOption({ label: '1 miesiąc' });
  await expect(page.getByText(/Brak odczytów wodomierzy głównych/)).toBeVisible();
  await expect(page.getByText(/Brak wartości procentowej/)).toBeVisible();
  await page.getByRole('button', { name: /Rozszerz zakres: 3 miesiące/ }).click();
  await expect(page).toHaveURL(/months=3/);
  await expect(months.getByRole('row')).toHaveCount(4);
  await expect(page.getByText(/wskazania wodomierzy głównych: do 10% to norma/)).toBeVisible();
  await expect(page.getByRole('button', { name: /Rozszerz zakres/ })).toHaveCount(0);
});
