import { expect, expectAccessible, signIn, test } from './support/portal.ts';

const pdf = (words: string) =>
  Buffer.from(`%PDF-1.7\n%\xe2\xe3\xcf\xd3\n${words}\n%%EOF`, 'latin1');

test('support adds a draft to a property, makes it final and deletes it', async ({ page }) => {
  test.slow();
  const name = `rozliczenie-${Date.now()}.pdf`;
  await signIn(page, 'support.pl');
  await page.getByRole('link', { name: /Dokumenty nieruchomości/ }).click();
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('row').nth(1).getByRole('link').first().click();
  await expect(page.getByRole('heading', { name: 'Dokumenty', exact: true })).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Dodaj dokument' }).click();
  const panel = page.getByRole('dialog');
  const file = { name, mimeType: 'application/pdf', buffer: pdf(name) };
  await panel.locator('input[type=file]').setInputFiles(file);
  await expect(panel.getByText(`${name} (`)).toBeVisible();
  await panel.getByLabel('Rodzaj dokumentu').selectOption({ index: 1 });
  await panel.getByLabel('Rodzaj rozliczenia').selectOption({ index: 1 });
  await panel.getByLabel('Okres od').fill('01.01.2025');
  await panel.getByLabel('Okres do').fill('31.12.2024');
  await panel.getByLabel('Właściciel').fill('Jan Kowalski');
  await panel.getByLabel('Status').selectOption({ label: 'Wersja robocza' });
  await panel.getByRole('button', { name: 'Dodaj', exact: true }).click();
  await expect(panel.getByText('Okres kończy się, zanim się zacznie.').first()).toBeVisible();
  await expectAccessible(page);
  await panel.getByLabel('Okres do').fill('31.12.2025');
  await panel.getByRole('button', { name: 'Dodaj', exact: true }).click();
  await expect(page.getByText('Dokument jest w archiwum.')).toBeVisible();
  await expect(panel).toHaveCount(0);

  await page.getByRole('searchbox').fill(name);
  const row = page.getByRole('row').filter({ hasText: name });
  await expect(row).toContainText('Wersja robocza');
  await row.getByRole('button', { name: 'Zatwierdź' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Zatwierdź' }).click();
  await expect(row).toContainText('Wersja ostateczna');
  await expect(row.getByRole('button', { name: 'Zatwierdź' })).toHaveCount(0);
  await row.getByRole('button', { name: 'Usuń' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Usuń' }).click();
  await expect(row).toHaveCount(0);
});
