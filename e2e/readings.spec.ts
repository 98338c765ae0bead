import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { runImport } from './support/imports.ts';
import { expect, expectAccessible, signIn, test, tryOf } from './support/portal.ts';
import { search } from './support/search.ts';

test('support tries a file out, imports it, sees its rejected lines, and explains a register that fell', async ({
  page,
}, testInfo) => {
  test.slow();
  // Of this try alone.
  const [falling, steady] = [`E2E-1-${tryOf(testInfo)}`, `E2E-2-${tryOf(testInfo)}`];
  const fileName = `fallen-${tryOf(testInfo)}.csv`;
  const folder = testInfo.outputPath('');
  const write = (name: string, content: string) => {
    const file = path.join(folder, name);
    writeFileSync(file, content);
    return file;
  };
  // As an operator imports: two registers.
  runImport(
    write(
      'devices.csv',
      `works_no;serial;category;tenant_no\nPL-1001;${falling};COLD_WATER_METER;001\nPL-1001;${steady};COLD_WATER_METER;001\n`,
    ),
  );

  await signIn(page, 'support.pl');
  await page.getByRole('link', { name: 'Odczyty', exact: true }).first().click();
  await expect(page).toHaveURL(/\/readings$/);
  await page.getByRole('link', { name: 'Zaimportuj plik' }).click();
  await expect(page).toHaveURL(/\/readings\/upload$/);
  const choose = page.locator('input[type=file]');
  // Columns that fit two kinds: nobody guesses.
  const doubtful = `serial;at;error;installed_from\n${steady};2026-10-01;LEAK;2026-10-01\n`;
  await choose.setInputFiles(write('doubtful.csv', doubtful));
  await expect(page.getByText(/pasują do: Montaże .* i Błędy urządzeń/)).toBeVisible();
  await page.getByLabel('Zawartość').selectOption({ label: 'Błędy urządzeń' });
  await expect(page.getByRole('table', { name: 'Tak rozumiane są wiersze' })).toContainText('LEAK');
  await page.getByLabel('Zawartość').selectOption({ label: 'Według kolumn' });
  // One of them falls, and one line nobody can take.
  await choose.setInputFiles(
    write(
      fileName,
      `serial;at;value\n${falling};2026-10-01;500\n${falling};2026-10-02;501\n${falling};2026-10-03;3\nnobody;2026-10-01;1\n`,
    ),
  );
  const lines = page.getByRole('table', { name: 'Tak rozumiane są wiersze' });
  await expect(lines.getByRole('row', { name: /nobody/ })).toContainText(
    'Nie ma urządzenia «nobody»',
  );
  const forecast = page.getByRole('status').filter({ hasText: 'Odrzucone' });
  await expect(forecast).toContainText(/Nowe\s*3/);
  await expect(forecast).toContainText(/Odrzucone\s*1/);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Importuj', exact: true }).click();
  await expect(page).toHaveURL(/\/readings\/imports\/\d+$/);
  // It follows by itself.
  await expect(page.getByText('Zakończony')).toBeVisible();
  await expect(page.getByRole('row', { name: /Nieznane urządzenie/ })).toContainText('nobody');
  await expectAccessible(page);

  await page.getByRole('link', { name: 'Odczyty' }).first().click();
  await expect(page.getByRole('row', { name: fileName })).toContainText('Odczyty');
  await expectAccessible(page);
  await page.getByRole('row', { name: fileName }).getByRole('link').click();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Pobierz odrzucone wiersze' }).click();
  expect((await download).suggestedFilename()).toMatch(/^import-\d+-rejected\.csv$/);

  await page.getByRole('link', { name: 'Odczyty' }).first().click();
  await page.getByRole('link', { name: 'Do wyjaśnienia' }).click();
  // Others ask too.
  await page.getByRole('button', { name: 'Filtruj: Numer seryjny' }).click();
  await page.getByPlaceholder('Zawiera').fill(falling);
  await expect(page).toHaveURL(/filter\.serialNumber=/);
  await page.keyboard.press('Escape');
  const question = page.getByRole('row', { name: new RegExp(`${falling}.*Wskazanie spadło`) });
  await expect(question).toContainText('Wymiana licznika');
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Przyjmij najbardziej prawdopodobne' }).click();
  const dialog = page.getByRole('alertdialog');
  await expect(dialog).toContainText('501');
  await dialog.getByRole('button', { name: 'Tak' }).click();
  await expect(page.getByText('Wyjaśniono i przeliczono')).toBeVisible();
  await expect(question).toHaveCount(0);
});

