import AxeBuilder from '@axe-core/playwright';
import { drawBySeed } from '../scripts/testing/seed.mjs';
import { expect, expectAccessible, expectSettled, signIn, test } from './support/portal.ts';
import { expectAllStyles } from './support/styles.ts';

test('a period is picked by keyboard, from a calendar that comes when it is opened', async ({
  page,
}) => {
  const loaded: string[] = [];
  page.on('request', (request) => {
    if (/\/assets\/DayPicker-/.test(request.url())) loaded.push(request.url());
  });
  await signIn(
    page,
    'admin.pl',
    '/consumption/1002?category=COLD_WATER_METER&timeframe=DAILY&periodBegin=2026-03-10',
  );
  const open = page.getByRole('button', { name: 'Wybierz dzień: Od' });
  await expect(open).toBeVisible();
  await expect(page.locator('.recharts-bar-rectangle').first()).toBeVisible();
  expect(loaded).toEqual([]);

  await open.press('Enter');
  const month = page.getByRole('grid', { name: 'marzec 2026' });
  await expect(month.getByRole('gridcell', { name: '10.03.2026' })).toBeFocused();
  await expect(month.getByRole('columnheader').first()).toHaveText('pon.');
  expect(loaded.filter((address) => address.endsWith('.js'))).toHaveLength(1);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(month).toHaveCount(0);
  await expect(open).toBeFocused();

  await page.keyboard.press('Enter');
  await expect(month.getByRole('gridcell', { name: '10.03.2026' })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/periodBegin=2026-03-16/);
  await expect(page.getByRole('textbox', { name: 'Od' })).toHaveValue('16.03.2026');
  await expect(open).toBeFocused();

  await page.getByRole('button', { name: 'Wybierz dzień: Do' }).click();
  await page.getByRole('combobox', { name: 'Miesiąc' }).selectOption('kwiecień');
  await page.getByRole('gridcell', { name: '01.04.2026' }).click();
  await expect(page).toHaveURL(/periodBegin=2026-03-16.*periodEnd=2026-04-01/);
});

test('nothing moves under a calendar that is still on its way', async ({ page }) => {
  await page.goto('/dev/gallery');
  let arrive: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await page.route(/\/assets\/DayPicker-.*\.js$/, async (route) => {
    await held;
    await route.continue();
  });
  const box = page.locator('.date-popover:popover-open');
  await page.getByRole('button', { name: 'Pick a day', exact: true }).first().click();
  await expect(box).toBeVisible();
  const before = await box.boundingBox();
  expect(before?.height).toBeGreaterThan(200);
  arrive();
  await expect(box.getByRole('grid')).toBeVisible();
  expect(await box.boundingBox()).toEqual(before);
  const content = await box.evaluate((one) => one.scrollHeight - one.clientHeight);
  expect(content).toBe(0);
});

const looks = [
  ['light', 1280],
  ['dark', 390],
] as const;

for (const [colorScheme, width] of drawBySeed(looks, 1, 'calendars')) {
  test(`a form’s calendars violate nothing, in the ${colorScheme}, ${width} pixels wide`, async ({
    page,
  }) => {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 844 });
    await page.goto('/dev/gallery');
    const form = page.getByRole('region', { name: 'Example: widgets', exact: true });
    await form.getByRole('textbox', { name: 'From' }).fill('05.03.2026');
    // What leaving a field shows may move what would be clicked.
    await page.keyboard.press('Tab');
    for (const name of ['Pick a day', 'Pick a day: To']) {
      await form.getByRole('button', { name, exact: true }).click();
      const calendar = page.locator('.date-popover:popover-open');
      await expect(calendar.getByRole('grid')).toBeVisible();
      await expectAllStyles(page);
      await expectSettled(page);
      const { violations } = await new AxeBuilder({ page }).include('.date-popover').analyze();
      expect(violations).toEqual([]);
      const box = await calendar.boundingBox();
      expect((box?.x ?? 0) + (box?.width ?? width + 1)).toBeLessThanOrEqual(width);
      await page.keyboard.press('Escape');
    }
  });
}
