import { inMotion } from './support/motion.ts';
import { expect, expectAccessible, signIn, test } from './support/portal.ts';

test('tenants are arranged and saved as a file', async ({ page }) => {
  await signIn(page, 'admin.pl', '/consumption/1001');
  const table = page.getByRole('table', { name: 'Lokatorzy', exact: true });
  await expect(table.getByRole('row').nth(1)).toBeVisible();

  // Nothing can be done with several of them.
  await expect(table.getByRole('checkbox')).toHaveCount(0);
  await page.getByRole('button', { name: 'Kolumny' }).click();
  await page.getByRole('checkbox', { name: 'Adres' }).uncheck({ force: true });
  await expect(table.getByRole('columnheader', { name: 'Adres' })).toHaveCount(0);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.reload();
  await expect(table.getByRole('columnheader', { name: 'Nazwa' })).toBeVisible();
  await expect(table.getByRole('columnheader', { name: 'Adres' })).toHaveCount(0);

  await page.getByRole('button', { name: 'Eksport' }).first().click();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Excel (XLSX)' }).click();
  expect((await download).suggestedFilename()).toBe('Lokatorzy.xlsx');
});

test('a column is dragged wider, the server filters, and both are kept as a view', async ({
  page,
}) => {
  await signIn(page, 'admin.pl', '/consumption/1001');
  const table = page.getByRole('table', { name: 'Lokatorzy', exact: true });
  const heading = table.getByRole('columnheader', { name: 'Nazwa' });
  await expect(table.getByRole('row').nth(1)).toBeVisible();

  const widthOf = async () => (await heading.boundingBox())?.width ?? 0;
  const before = await widthOf();
  const edge = page.getByRole('separator', { name: 'Szerokość kolumny Nazwa' });
  await edge.scrollIntoViewIfNeeded();
  const box = await edge.boundingBox();
  if (!box) throw new Error('The edge of the column is not drawn.');
  await page.mouse.move(box.x + box.width - 2, box.y + 10);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width + 78, box.y + 10, { steps: 4 });
  await page.mouse.up();
  await expect.poll(widthOf).toBeGreaterThan(before + 60);

  const name = (await table.getByRole('row').nth(1).getByRole('link').textContent()) ?? '';
  await page.getByRole('button', { name: 'Filtruj: Nazwa' }).click();
  await page.getByPlaceholder('Zawiera').fill(name);
  await expect(page).toHaveURL(/filter\.tenantName=/);
  await expect(table.getByRole('link').filter({ hasNotText: name })).toHaveCount(0);
  await expect(table.getByRole('link').first()).toHaveText(name);
  await expectAccessible(page);
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Widoki' }).click();
  await page.getByRole('textbox', { name: 'Nazwa widoku' }).fill('Mój widok');
  await page.keyboard.press('Enter');
  await expectAccessible(page);
  await page.goto('/consumption/1001');
  await expect(page).not.toHaveURL(/filter/);
  // A menu that is opened before the rows are there goes when they come.
  await expect(table.getByRole('row').nth(1)).toBeVisible();
  await page.getByRole('button', { name: 'Widoki' }).click();
  await page.getByRole('button', { name: 'Mój widok', exact: true }).click();
  await expect(page).toHaveURL(/filter\.tenantName=/);
});

test('a wide table keeps the names of its rows in sight, each on one line', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await signIn(page, 'admin.pl', '/consumption/ranking');
  const name = page.locator('tbody .cell-primary').nth(1);
  await expect(name).toBeVisible();
  expect((await name.boundingBox())?.height).toBeLessThanOrEqual(44);
  // All columns fit there: what scrolls is looked at in a smaller window.
  await page.setViewportSize({ width: 1000, height: 800 });
  const colour = () => name.evaluate((cell) => getComputedStyle(cell).backgroundColor);
  const shadow = () => name.evaluate((cell) => getComputedStyle(cell).boxShadow);
  const before = await name.boundingBox();
  // Nothing lies under it yet.
  expect(await shadow()).not.toContain('6px');

  await page.locator('.table-scroll').evaluate((scroller) => {
    scroller.scrollLeft = 300;
  });
  await expect.poll(shadow).toContain('6px');
  expect((await name.boundingBox())?.x).toBe(before?.x);

  // Its colour changes with that of its row, whose link is wherever the row is clicked.
  const ground = await colour();
  const row = page.locator('tbody tr').nth(1);
  await row.hover({ position: { x: 600, y: 20 } });
  await expect.poll(colour).not.toBe(ground);

  // What is cut off shows in full under the pointer.
  await page.locator('tbody .cell-primary > div').evaluateAll((lines) => {
    for (const line of lines) line.style.maxWidth = '60px';
  });
  for (const [line, y] of [
    ['.cell-text', 12],
    ['.cell-under', 34],
  ] as const) {
    const fullText = (await name.locator(line).textContent()) ?? '';
    await name.hover({ position: { x: 40, y } });
    await expect(page.getByRole('table').first()).toHaveAttribute('title', fullText);
  }
  await row.click({ position: { x: 600, y: 20 } });
  await expect(page).toHaveURL(/\/flats/);
});

test.describe('what moves', () => {
  test.use(inMotion);

  test('the notification panel slides in, and is there again after a reload', async ({ page }) => {
    await signIn(page, 'landlord.pl');
    await page.getByRole('button', { name: 'Powiadomienia' }).click();
    await expect(page.getByText('Brak przygotowanych paczek')).toBeVisible();
    // Colours are judged once it has slid in.
    await page.waitForTimeout(800);
    await expectAccessible(page);
    await page.reload();
    await expect(page.getByText('Brak przygotowanych paczek')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByText('Brak przygotowanych paczek')).toBeHidden();
  });
});