test('support says what columns are, has that remembered, and sends mended lines again', async ({
  page,
}, testInfo) => {
  test.slow();
  const attempt = tryOf(testInfo);
  const serial = `E2E-S-${attempt}`;
  const [serials, times, totals] = [`SN#${attempt}`, `Stamp#${attempt}`, `Total#${attempt}`];
  const folder = testInfo.outputPath('');
  const write = (name: string, content: string) => {
    const file = path.join(folder, name);
    writeFileSync(file, content);
    return file;
  };
  runImport(write('devices.csv', `works_no;serial;category\nPL-1001;${serial};COLD_WATER_METER\n`));
  const header = `${serials};${times};${totals}`;
  await signIn(page, 'support.pl', '/readings/upload');
  const choose = page.locator('input[type=file]');
  const first = `${header}\n${serial};2026-10-01;1,5\nnobody;2026-10-02;2,5\n`;
  await choose.setInputFiles(write(`first-${attempt}.csv`, first));
  await expect(page.getByText(/Kolumny pliku nie są znane/)).toBeVisible();
  const columns = page.getByRole('group', { name: 'Kolumny' });
  for (const [at, label] of ['Numer seryjny', 'Czas', 'Wartość'].entries()) {
    await columns.getByLabel('Oznacza').nth(at).selectOption({ label });
  }
  const forecast = page.getByRole('status').filter({ hasText: 'Odrzucone' });
  await expect(forecast).toContainText(/Nowe\s*1/);
  await expect(columns.getByLabel('Kolumna w pliku').nth(2)).toHaveValue(totals);
  await expectAccessible(page);
  const source = `e2e-${attempt}`.toLowerCase();
  await page.getByLabel('Zapamiętaj jako źródło').fill(source);
  await expect(forecast).toContainText('import-source.schema.json');
  await page.getByRole('button', { name: 'Importuj', exact: true }).click();
  await expect(page.getByText('Zakończony')).toBeVisible();

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Pobierz odrzucone wiersze' }).click();
  const refused = readFileSync(await (await download).path(), 'utf8');
  expect(refused).toContain(`\r\nnobody;2026-10-02;2,5;UNKNOWN_DEVICE: `);
  const mended = write(`mended-${attempt}.csv`, refused.replace('nobody', serial));
  await page.goto('/readings/upload');
  await choose.setInputFiles(mended);
  await expect(forecast).toContainText(/Nowe\s*1/);
  await page.getByRole('button', { name: 'Importuj', exact: true }).click();
  await expect(page.getByText('Zakończony')).toBeVisible();
  // The next file of this origin needs no word.
  await page.goto('/readings/upload');
  await choose.setInputFiles(write(`next-${attempt}.csv`, `${header}\n${serial};2026-10-03;3,5\n`));
  await expect(forecast).toContainText(source);
  await expect(forecast).toContainText(/Nowe\s*1/);
});

test('only support gets there', async ({ page }) => {
  await signIn(page, 'admin.pl', '/readings');
  await expect(page).not.toHaveURL(/\/readings/);
});

test('by number to a tenant, through billing periods to days, and to the month’s information', async ({
  page,
}) => {
  test.slow();
  await signIn(page, 'admin.pl', '/consumption');
  await search(page, 'PL-99999');
  const found = page.getByRole('dialog', { name: 'Szukaj w portalu' });
  await expect(found.getByRole('status')).toContainText('Nic nie znaleziono');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await search(page, 'PL-1001');
  await expect(page).toHaveURL(/\/consumption\/1001$/);
  // A flat's number is that of the property that is looked at.
  await search(page, '2');
  await expect(page).toHaveURL(/\/consumption\/1001\/\d+$/);
  await expect(page.getByRole('cell', { name: '100120' })).toBeVisible();

  const graph = page.getByRole('region', { name: 'Zużycie w czasie' });
  await page.getByRole('combobox', { name: 'Przedział czasu' }).selectOption('BILLING');
  await expect(page).toHaveURL(/timeframe=BILLING/);
  await graph.getByRole('button', { name: 'Jako tabela' }).click();
  // The year that is running is billed as a whole.
  await graph
    .getByRole('button', { name: /^01\.01\.\d{4}–31\.12\.\d{4}$/ })
    .last()
    .click();
  await expect(page).toHaveURL(/\/\d+\?periodBegin=\d{4}-01-01&periodEnd=\d{4}-12-31$/);
  await expect(graph.getByRole('button', { name: /^styczeń/ })).toBeVisible();
  await graph.locator('.graph-pick').first().click();
  await expect(page).toHaveURL(/timeframe=DAILY/);
  await page
    .getByRole('combobox', { name: 'Porównaj z' })
    .selectOption({ label: 'Ubiegły rok w tegorocznej pogodzie' });
  await page
    .getByRole('combobox', { name: 'Rodzaj urządzenia' })
    .selectOption({ label: 'Podzielniki kosztów ogrzewania' });
  await expect(graph.getByText(/skorygowany o pogodę: stopniodni stacji/)).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('link', { name: 'Informacja miesięczna' }).click();
  await expect(page).toHaveURL(/\/information(\?|$)/);
  const figures = page.getByRole('table').first();
  await expect(figures.getByRole('row', { name: /Zimna woda/ })).toContainText('m³');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Poprzedni miesiąc' }).first().click();
  await expect(page).toHaveURL(/month=\d{4}-\d{2}-01/);
  await expect(page.getByRole('button', { name: 'Następny miesiąc' })).toBeVisible();
});
