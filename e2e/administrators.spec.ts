import { findLink, listMails } from './support/mails.ts';
import { expect, expectAccessible, signIn, signInWith, test } from './support/portal.ts';

test.describe('with a refusal', () => {
  test.use({ expectedFaults: /api\/admin$/ });

  test('support makes an account, assigns a property, and its owner sees just that', async ({
    browser,
    page,
  }) => {
    const username = `nowy.${Date.now()}`;
    const email = `${username}@example.com`;
    await signIn(page, 'support.pl', '/user-management');
    await page.getByRole('link', { name: 'Administratorzy' }).click();
    await expect(page.getByRole('row').nth(1)).toBeVisible();
    await expectAccessible(page);

    const before = await listMails();
    await page.getByRole('link', { name: 'Nowy administrator' }).click();
    await page.getByLabel('Imię i nazwisko').fill('Nowa Osoba');
    await page.getByLabel('Nazwa użytkownika').fill('ADMIN.pl');
    await page.getByLabel('E-mail').fill(email);
    await page.getByLabel('Numer telefonu').fill('+48 600 700 800');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Utwórz konto' }).click();
    await expect(page.getByText('Ta nazwa użytkownika jest zajęta').first()).toBeVisible();
    await page.getByLabel('Nazwa użytkownika').fill(username);
    await page.getByRole('button', { name: 'Utwórz konto' }).click();
    await expect(page.getByText('Konto utworzone.', { exact: false })).toBeVisible();

    await page.getByRole('searchbox').fill(username);
    const row = page.getByRole('row').filter({ hasText: username });
    await expect(row).toContainText('Zaproszony');
    await row.getByRole('link').first().click();
    await expect(page.getByRole('heading', { name: 'Uprawnienia do nieruchomości' })).toBeVisible();
    await expect(page.getByText(email)).toBeVisible();
    await page.getByRole('searchbox').fill('PL-1066');
    const property = page.getByRole('row').filter({ hasText: 'PL-1066' });
    await expect(property).toContainText('Nieprzypisana');
    // The row may have been there before; rows are pale while they are searched.
    await expect(page.getByRole('row').filter({ hasText: /PL-\d/ })).toHaveCount(1);
    await expectAccessible(page);
    await property.getByRole('button', { name: 'Przypisz' }).click();
    const panel = page.getByRole('dialog');
    await panel.getByLabel('Pakiet uprawnień').selectOption({ label: 'consumption' });
    await expect(panel.getByText('Nowo przypisane')).toBeVisible();
    await expectAccessible(page);
    await panel.getByRole('button', { name: 'Przypisz', exact: true }).click();
    await expect(page.getByText('Nieruchomości przypisane.')).toBeVisible();
    await expect(property).toContainText('Przypisana');
    await expect(property).toContainText('consumption');

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
    await expect(other.getByText('PL-1066').first()).toBeVisible();
    await expect(other.getByText('PL-1083')).toHaveCount(0);

    await page.goto('/user-management/admin');
    await page.getByRole('searchbox').fill(username);
    await expect(row).toContainText('Aktywny');
    await row.getByRole('button', { name: 'Wyłącz' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Wyłącz' }).click();
    await expect(row).toContainText('Wyłączony');
    await other.goto('/consumption');
    await expect(other.getByText('PL-1066')).toHaveCount(0);
    await expect(other).toHaveURL(/blocked|auth/);
    await theirs.close();
  });
});

test.describe('on a phone in the dark', () => {
  test.use({ viewport: { width: 390, height: 844 }, colorScheme: 'dark' });

  test('an address without an administrator says so', async ({ page }) => {
    await signIn(page, 'support.pl', '/user-management/admin/permission');
    await expect(page.getByText('Nie wybrano administratora')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Do administratorów' }).click();
    await expect(page).toHaveURL(/\/user-management\/admin$/);
    await expectAccessible(page);
  });
});
