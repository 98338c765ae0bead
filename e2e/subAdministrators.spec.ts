import type { Browser, Page } from '@playwright/test';
import { findLink, listMails } from './support/mails.ts';
import { expect, expectAccessible, signIn, signInWith, test } from './support/portal.ts';

const password = 'Another-password-7';

test('a main user makes a sub-user, who sees what is shared until they are deleted', async ({
  browser,
  page,
}) => {
  test.slow();
  const username = `podwladny.${Date.now()}`;
  const email = `${username}@example.com`;
  await signIn(page, 'landlord.pl');
  await page.getByRole('button', { name: 'landlord.pl' }).click();
  await page.getByRole('link', { name: 'Lista podużytkowników' }).click();
  await expect(page).toHaveURL(/\/sub-admin$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Podużytkownicy' })).toBeVisible();
  await expectAccessible(page);

  const before = await listMails();
  await page.getByRole('link', { name: 'Nowy podużytkownik' }).click();
  await createAccount(page, username, email);
  // What is missing then is what they may see.
  const row = page.getByRole('row').filter({ hasText: username });
  await expect(page.getByRole('heading', { name: 'Jan Podwładny' })).toBeVisible();
  const property = page.getByRole('row').nth(1);
  const worksNo = await property.getByText(/^PL-\d+$/).innerText();
  const hidden = await page
    .getByRole('row')
    .nth(2)
    .getByText(/^PL-\d+$/)
    .innerText();
  await expectAccessible(page);
  await property.getByRole('button', { name: 'Udostępnij' }).click();
  await shareConsumption(page);
  await expect(page.getByText('Przypisana', { exact: true })).toHaveCount(1);

  const other = await acceptInvitation(browser, await findLink(email, before), username);
  await other.goto('/consumption');
  await expect(other.getByText(worksNo).first()).toBeVisible();
  await expect(other.getByText(hidden)).toHaveCount(0);
  await expect(other.getByRole('navigation').getByText('Warnings')).toHaveCount(0);
  await other.goto('/sub-admin');
  await expect(other).toHaveURL(/\/dashboard$/);

  await page.getByLabel('Imię i nazwisko').fill('Jan Zmieniony');
  await page.getByRole('button', { name: 'Zapisz' }).click();
  await expect(page.getByRole('heading', { name: 'Jan Zmieniony' })).toBeVisible();

  // Another address counts once its owner has confirmed it there.
  const another = `inny.${email}`;
  const sofar = await listMails();
  await page.getByLabel('E-mail').fill(another);
  await page.getByRole('button', { name: 'Zapisz' }).click();
  await expect(page.getByText(`Wiadomości mają trafiać na adres ${another}`)).toBeVisible();
  await expect(page.getByText(`${username} · ${email}`)).toBeVisible();
  await expectAccessible(page);
  const confirming = await (await browser.newContext({ locale: 'en-GB' })).newPage();
  await confirming.goto(await findLink(another, sofar));
  await expect(confirming.getByText(another)).toBeVisible();
  await confirming.getByRole('button', { name: 'Confirm the address' }).click();
  await expect(confirming.getByText('Your new e-mail address is confirmed.')).toBeVisible();
  await confirming.context().close();
  await page.reload();
  await expect(page.getByText(`${username} · ${another}`)).toBeVisible();
  // Whoever confirms it is signed out everywhere.
  await other.context().close();
  const anew = await (await browser.newContext({ locale: 'en-GB' })).newPage();
  await signInWith(anew, username, password);
  await expect(anew).toHaveURL(/\/dashboard$/);

  await page.goto('/sub-admin');
  await expect(row).toContainText('Aktywny');
  await pressAndConfirm(page, username, 'Wyłącz');
  await expect(row).toContainText('Wyłączony');
  await anew.goto('/consumption');
  await expect(anew).toHaveURL(/blocked|auth/);

  await pressAndConfirm(page, username, 'Włącz');
  await expect(row).toContainText('Aktywny');
  await pressAndConfirm(page, username, 'Usuń');
  await expect(row).toHaveCount(0);
  await page.getByRole('button', { name: 'Filtruj: Stan' }).click();
  await page.getByText('Usunięty', { exact: true }).click();
  await page.keyboard.press('Escape');
  await expect(row).toContainText('Usunięty');
  await expectAccessible(page);
  await pressAndConfirm(page, username, 'Przywróć');
  await expect(row).toContainText('Aktywny');
  await page.goto('/sub-admin');
  await expect(row).toContainText('Aktywny');
  const again = await (await browser.newContext({ locale: 'en-GB' })).newPage();
  await signInWith(again, username, password);
  await again.goto('/consumption');
  await expect(again.getByText(worksNo).first()).toBeVisible();
  await again.context().close();
  await anew.context().close();
});

test.describe('on a phone in the dark', () => {
  test.use({ viewport: { width: 390, height: 844 }, colorScheme: 'dark' });

  test('support makes a sub-administrator for a main user and shares a property', async ({
    browser,
    page,
  }) => {
    test.slow();
    const username = `zastepca.${Date.now()}`;
    const email = `${username}@example.com`;
    await signIn(page, 'support.pl', '/user-management/admin');
    await page.getByRole('searchbox').fill('landlord.pl');
    const card = page.getByRole('listitem').filter({ hasText: 'landlord.pl' });
    await card.getByRole('button', { name: 'Subadministratorzy' }).click();
    await expect(page).toHaveURL(/\/user-management\/admin\/\d+\/sub-admin$/);
    const trail = page.getByRole('navigation', { name: 'Jesteś tutaj' }).getByRole('listitem');
    await expect(trail.last()).toHaveText('landlord.pl');
    await expectAccessible(page);

    const before = await listMails();
    await page.getByRole('link', { name: 'Nowy subadministrator' }).click();
    await createAccount(page, username, email);
    await expect(page.getByText(email)).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Udostępnij', exact: true }).first().click();
    await shareConsumption(page);
    await expect(page.getByText('Przypisana', { exact: true })).toHaveCount(1);

    const other = await acceptInvitation(browser, await findLink(email, before), username);
    await other.goto('/consumption');
    await expect(other.getByText(/PL-\d+/).first()).toBeVisible();
    await other.context().close();
  });
});

async function createAccount(page: Page, username: string, email: string): Promise<void> {
  await page.getByLabel('Imię i nazwisko').fill('Jan Podwładny');
  await page.getByLabel('Nazwa użytkownika').fill(username);
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Numer telefonu').fill('+48 600 700 800');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Utwórz konto' }).click();
  await expect(page.getByText('Konto utworzone.', { exact: false })).toBeVisible();
}

