import { findLink, listMails } from './support/mails.ts';
import { expect, expectAccessible, signIn, signInWith, test } from './support/portal.ts';

test('a main user makes a sub-user, who sees what is shared and nothing else', async ({
  browser,
  page,
}) => {
  const username = `podwladny.${Date.now()}`;
  const email = `${username}@example.com`;
  await signIn(page, 'landlord.pl');
  await page.getByRole('button', { name: 'landlord.pl' }).click();
  await page.getByRole('menuitem', { name: 'Lista podużytkowników' }).click();
  await expect(page).toHaveURL(/\/sub-admin$/);
  await expectAccessible(page);

  const before = await listMails();
  await page.goto('/sub-admin/create-admin');
  await page.getByLabel('Imię i nazwisko').fill('Jan Podwładny');
  await page.getByLabel('Nazwa użytkownika').fill(username);
  await page.getByLabel('E-mail').fill(email);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Utwórz konto' }).click();
  await expect(page.getByText('Konto utworzone.', { exact: false })).toBeVisible();
  const row = page.getByRole('row').filter({ hasText: username });
  await row.getByRole('link').first().click();
  await expect(page.getByRole('heading', { name: 'Jan Podwładny' })).toBeVisible();
  const property = page.getByRole('row').nth(1);
  const name = await property.getByRole('cell').nth(1).innerText();
  await expectAccessible(page);
  await property.getByRole('button', { name: 'Udostępnij' }).click();
  const panel = page.getByRole('dialog');
  await panel.getByLabel('Zużycie: podstawowe').check();
  await expectAccessible(page);
  await panel.getByRole('button', { name: 'Udostępnij', exact: true }).click();
  await expect(page.getByText('Nieruchomości udostępnione.')).toBeVisible();
  await expect(page.getByText('Przypisana', { exact: true })).toHaveCount(1);

  const link = await findLink(email, before);
  const theirs = await browser.newContext({ locale: 'en-GB' });
  const other = await theirs.newPage();
  const password = 'Another-password-7';
  await other.goto(link);
  const fields = other.locator('input[type=password]');
  await fields.nth(0).fill(password);
  await fields.nth(1).fill(password);
  await other.getByRole('button', { name: 'Set the password' }).click();
  await expect(other.getByText('Your new password is set', { exact: false })).toBeVisible();
  await signInWith(other, username, password);
  await expect(other).toHaveURL(/\/dashboard$/);
  await other.goto('/consumption');
  await expect(other.getByText(name.trim()).first()).toBeVisible();
  await other.goto('/warnings-and-alerts');
  await expect(other).not.toHaveURL(/warnings-and-alerts$/);

  await page.goto('/sub-admin');
  await row.getByRole('button', { name: 'Usuń' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Usuń' }).click();
  await expect(row).toHaveCount(0);
  await other.goto('/consumption');
  await expect(other).toHaveURL(/blocked|auth/);
  await theirs.close();
});
