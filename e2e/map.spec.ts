import { expect, expectAccessible, signIn, test } from './support/portal.ts';

test('places that stand close are one, until Enter comes nearer and opens one', async ({
  page,
}) => {
  await signIn(page, 'admin.pl', '/consumption');
  const map = page.getByRole('region', { name: 'Mapa Twoich nieruchomości' });
  const clusters = map.getByRole('button', { name: /nieruchomości: Warszawa/ });
  await expect(clusters).toHaveCount(1);
  await expectAccessible(page);
  await expect(page).toHaveURL(/map\.view=/);
  const places = map.getByRole('link', { name: /Warszawa/ });
  for (let step = 0; step < 8 && (await places.count()) === 0; step += 1) {
    const before = page.url();
    await map.getByRole('button').first().focus();
    await page.keyboard.press('Enter');
    await expect(page).not.toHaveURL(before);
  }
  const name = (await places.first().getAttribute('title')) ?? '';
  await places.first().focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/consumption\/\d+/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(String(name.split(',')[0]));
});

test('a place is marked from its row of the list', async ({ page }) => {
  await signIn(page, 'admin.pl', '/consumption?map.search=PL-1001');
  const row = page.getByRole('region', { name: 'Lista' }).getByRole('link');
  await expect(row).toHaveCount(1);
  await expect(page.locator('.map-spot-place')).toHaveCount(1);
  await row.hover();
  await expect(page.locator('.map-spot-highlighted')).toHaveCount(1);
  await page.mouse.move(0, 0);
  await expect(page.locator('.map-spot-highlighted')).toHaveCount(0);
});
