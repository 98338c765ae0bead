import { expect, expectAccessible, signIn, test } from './support/portal.ts';

/** What people see first, and where it leads. */

test('an administrator goes from the largest change to what changed', async ({ page }) => {
  await signIn(page, 'admin.pl');
  const month = page.getByRole('region', { name: 'Ten miesiąc' });
  await expect(
    month.getByText(/w porównaniu z tymi samymi dniami poprzedniego roku/),
  ).toBeVisible();
  await expect(month.getByText('Zimna woda', { exact: true }).first()).toBeVisible();
  await expect(
    page.getByRole('heading', { name: 'Urządzenia bez łączności i nowe luki' }),
  ).toBeVisible();
  const year = (of: string) =>
    page.getByRole('region', { name: `Ostatnie dwanaście miesięcy: ${of}` });
  await expect(year('Zimna woda').getByRole('button', { name: 'Okres porównawczy' })).toBeVisible();
  await expectAccessible(page);

  await month.getByRole('link', { name: 'Ciepła woda', exact: true }).click();
  await expect(page).toHaveURL(/\/dashboard\?changesOf=HOT_WATER_METER$/);
  await expect(year('Ciepła woda')).toBeVisible();
  const changes = page.getByRole('table', { name: 'Największe zmiany' });
  await expect(changes.getByRole('cell', { name: 'Ciepła woda' }).first()).toBeVisible();

  await changes.getByRole('link').first().click();
  await expect(page).toHaveURL(/\/consumption\/\d+\?.*timeframe=DAILY/);
  for (const part of ['compare=LAST_YEAR', 'category=HOT_WATER_METER', 'periodBegin=']) {
    expect(page.url()).toContain(part);
  }
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('support and super administrators have ways to their work, and no locks', async ({ page }) => {
  await signIn(page, 'support.pl');
  const main = page.getByRole('main');
  await expect(main.getByRole('link', { name: /^Odczyty/ })).toBeVisible();
  await expect(main.getByRole('heading', { name: 'Najnowsze importy' })).toBeVisible();
  await expect(page.locator('.tile-locked')).toHaveCount(0);
  await expectAccessible(page);
  await main.getByRole('link', { name: /^Odczyty/ }).click();
  await expect(page).toHaveURL(/\/readings$/);

  await page.context().clearCookies();
  await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
  await signIn(page, 'super.pl');
  await expect(page.locator('.tile-locked')).toHaveCount(0);
  await main.getByRole('link', { name: /^Administrator rozliczeń/ }).click();
  await expect(page).toHaveURL(/\/billing-admin$/);
});
