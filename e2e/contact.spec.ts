import { readFile } from 'node:fs/promises';
import { expect, expectAccessible, signIn, test } from './support/portal.ts';

const pdf = Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\na photograph of a meter\n%%EOF', 'latin1');

test('a message brings a file, and support reads, fetches and answers it', async ({
  page,
  browser,
}) => {
  test.slow();
  const words = `Licznik w lokalu ${Date.now()} przecieka.`;
  await page.goto('/');
  await signIn(page, 'admin.pl');
  await page.goto('/contact-form');
  await page.getByRole('combobox', { name: 'Temat' }).selectOption({ index: 1 });
  await page.getByRole('textbox', { name: 'Wiadomość' }).fill(words);
  const file = { name: 'licznik.pdf', mimeType: 'application/pdf', buffer: pdf };
  await page.locator('input[type=file]').setInputFiles(file);
  await expect(page.getByText(/licznik\.pdf \(/)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Wyślij', exact: true }).click();
  await expect(page.getByText('Wiadomość została wysłana')).toBeVisible();

  const support = await browser.newPage();
  await support.goto('/');
  await signIn(support, 'support.pl');
  await support.goto('/contact-form/messages');
  await expect(support.getByRole('row').nth(1)).toContainText(words);
  await expectAccessible(support);
  await support.getByRole('row').nth(1).getByRole('link').first().click();
  await expect(support.getByText(words)).toBeVisible();
  const downloading = support.waitForEvent('download');
  await support.getByRole('button', { name: 'Pobierz' }).click();
  const saved = await downloading;
  expect(saved.suggestedFilename()).toBe('licznik.pdf');
  expect(await readFile(await saved.path())).toEqual(pdf);

  await support.getByLabel(/Stan|Status/).first().selectOption('ANSWERED');
  await support.locator('textarea').fill('Wymieniony.');
  await support.getByRole('button', { name: 'Zapisz', exact: true }).click();
  await expect(support.getByRole('row', { name: /support\.pl.*Wymieniony\./ })).toBeVisible();
  await expectAccessible(support);
  await support.goto('/contact-form/messages');
  await expect(support.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(support.getByText(words)).toHaveCount(0);
  await support.close();
});