async function shareConsumption(page: Page): Promise<void> {
  const panel = page.getByRole('dialog');
  await expect(panel.getByRole('radio', { name: 'Tylko podgląd zużycia' })).toBeChecked();
  await panel.getByText('Wybierz pojedynczo').click();
  await expect(panel.getByRole('checkbox', { name: 'Zużycie: podstawowe' })).toBeChecked();
  await expectAccessible(page);
  await panel.getByRole('button', { name: 'Udostępnij', exact: true }).click();
  await expect(page.getByText('Nieruchomości udostępnione.')).toBeVisible();
}

/** Chooses a password by the mailed link and signs in, in a browser of its own. */
async function acceptInvitation(browser: Browser, link: string, username: string): Promise<Page> {
  const theirs = await browser.newContext({ locale: 'en-GB' });
  const other = await theirs.newPage();
  await other.goto(link);
  const fields = other.locator('input[type=password]');
  await fields.nth(0).fill(password);
  await fields.nth(1).fill(password);
  await other.getByRole('button', { name: 'Set the password' }).click();
  await expect(other.getByText('Your new password is set', { exact: false })).toBeVisible();
  await signInWith(other, username, password);
  await expect(other).toHaveURL(/\/dashboard$/);
  return other;
}

async function pressAndConfirm(page: Page, username: string, name: string): Promise<void> {
  const row = page.getByRole('row').filter({ hasText: username });
  await row.getByRole('button', { name, exact: true }).click();
  await page.getByRole('alertdialog').getByRole('button', { name, exact: true }).click();
}
