import { readFile } from 'node:fs/promises';
import { drawBySeed } from '../scripts/testing/seed.mjs';
import { expect, expectAccessible, test } from './support/portal.ts';

/** The gallery shows the same node several times. */
const twice = ['landmark-unique', 'duplicate-id-aria'];

for (const colorScheme of drawBySeed(['light', 'dark'] as const, 1, 'gallery')) {
  test.describe(`in the ${colorScheme}`, () => {
    test.use({ colorScheme });

    test('every node type and widget is drawn, and violates nothing', async ({ page }) => {
      await page.goto('/dev/gallery');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Gallery');
      const example = (name: string) =>
        page.getByRole('region', { name: `Example: ${name}`, exact: true });
      await expect(example('graph').locator('.recharts-bar-rectangle').first()).toBeVisible();
      await expect(example('table').getByRole('row').nth(1)).toBeVisible();
      await expect(example('table, failed').getByRole('button')).not.toHaveCount(0);
      await expect(example('unknown node').getByRole('alert')).toBeVisible();
      // Beside other things a map stands above its list, however wide the window is.
      const canvas = example('map in a third').getByRole('region', { name: 'Show all' });
      expect((await canvas.boundingBox())?.width).toBeGreaterThan(300);
      await expect(example('widgets').getByRole('combobox').first()).toBeVisible();
      await expectAccessible(page, twice);

      // By keyboard alone: a choice of several.
      const choice = example('widgets').getByRole('combobox', { name: 'multiselect' });
      await choice.focus();
      await page.keyboard.type('tw');
      await page.keyboard.press('Enter');
      await expect(example('widgets').getByRole('button', { name: 'Remove two' })).toBeVisible();
      await expectAccessible(page, twice);
    });

    test('it looks the same with all of Blueprint’s styles', async ({ page }) => {
      const everything = await readFile(
        'node_modules/@blueprintjs/core/lib/css/blueprint.css',
        'utf8',
      );
      const draw = async (width: number) => {
        await page.setViewportSize({ width, height: 900 });
        await page.goto('/dev/gallery');
        await expect(page.locator('.recharts-bar-rectangle').first()).toBeVisible();
        await expect(page.getByRole('combobox').first()).toBeVisible();
        await expect(page.locator('.awaited')).toHaveCount(0);
        await page.waitForTimeout(1000);
        return page.screenshot({ fullPage: true, animations: 'disabled' });
      };
      for (const width of [1280, 390]) {
        const lean = await draw(width);
        await page.route(/\/assets\/index-[\w-]+\.css$/, async (route) => {
          const response = await route.fetch();
          await route.fulfill({ response, body: everything + (await response.text()) });
        });
        const whole = await draw(width);
        expect(whole.equals(lean), `${width} pixels wide`).toBe(true);
        await page.unrouteAll();
      }
    });
  });
}

test('a row’s icon turns while something is made of it', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.goto('/dev/gallery');
  const example = page.getByRole('region', { name: 'Example: formats', exact: true });
  const icon = example.locator('tbody button .bp6-icon');
  await expect(icon).toBeVisible();
  const turn = async () => {
    const running = await icon.evaluate(
      (drawing) =>
        drawing.getAnimations().filter(({ playState }) => playState === 'running').length,
    );
    return {
      running,
      angle: await icon.evaluate((drawing) => getComputedStyle(drawing).transform),
    };
  };
  const before = await turn();
  expect(before.running).toBe(1);
  await expect.poll(async () => (await turn()).angle).not.toBe(before.angle);

  await page.emulateMedia({ reducedMotion: 'reduce' });
  await expect.poll(async () => (await turn()).running).toBe(0);
});

test('tabs and a picker go by keyboard alone, and the address keeps both', async ({ page }) => {
  await page.goto('/dev/gallery');
  const example = (name: string) =>
    page.getByRole('region', { name: `Example: ${name}`, exact: true });
  const tab = (name: string) => example('tabs').getByRole('tab', { name });
  await tab('Consumption').focus();
  await page.keyboard.press('ArrowRight');
  await expect(tab('Contact')).toBeFocused();
  await expect(tab('Contact')).toHaveAttribute('aria-selected', 'true');
  const picker = example('pick').getByRole('combobox');
  await picker.focus();
  await page.keyboard.press('ArrowDown');
  await expect(example('pick').getByRole('option')).toHaveCount(4);
  await expectAccessible(page, twice);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(picker).toHaveValue('Bukowa 1');
  await page.reload();
  await expect(picker).toHaveValue('Bukowa 1');
  await expect(tab('Contact')).toHaveAttribute('aria-selected', 'true');
});
