import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { parse } from 'csv-parse/sync';
import { readXlsx } from 'hucre';
import { extractText } from 'unpdf';
import { expect, expectAccessible, signIn, test } from './support/portal.ts';

const field = (page: Page, name: string) => page.getByRole('textbox', { name });

async function fillDay(page: Page, name: string, day: string): Promise<void> {
  const input = page.getByRole('textbox', { name: new RegExp(`^${name}\\b`) });
  await input.fill(day);
  // Enter would submit a form that is filled in already.
  await input.press('Tab');
}

test('a report is seen while it is asked for, made, fetched, and opened as CSV, XLSX and PDF', async ({
  page,
}) => {
  test.slow();
  await signIn(page, 'admin.pl', '/reports/live-preview?type=DEVICE_CONSUMPTION');
  await field(page, 'Nazwa raportu').fill('Zużycie żółwia');
  // The form begins with what an earlier try has chosen last.
  const chosen = page.getByRole('main').getByRole('button', { name: /^Usuń/ });
  while ((await chosen.count()) > 0) await chosen.first().click();
  await page.getByRole('combobox', { name: 'Nieruchomości' }).fill('Długa 87');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await page.getByRole('combobox', { name: 'Format pliku' }).selectOption({ label: 'CSV (tekst)' });
  await fillDay(page, 'Od', '01.10.2026');
  await fillDay(page, 'Do', '31.10.2026');
  const sample = page.getByRole('table', { name: 'Pierwsze 20 wierszy' });
  await expect(sample.getByRole('row').nth(1)).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Generuj raport' }).click();
  await expect(page).toHaveURL(/\/reports\/list/);
  await expect(page.getByText('Zakończony').first()).toBeVisible({ timeout: 30_000 });
  await expectAccessible(page);
  const csv = await fetchNewest(page, 'Zużycie żółwia');
  expect(csv.name).toMatch(/^Zużycie żółwia \d{4}-\d\d-\d\d\.csv$/);
  const lines: string[][] = parse(csv.bytes, { bom: true, delimiter: ';' });
  const [headings = [], ...rows] = lines;
  expect(rows.length).toBeGreaterThan(5);
  const [serialAt, useAt] = [headings.indexOf('Urządzenie'), headings.indexOf('Zużycie')];
  const serials = rows.map((row) => row[serialAt] ?? '');
  // As a Polish spreadsheet reads it.
  const uses = rows.map((row) => Number((row[useAt] || 'none').replace(',', '.')));
  expect(new Set(serials).size).toBeGreaterThan(1);
  expect(uses.some((use) => use > 0)).toBe(true);

  // Another one like it, as a workbook and as pages, says the same.
  await makeAs(page, 'XLSX (Excel)');
  const workbook = await fetchNewest(page, 'Zużycie żółwia');
  expect(workbook.name).toMatch(/\.xlsx$/);
  const [sheet] = (await readXlsx(workbook.bytes)).sheets;
  expect(sheet?.rows[0]?.map(String)).toEqual(headings);
  const cells = sheet?.rows.slice(1) ?? [];
  expect(cells.map((row) => row[serialAt])).toEqual(serials);
  // The workbook has more places than it shows.
  const differences = cells.map((row, at) => Math.abs(Number(row[useAt] ?? 0) - (uses[at] || 0)));
  expect(Math.max(...differences)).toBeLessThan(0.001);

  await makeAs(page, 'PDF');
  const pages = await fetchNewest(page, 'Zużycie żółwia');
  expect(pages.name).toMatch(/\.pdf$/);
  const { text } = await extractText(new Uint8Array(pages.bytes), { mergePages: true });
  expect(text).toContain('Zużycie żółwia');
  for (const serial of new Set(serials)) expect(text).toContain(serial);
});

/** The form begins with what was chosen last. */
async function makeAs(page: Page, format: string) {
  await page.goto('/reports/create/report?type=DEVICE_CONSUMPTION');
  await expect(field(page, 'Nazwa raportu')).toHaveValue('Zużycie żółwia');
  await page.getByRole('combobox', { name: 'Format pliku' }).selectOption({ label: format });
  await page.getByRole('button', { name: 'Generuj raport' }).click();
  await expect(page).toHaveURL(/\/reports\/list/);
}

