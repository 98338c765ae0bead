import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { parse } from 'csv-parse/sync';
import { expect, expectAccessible, signIn, test } from './support/portal.ts';

const field = (page: Page, name: string) => page.getByRole('textbox', { name });

async function fillDay(page: Page, name: string, day: string): Promise<void> {
  const input = page.getByRole('textbox', { name: new RegExp(`^${name}\\b`) });
  await input.fill(day);
  await input.press('Enter');
  await page.keyboard.press('Escape');
}

const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });

test('a report is seen while it is asked for, made, fetched, and opened', async ({ page }) => {
  await page.goto('/');
  await signIn(page, 'admin.pl');
  await page.goto('/reports/live-preview?type=DEVICE_CONSUMPTION');
  await field(page, 'Nazwa raportu').fill('Zużycie żółwia');
  await page.getByRole('combobox', { name: 'Nieruchomości' }).fill('Szkolna');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await fillDay(page, 'Od', '01.10.2026');
  await fillDay(page, 'Do', '31.10.2026');
  const sample = page.getByRole('table', { name: 'Pierwsze 20 wierszy' });
  await expect(sample.getByRole('row').nth(1)).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Generuj raport' }).click();
  await expect(page).toHaveURL(/\/reports\/list/);
  const row = rowOf(page, 'Zużycie żółwia');
  await expect(row.getByText('Zakończony')).toBeVisible({ timeout: 30_000 });
  await expectAccessible(page);
  const download = page.waitForEvent('download');
  await row.getByRole('button', { name: 'Pobierz' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^Zużycie żółwia \d{4}-\d\d-\d\d\.csv$/);
  const text = await readFile(await file.path(), 'utf8');
  const lines: string[][] = parse(text, { bom: true, delimiter: ';' });
  expect(lines[0]).toEqual(await headingsOf(page, lines[0]?.length ?? 0));
  expect(lines.length).toBeGreaterThan(5);
});

/** As many headings as the file has, none of them empty. */
async function headingsOf(_page: Page, count: number) {
  return Array.from({ length: count }, () => expect.stringMatching(/\S/));
}
