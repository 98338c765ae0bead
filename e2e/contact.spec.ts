import { readFile } from 'node:fs/promises';
import { expect, expectAccessible, signIn, test } from './support/portal.ts';

const pdf = Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\na photograph of a meter\n%%EOF', 'latin1');

test('a message brings a file, and support reads, fetches and answers it', async ({
  page,
  browser,
}) => {
  test.slow();
  const words = `Licznik w lokalu ${Date.now()} przecieka.`;
  await signIn(page, 'admin.pl', '/contact-form');
  await page.getByRole('combobox', { name: 'Temat' }).selectOption({ index: 1 });
  await page.getByRole('textbox', { name: 'Wiadomość' }).fill(words);
  const file = { name: 'licznik.pdf', mimeType: 'application/pdf', buffer: pdf };
  await page.locator('input[type=file]').setInputFiles(file);
  await expect(page.getByText(/licznik\.pdf \(/)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Wyślij', exact: true }).click();
  await expect(page.getByText('Wiadomość została wysłana')).toBeVisible();

  const context = await browser.newContext();
  const support = await context.newPage();
  const main = support.locator('main');
  await signIn(support, 'support.pl', '/contact-form/messages');
  const row = main.getByRole('row').filter({ hasText: words });
  await expect(row).toContainText('Nowa', { timeout: 30_000 });
  await expectAccessible(support);
  await row.getByRole('link').first().click();
  await expect(main.getByText(words)).toBeVisible();
  const downloading = support.waitForEvent('download');
  await main.getByRole('button', { name: 'Pobierz' }).click();
  const saved = await downloading;
  expect(saved.suggestedFilename()).toBe('licznik.pdf');
  expect(await readFile(await saved.path())).toEqual(pdf);

  await main.getByRole('combobox', { name: 'Stan' }).selectOption({ label: 'Odpowiedziano' });
  await main.getByRole('textbox', { name: 'Notatka' }).fill('Wymieniony.');
  await main.getByRole('button', { name: 'Zapisz', exact: true }).click();
  const history = main.getByRole('row', { name: /support\.pl.*Wymieniony\./ });
  await expect(history).toContainText('Odpowiedziano');
  await expectAccessible(support);

  // The list begins with those that wait, and says so where it finds none.
  await support.goto('/contact-form/messages');
  await main.getByRole('searchbox').fill(words);
  await expect(main.getByText(/Brak wyników dla: .*Nowa, W toku/)).toBeVisible();
  await expectAccessible(support);
  await main.getByRole('button', { name: 'Wyczyść wyszukiwanie' }).click();
  await expect(row).toContainText('Odpowiedziano');
  await context.close();
});
