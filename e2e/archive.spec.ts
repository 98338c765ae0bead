import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { extractText } from 'unpdf';
import { fromBufferPromise } from 'yauzl';
import { expect, expectAccessible, signIn, test } from './support/portal.ts';

const rows = (page: Page) => page.locator('main').getByRole('table').getByRole('row');
const picker = (page: Page, name: string) => page.getByRole('combobox', { name });

test('documents are found on the map, narrowed, looked at, and fetched one by one', async ({
  page,
}) => {
  test.slow();
  await signIn(page, 'admin.pl');
  await page.getByRole('link', { name: 'Archiwum dokumentów' }).first().click();
  await page.getByRole('searchbox').fill('PL-1001');
  await expectAccessible(page);
  await page
    .locator('.map-list, main')
    .getByRole('link', { name: /Długa 87/ })
    .first()
    .click();
  await expect(page).toHaveURL(/available-documents\?.*properties=1001/);
  await expect(picker(page, 'Nieruchomości')).toHaveValue(/Długa 87/);
  // What was billed last is what people look for, and the address says so.
  await expect(page).toHaveURL(/billingType=[A-Z]+/);
  await page
    .getByRole('combobox', { name: 'Rodzaj rozliczenia' })
    .selectOption({ label: 'Wszystkie' });
  await expect(page).toHaveURL(/billingType=(&|$)/);
  await page.getByRole('combobox', { name: 'Rodzaj dokumentu' }).selectOption('INDIVIDUAL_BILLING');
  await expect(rows(page).nth(1)).toContainText('Rozliczenie indywidualne');
  await expect(rows(page)).toHaveCount(11);
  await page.getByRole('radio', { name: 'Wersja robocza' }).check({ force: true });
  await expect(page.getByText('Brak dokumentów')).toBeVisible();
  await page.getByRole('radio', { name: 'Wszystkie' }).check({ force: true });

  // A tenant says by itself whose property is meant.
  await expect(rows(page).nth(1)).toBeVisible();
  const owner = await rows(page).nth(1).locator('td').nth(5).innerText();
  const asked = page.waitForRequest((request) =>
    Boolean(request.url().includes('/api/document?') && request.postData()?.includes('tenantIds')),
  );
  await picker(page, 'Lokatorzy').fill(owner);
  await page.getByRole('option', { name: owner }).first().click();
  expect((await asked).postDataJSON()).toMatchObject({ tenantIds: [expect.any(Number)] });
  expect((await asked).postDataJSON()).not.toHaveProperty('propertyIds');
  await page.keyboard.press('Escape');
  await expect(rows(page).nth(1)).toContainText(owner);
  await expectAccessible(page);

  await expect(page.getByRole('button', { name: 'Podgląd' }).first()).toBeVisible({
    timeout: 60_000,
  });
  await page.getByRole('button', { name: 'Podgląd' }).first().click();
  const preview = page.getByRole('dialog');
  await expect(preview.locator('[data-drawn="true"] canvas').first()).toBeVisible({
    timeout: 20_000,
  });
  await expect(preview.locator('.file-page').first()).toContainText(owner);
  await expectAccessible(page);
  const saving = page.waitForEvent('download');
  await preview.getByRole('button', { name: 'Zapisz' }).click();
  const saved = await saving;
  expect(saved.suggestedFilename()).toMatch(/\.pdf$/);
  const { text } = await extractText(
    await readFile(await saved.path()).then((bytes) => new Uint8Array(bytes)),
    {
      mergePages: true,
    },
  );
  expect(text).toContain(owner);
});

/** Packages come as being made for as long as the page has no stream that would tell it of more. */
async function showAsUnfinishedUntilTold(page: Page) {
  const isStream = (url: string) => new URL(url).pathname === '/api/changes';
  let isOpen = false;
  const stream = page.waitForResponse((response) => isStream(response.url()), { timeout: 0 });
  const closed = page.waitForEvent('requestfailed', {
    predicate: (request) => isStream(request.url()),
    timeout: 0,
  });
  void stream.then(() => {
    isOpen = true;
  });
  await page.route('**/api/document/package', async (route) => {
    if (route.request().method() !== 'GET' || isOpen) return route.continue();
    const response = await route.fetch();
    const packages: object[] = await response.json();
    return route.fulfill({
      response,
      json: packages.map((one) => ({ ...one, status: 'PROCESSING' })),
    });
  });
  return { stream, closed };
}

test('documents are packed, waited for in the panel, which stays open, and fetched as a zip', async ({
  page,
}) => {
  test.slow();
  await signIn(
    page,
    'admin.pl',
    '/document-archive/available-documents?properties=1001&billingType=&documentType=CONTROL_WATER',
  );
  await expect(rows(page).nth(1)).toContainText('Lista kontrolna wody');
  const downloads = page.getByRole('button', { name: 'Pobierz' });
  const wanted = (await rows(page).count()) - 1;
  expect(wanted).toBeGreaterThan(1);
  await expect(downloads).toHaveCount(wanted, { timeout: 60_000 });
  const told = await showAsUnfinishedUntilTold(page);
  await page.getByRole('button', { name: 'Przygotuj paczkę' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Nazwa paczki').fill('Kontrola wody');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Przygotuj' }).click();
  await expect(page.getByText('Paczka jest przygotowywana')).toBeVisible();

  await page.getByRole('button', { name: 'Powiadomienia' }).click();
  const panel = page.getByRole('dialog', { name: 'Powiadomienia' });
  const made = panel.getByRole('row', { name: /Kontrola wody/ });
  await expect(made.getByText('Gotowe')).toBeVisible({ timeout: 30_000 });
  const stream = await told.stream;
  expect(stream.status()).toBe(200);
  expect(stream.request().headers().authorization).toMatch(/^Bearer /);
  expect(new URL(stream.url()).search).toBe('');
  // Nothing is under way any more, so nobody listens.
  await told.closed;
  await expect(panel.getByRole('button', { name: 'Odśwież' })).toBeDisabled();
  await expectAccessible(page);
  await page.reload();
  await expect(made).toBeVisible();
  const saving = page.waitForEvent('download');
  await made.getByRole('button', { name: 'Pobierz' }).click();
  const saved = await saving;
  expect(saved.suggestedFilename()).toBe('Kontrola wody.zip');
  const zip = await fromBufferPromise(await readFile(await saved.path()));
  const names: string[] = [];
  for await (const entry of zip.eachEntry()) names.push(entry.fileName);
  expect(names).toHaveLength(wanted);
  expect(names.every((name) => name.endsWith('.pdf'))).toBe(true);
  await made.getByRole('button', { name: 'Usuń paczkę' }).click();
  await page.getByRole('button', { name: 'Usuń', exact: true }).click();
  await expect(made).toHaveCount(0);
});
