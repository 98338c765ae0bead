import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { readXlsx } from 'hucre';
import { fromBufferPromise } from 'yauzl';
import { createHand, type Hand } from './support/hand.ts';
import { expect, signIn, test } from './support/portal.ts';

/** What administrators come for, each from the dashboard, and with how many clicks at most. */
function journey(title: string, most: number, walk: (page: Page, hand: Hand) => Promise<void>) {
  test(`${title}: ${most} clicks at most`, async ({ page }) => {
    test.slow();
    await signIn(page, 'admin.pl');
    const hand = createHand(page);
    await walk(page, hand);
    expect(hand.clicks).toBeLessThanOrEqual(most);
  });
}

const tile = (page: Page, name: string) => page.getByRole('main').getByRole('link', { name });
const rowsOf = (page: Page) => page.getByRole('main').getByRole('table').getByRole('row');

journey('the building that uses most per square metre', 3, async (page, hand) => {
  await hand.click(tile(page, 'Przegląd zużycia'));
  await hand.click(page.getByRole('link', { name: 'Porównaj nieruchomości' }));
  const table = page.getByRole('table', { name: 'Nieruchomości' });
  await expect(table.getByRole('columnheader').nth(1)).toContainText('m²');
  const rates = table.locator('tbody td:nth-child(2)');
  await expect(rates.nth(1)).toContainText('m³');
  const figures = (await rates.allInnerTexts())
    .map((text) => Number.parseFloat(text.replace(',', '.')))
    .filter((figure) => !Number.isNaN(figure));
  expect(figures[0]).toBe(Math.max(...figures));
  expect(figures[0]).toBeGreaterThan(0);
  await expect(table.getByRole('link').first()).toHaveText(/\S/);
});

journey('flat 5 of a building by the building’s old number', 3, async (page, hand) => {
  await page.locator('.search-button').waitFor();
  await hand.press('Control+k');
  await hand.type(page.getByRole('combobox', { name: 'Szukaj w portalu' }), 'PL/993/3 5');
  await expect(page.getByRole('option').first()).toContainText('dawniej PL/993/3');
  await hand.press('Enter');
  await expect(page).toHaveURL(/\/consumption\/\d+\/\d+$/);
  await expect(page.getByRole('main')).toContainText(/Nr 0*5 · Ogrodowa 18/);
});

journey('this year against last', 2, async (page, hand) => {
  const year = page.getByRole('region', { name: /^Ostatnie dwanaście miesięcy/ });
  await expect(year.getByRole('button', { name: 'Okres porównawczy' })).toBeVisible();
  await hand.click(year.getByRole('button', { name: 'Jako tabela' }));
  await expect(year.getByRole('rowheader')).toHaveCount(12);
  // Of the last month: what was used then, what a year before, and by how much that changed.
  const month = year.getByRole('row').last();
  await expect(month.getByRole('cell', { name: /^[\d\s]+,\d+\sm³$/ })).toHaveCount(2);
  await expect(month.getByRole('cell', { name: /^[+−-]?[\d,]+\s?%$/ })).toHaveCount(1);
});

async function askForReadings(page: Page, hand: Hand, name: string) {
  await hand.click(tile(page, 'Raporty'));
  await hand.click(page.getByRole('link', { name: 'Nowy raport' }));
  await hand.type(page.getByRole('textbox', { name: 'Nazwa raportu' }), name);
  await hand.choose(page.getByRole('combobox', { name: 'Format pliku' }), 'XLSX (Excel)');
  await hand.click(page.getByRole('button', { name: 'Generuj raport' }));
  const row = rowsOf(page).filter({ hasText: name }).first();
  await expect(row.getByText('Zakończony')).toBeVisible();
  return row;
}

journey('a report of readings as Excel', 5, async (page, hand) => {
  const row = await askForReadings(page, hand, 'Odczyty wszystkich');
  const download = page.waitForEvent('download');
  await hand.click(row.getByRole('button', { name: 'Pobierz' }));
  const [sheet] = (await readXlsx(await readFile(await (await download).path()))).sheets;
  const [headings = [], ...rows] = sheet?.rows ?? [];
  const readings = rows.map((row) => row[headings.indexOf('Odczyt')]);
  expect(readings.filter((reading) => typeof reading === 'number').length).toBeGreaterThan(100);
});