/** The newest report of that name, when it is ready. */
async function fetchNewest(page: Page, name: string) {
  const row = page.getByRole('row').filter({ hasText: name }).first();
  await expect(row.getByText('Zakończony')).toBeVisible({ timeout: 30_000 });
  const download = page.waitForEvent('download');
  await row.getByRole('button', { name: 'Pobierz' }).click();
  const file = await download;
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
}

test('a preset is started with a click, stands in the list, and is made; it saves as a file', async ({
  page,
}) => {
  await signIn(page, 'admin.pl', '/reports');
  const presets = page.getByRole('region', { name: 'Gotowe raporty' });
  await expect(presets.getByRole('button')).toHaveCount(5);
  await expectAccessible(page);
  // By the keyboard, as with a click.
  await presets.getByRole('button', { name: /Odczyty na koniec miesiąca/ }).press('Enter');
  await expect(page.getByText('Raport jest generowany')).toBeVisible();
  const row = page.getByRole('row').filter({ hasText: 'Odczyty na koniec miesiąca' }).first();
  await expect(row.getByText('Zakończony')).toBeVisible({ timeout: 60_000 });

  const saving = page.waitForEvent('download');
  await row.getByRole('button', { name: 'Więcej czynności' }).click();
  await row.getByRole('button', { name: 'Zapisz jako plik szablonu' }).click();
  const file = await saving;
  expect(file.suggestedFilename()).toBe('odczyty-na-koniec-miesiaca.json');
  expect(JSON.parse(await readFile(await file.path(), 'utf8'))).toMatchObject({
    period: { months: 1 },
    definition: { reportType: 'DEVICE_READING', reportName: 'Odczyty na koniec miesiąca' },
  });

  await page.setViewportSize({ width: 390, height: 844 });
  await expect(presets.getByRole('button')).toHaveCount(5);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});

test('columns are ticked and dragged, and the first rows follow; how the file is written is folded', async ({
  page,
}) => {
  await signIn(page, 'admin.pl', '/reports/create/report?type=DEVICE_READING');
  const chips = page.getByRole('group', { name: 'Kolumny' });
  const chip = (name: string) => chips.getByRole('listitem').filter({ hasText: name }).first();
  const heads = page.getByRole('table', { name: 'Pierwsze 20 wierszy' }).getByRole('columnheader');
  await expect(heads.first()).toContainText('Numer nieruchomości');
  await chips.getByRole('button', { name: 'Nieruchomość', exact: true }).click();
  await expect(heads.nth(1)).toContainText('Numer lokatora');
  const [from, to] = [
    await chip('Numer lokatora').boundingBox(),
    await chip('Numer nieruchomości').boundingBox(),
  ];
  if (!from || !to) throw new Error('There are no chips.');
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 8 });
  await page.mouse.move(to.x + 8, to.y + to.height / 2, { steps: 4 });
  await page.mouse.up();
  await expect(chips.getByRole('listitem').first()).toContainText('Numer lokatora');
  // The end of dragging is no click.
  await expect(chips.getByRole('button', { name: 'Numer lokatora', pressed: true })).toBeVisible();
  await expect(heads.first()).toContainText('Numer lokatora');
  const folded = page.getByText('Sposób zapisu').first();
  await expect(page.getByRole('combobox', { name: 'Format daty' })).toBeHidden();
  await folded.click();
  await expect(page.getByRole('combobox', { name: 'Format daty' })).toBeVisible();
  // What is folded is as wide as the form, no wider.
  const places = page.getByRole('combobox', { name: 'Miejsca po przecinku' });
  const [inner, outer] = [
    await places.boundingBox(),
    await page.locator('.form-folded').boundingBox(),
  ];
  if (!inner || !outer) throw new Error('The folded fields are not shown.');
  expect(inner.x + inner.width).toBeLessThanOrEqual(outer.x + outer.width);
  await expectAccessible(page);
});
