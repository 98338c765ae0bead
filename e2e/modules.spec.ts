import { expect, expectAccessible, signIn, test } from './support/portal.ts';

test('support switches a module off, the administrator’s tile goes, and a roll back brings it back', async ({
  browser,
  page,
}) => {
  const theirs = await browser.newContext({ locale: 'en-GB' });
  const reader = await theirs.newPage();
  await signIn(reader, 'admin.pl');
  const tile = reader.getByRole('main').locator('a[href="/document-archive"]').first();
  await expect(tile).toBeVisible();

  await signIn(page, 'support.pl', '/user-management');
  await page.getByRole('link', { name: 'Moduły' }).click();
  await page.getByRole('link', { name: 'Archiwum dokumentów' }).click();
  await expect(page.getByText('Możliwe')).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: 'Kafelek' })).toContainText(
    '/document-archive',
  );
  await expectAccessible(page);
  await page.getByLabel('Powód').fill('Dokumenty są sprawdzane');
  await page.getByRole('button', { name: 'Wyłącz', exact: true }).click();
  const question = page.getByRole('alertdialog');
  await question.getByRole('button', { name: 'Wyłącz' }).click();
  // The newest: an earlier try may have left one.
  const rowOf = (reason: string) => page.getByRole('row').filter({ hasText: reason }).first();
  const entry = rowOf('Dokumenty są sprawdzane');
  await expect(entry).toContainText('Wyłączony');
  await expect(tile).toBeHidden();
  await expectAccessible(page);

  await entry.getByRole('button', { name: 'Cofnij' }).click();
  const panel = page.getByRole('dialog');
  await panel.getByLabel('Powód').fill('Sprawdzone');
  await expectAccessible(page);
  await panel.getByRole('button', { name: 'Cofnij', exact: true }).click();
  await question.getByRole('button', { name: 'Cofnij' }).click();
  await expect(rowOf('Sprawdzone')).toContainText('Jak w pliku');
  await expect(tile).toBeVisible();
  await theirs.close();
});