test('the same report every month: 2 clicks at most', async ({ page }) => {
  test.slow();
  await signIn(page, 'admin.pl');
  const row = await askForReadings(page, createHand(page), 'Odczyty co miesiąc');
  const hand = createHand(page);
  await hand.click(row.getByRole('button', { name: 'Powtarzaj co miesiąc' }));
  await hand.click(page.getByRole('button', { name: 'Zapisz' }));
  await expect(page).toHaveURL(/\/reports\/job-list$/);
  const job = rowsOf(page).filter({ hasText: 'Odczyty co miesiąc' }).first();
  await expect(job).toContainText(/\d\d\.\d\d\.\d{4}/);
  expect(hand.clicks).toBeLessThanOrEqual(2);
});

journey('a critical warning resolved', 5, async (page, hand) => {
  const today = page.getByRole('region', { name: 'Co wymaga dziś uwagi' });
  await hand.click(
    today
      .getByRole('listitem')
      .filter({ hasText: /krytyczn/i })
      .getByRole('link'),
  );
  const row = rowsOf(page).nth(1);
  await expect(row).toContainText('Krytyczne');
  await hand.click(row.getByRole('link').first());
  await hand.click(page.getByRole('button', { name: 'Rozwiąż ostatecznie' }));
  const dialog = page.getByRole('dialog');
  await hand.type(dialog.getByRole('textbox'), 'Zawór wymieniony');
  await hand.click(dialog.getByRole('button', { name: 'Rozwiąż ostatecznie' }));
  await expect(page.getByRole('main').getByText('Rozwiązane', { exact: true })).toBeVisible();
  await expect(page.getByRole('table').getByText('Zawór wymieniony')).toBeVisible();
});

journey('all documents of a building as a zip', 5, async (page, hand) => {
  await page.locator('.search-button').waitFor();
  await hand.press('Control+k');
  await hand.type(page.getByRole('combobox', { name: 'Szukaj w portalu' }), 'PL-1001');
  await hand.press('Enter');
  const name = await page.getByRole('heading', { level: 1, name: /Długa 87/ }).innerText();
  await hand.click(page.getByRole('button', { name: 'Dokumenty jako zip' }));
  await expect(page).toHaveURL(/\/document-archive\/packages$/);
  const made = rowsOf(page).filter({ hasText: name }).first();
  await expect(made.getByText('Gotowe')).toBeVisible({ timeout: 60_000 });
  const download = page.waitForEvent('download');
  await hand.click(made.getByRole('button', { name: 'Pobierz' }));
  const saved = await download;
  expect(saved.suggestedFilename()).toBe(`${name}.zip`);
  const zip = await fromBufferPromise(await readFile(await saved.path()));
  const names: string[] = [];
  for await (const entry of zip.eachEntry()) names.push(entry.fileName);
  // Of all flats and kinds, not only of those that were billed last.
  expect(names.length).toBeGreaterThan(10);
  expect(names.every((one) => one.endsWith('.pdf'))).toBe(true);
});

journey('somebody else sees three buildings', 9, async (page, hand) => {
  const username = `zastepca.${Date.now()}`;
  await hand.click(page.getByRole('button', { name: 'admin.pl' }));
  await hand.click(page.getByRole('link', { name: 'Lista podużytkowników' }));
  await hand.click(page.getByRole('link', { name: 'Nowy podużytkownik' }));
  await hand.type(page.getByLabel('Imię i nazwisko'), 'Jan Podwładny');
  await hand.type(page.getByLabel('Nazwa użytkownika'), username);
  await hand.type(page.getByLabel('E-mail'), `${username}@example.com`);
  await hand.type(page.getByLabel('Numer telefonu'), '+48 600 700 800');
  await hand.click(page.getByRole('button', { name: 'Utwórz konto' }));
  const properties = page.getByRole('table', { name: 'Nieruchomości' }).getByRole('row');
  for (const at of [1, 2, 3]) {
    await hand.click(properties.nth(at).getByRole('checkbox').locator('..'));
  }
  await hand.click(page.getByRole('button', { name: 'Udostępnij', exact: true }).first());
  const panel = page.getByRole('dialog');
  await expect(panel.getByRole('radio', { name: 'Tylko podgląd zużycia' })).toBeChecked();
  await hand.click(panel.getByRole('button', { name: 'Udostępnij', exact: true }));
  await expect(page.getByText('Nieruchomości udostępnione.')).toBeVisible();
  await expect(page.getByText('Przypisana', { exact: true })).toHaveCount(3);
});
