import { expect, signIn, test } from './support/portal.ts';

test.use({ colorScheme: 'dark' });

/** What only a screen shows. */
const screenOnly = ['.header', '.shell-navigation', '.breadcrumbs', '.control', '.table-tools'];

test('paper has what a page shows, in words and light, and nothing to press', async ({ page }) => {
  await signIn(page, 'admin.pl', '/consumption/1001?periodBegin=2026-01-01&periodEnd=2026-06-30');
  const graph = page.getByRole('region', { name: 'Zużycie w czasie' });
  await expect(graph.locator('.recharts-bar-rectangle').first()).toBeVisible();
  await expect(page.locator('main table').first()).toBeVisible();

  for (const part of screenOnly) {
    await expect(page.locator(part).filter({ visible: true }).first()).toBeVisible();
  }

  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByText('Rodzaj urządzenia: Zimna woda')).toBeVisible();
  await expect(page.getByText('Przedział czasu: Miesiące')).toBeVisible();
  await expect(graph.getByText('Pokazany okres: 01.01.2026–30.06.2026')).toBeVisible();
  await expect(graph.getByText('Ten okres')).toBeVisible();
  await expect(graph.locator('.recharts-bar-rectangle').first()).toBeVisible();
  await expect(graph.getByRole('rowheader')).toHaveCount(6);
  for (const part of screenOnly) {
    await expect(page.locator(part).filter({ visible: true })).toHaveCount(0);
  }
  await expect(page.getByRole('button', { name: 'Drukuj' })).toBeHidden();
  await expect(page.locator('html')).not.toHaveClass(/bp6-dark/);
  const cutOff = await page.evaluate(() =>
    [...document.querySelectorAll('.table-scroll')].filter(
      (box) => getComputedStyle(box).overflow !== 'visible',
    ),
  );
  expect(cutOff).toEqual([]);

  await page.emulateMedia({ media: null });
  await expect(page.locator('html')).toHaveClass(/bp6-dark/);
  await expect(page.locator('.control').first()).toBeVisible();
  await expect(graph.getByRole('table')).toHaveCount(0);
});

test('the list beside the map is printed as a whole', async ({ page }) => {
  await signIn(page, 'admin.pl', '/consumption');
  const list = page.getByRole('region', { name: 'Lista' });
  await expect(list.getByRole('link').first()).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(list.getByRole('link')).toHaveCount(86);
  await expect(list.getByRole('link').last()).toBeVisible();
});

test('a button of the page prints it', async ({ page }) => {
  await page.addInitScript(() => {
    window.print = () => document.documentElement.setAttribute('data-printed', 'yes');
  });
  await signIn(page, 'admin.pl', '/consumption/1001');
  await page.getByRole('button', { name: 'Drukuj' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-printed', 'yes');
});
