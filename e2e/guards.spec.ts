import { expect, expectAccessible, signIn, test } from './support/portal.ts';

test('doors are shut in the browser as the specification says', async ({ page }) => {
  test.slow();
  // Who isn't signed in is sent to the start, and on to the login page.
  for (const path of ['/billing-admin', '/sub-admin/create-admin', '/warnings/settings/co2']) {
    await page.goto(path);
    await expect(page).toHaveURL(/\/auth\/login$/);
  }

  await signIn(page, 'domea.pl');
  for (const path of [
    ...['/reports/list', '/warnings/settings/form', '/advanced-reports/water-balance'],
    ...['/document-archive/available-documents', '/user-management/admin/form', '/sub-admin'],
  ]) {
    await page.goto(path);
    await expect(page).toHaveURL(/\/dashboard$/);
  }
  await page.goto('/consumption');
  await expect(page).toHaveURL(/\/consumption$/);
});

test('an administrator finds the sub-users in the menu, and the trail leads back', async ({
  page,
}) => {
  test.slow();
  await signIn(page, 'admin.pl');
  await page.getByRole('button', { name: 'admin.pl' }).click();
  await page.getByRole('link', { name: 'Lista podużytkowników' }).click();
  await expect(page).toHaveURL(/\/sub-admin$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Podużytkownicy' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'sub.pl' })).toBeVisible();
  await expectAccessible(page);

  await page.goto('/sub-admin/create-admin');
  const trail = page.getByRole('navigation', { name: 'Jesteś tutaj' }).getByRole('listitem');
  await expect(trail).toHaveText(['Pulpit', 'Podużytkownicy', 'Nowy podużytkownik']);
  await expect(page).toHaveTitle(/^Nowy podużytkownik/);
  await page.goto('/sub-admin');
  await page.getByRole('link', { name: 'sub.pl' }).click();
  await expect(page).toHaveTitle(/^Edycja podużytkownika/);
  await page.goto('/reports/create/job');
  await expect(page).toHaveTitle(/^Nowy raport cykliczny/);
  await page.goto('/billing-admin');
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('whoever had to sign in first arrives where they wanted to go', async ({ page }) => {
  test.slow();
  await page.goto('/user-management/packages/form');
  await expect(page).toHaveURL(/\/auth\/login$/);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByLabel('User name').fill('support.cz');
  await page.getByLabel('Password', { exact: true }).fill('Meterhouse-demo-1');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(/\/user-management\/packages\/form$/);
  await expect(
    page.getByRole('heading', { level: 1, name: 'Vytvoření a úprava balíčku' }),
  ).toBeVisible();
});
