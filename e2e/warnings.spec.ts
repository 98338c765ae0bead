import { expect, expectAccessible, signIn, test } from './support/portal.ts';

test('a limit is set, what contradicts it is refused, and the list begins with what is open', async ({
  page,
}) => {
  test.slow();
  await signIn(page, 'admin.pl');
  await page.goto('/warnings/settings');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectAccessible(page);
  await page
    .getByRole('region', { name: 'Wyciek wody' })
    .or(page.locator('section', { hasText: 'Wyciek wody' }))
    .last()
    .getByRole('link', { name: 'Otwórz' })
    .click();
  await expect(page).toHaveURL(/\/settings\/water-leakage$/);
  await page.getByRole('searchbox').fill('PL-1001');
  await expect(page.getByRole('row')).toHaveCount(2);
  await expectAccessible(page);
  await page.getByRole('row').nth(1).getByRole('link').click();
  const critical = page.getByLabel('Krytyczne powyżej, w l/h');
  await critical.fill('3');
  await page.getByRole('button', { name: 'Zapisz ustawienie' }).click();
  await expect(page.getByText('Próg krytyczny nie może być niższy').first()).toBeVisible();
  await critical.fill('25');
  await expect(page.getByText(/w ciągu ostatnich 30 dni powstał/)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Zapisz ustawienie' }).click();
  await expect(page.getByText('Ustawienie zapisano')).toBeVisible();

  await page.goto('/warnings/property-warnings-list?property=1001');
  await expect(page.getByRole('columnheader', { name: /Stan/ })).toBeVisible();
  await page.getByRole('button', { name: 'Filtruj: Stan (filtr włączony)' }).click();
  await expect(page.getByRole('checkbox', { name: 'Aktywne', exact: true })).toBeChecked();
  await expect(page.getByRole('checkbox', { name: 'Nieaktywne' })).toBeChecked();
  await expect(page.getByRole('checkbox', { name: 'Rozwiązane' })).not.toBeChecked();
  await expectAccessible(page);
});
