import { expect, expectAccessible, signIn, test } from './support/portal.ts';

test('support explains an account and sees the portal as it has it, until that is ended', async ({
  page,
  context,
}) => {
  await signIn(page, 'support.pl', '/user-management/admin');
  const row = page.getByRole('row').filter({ hasText: 'landlord.pl' });
  await page.getByRole('searchbox').fill('landlord.pl');
  await row.getByRole('button', { name: 'Wyjaśnij konto' }).click();
  await expect(page.getByRole('heading', { name: 'Wyjaśnij konto' })).toBeVisible();
  await expect(page.getByText('Pakiety uprawnień')).toBeVisible();
  await page.getByLabel('Rodzaj', { exact: true }).selectOption({ label: 'Strona' });
  await page.getByLabel('Stan', { exact: true }).selectOption({ label: 'Ukryte' });
  await page.getByPlaceholder('Nazwa lub adres').fill('/user-management/admin');
  const hidden = page.getByRole('row').filter({ hasText: '/user-management/admin' }).first();
  await expect(hidden).toContainText('wymaga');
  await expect(page.getByRole('row').filter({ hasText: '/registers' })).toHaveCount(0);
  await expectAccessible(page);

  // A second window of the same session is the customer's as well, as soon as it asks for anything.
  const other = await context.newPage();
  await other.goto('/user-management/packages');
  await expect(other.getByRole('heading', { name: 'Pakiety uprawnień' })).toBeVisible();

  await page.getByRole('button', { name: 'Zobacz jako ten użytkownik' }).click();
  await page.getByRole('button', { name: 'Rozpocznij podgląd' }).click();
  const banner = page.getByText('Podgląd bieżącego konta: landlord.pl');
  await expect(banner).toBeVisible();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expectAccessible(page);
  await page.goto('/consumption');
  await expect(page.locator('a[href^="/consumption/"]').first()).toBeVisible();
  await expect(banner).toBeVisible();
  // It may load anew by itself at that very moment, which would break off a load that is waited for.
  await other.evaluate(() => setTimeout(() => location.reload()));
  await expect(other.getByText('Podgląd bieżącego konta: landlord.pl')).toBeVisible();

  await page.getByRole('button', { name: 'Zakończ podgląd' }).click();
  await expect(banner).toBeHidden();
  await page.goto('/user-management/registers/landlord.pl');
  await expect(
    page.getByRole('row').filter({ hasText: 'Zakończono podgląd' }).first(),
  ).toBeVisible();
  await expect(
    page.getByRole('row').filter({ hasText: 'Otwarto podczas podglądu' }).first(),
  ).toContainText('support.pl');
});

test('a preview says how long it goes on, and a document is fetched in it', async ({ page }) => {
  test.slow();
  await signIn(page, 'support.pl', '/user-management/explanation?username=admin.pl');
  await page.getByRole('button', { name: 'Zobacz jako ten użytkownik' }).click();
  await page.getByRole('button', { name: 'Rozpocznij podgląd' }).click();
  await expect(page.getByText('Podgląd bieżącego konta: admin.pl')).toBeVisible();
  await expect(page.getByText(/Kończy się za (29|30) minut/)).toBeVisible();
  await page.goto(
    '/document-archive/available-documents?properties=1001&documentType=INDIVIDUAL_BILLING&billingType=',
  );
  const row = page.locator('main').getByRole('table').getByRole('row').nth(1);
  await expect(row).toContainText('Rozliczenie indywidualne');
  await expectAccessible(page);
  const saving = page.waitForEvent('download');
  await row.getByRole('button', { name: 'Pobierz' }).click();
  expect((await saving).suggestedFilename()).toMatch(/\.pdf$/);
  await page.getByRole('button', { name: 'Zakończ podgląd' }).click();
  await expect(page.getByText('Podgląd bieżącego konta: admin.pl')).toBeHidden();
});

test.describe('with a refusal', () => {
  test.use({ expectedFaults: /api\/user\/.+\/preferences$/ });

  test('nothing can be changed in a preview, and the page says why', async ({ page }) => {
    await signIn(page, 'support.pl', '/user-management/explanation?username=landlord.pl');
    await page.getByRole('button', { name: 'Zobacz jako ten użytkownik' }).click();
    await page.getByRole('button', { name: 'Rozpocznij podgląd' }).click();
    await expect(page.getByText('Podgląd bieżącego konta: landlord.pl')).toBeVisible();
    await page.getByRole('button', { name: 'landlord.pl' }).click();
    await page.getByText('Tryb ciemny').click();
    await expect(page.getByText('To podgląd cudzego konta', { exact: false })).toBeVisible();
    await page.getByRole('button', { name: 'Zakończ podgląd' }).click();
    await expect(page.getByText('Podgląd bieżącego konta: landlord.pl')).toBeHidden();
  });
});
