import type { Locator, Page } from '@playwright/test';
import { inMotion } from './support/motion.ts';
import { expect, expectAccessible, signIn, test } from './support/portal.ts';

// Dialogs come and go: what waits for their end would wait in vain where nothing moves.
test.use(inMotion);

/** The most of the window's height that a dialog takes (specification §9). */
const maxOfHeight = 0.85;

/** A dialog keeps to its share of the window, and scrolls between its head and its buttons. */
async function expectToFit(page: Page, dialog: Locator, height: number): Promise<void> {
  await page.setViewportSize({ width: 1280, height });
  await expect
    .poll(async () => (await dialog.boundingBox())?.height)
    .toBeLessThanOrEqual(maxOfHeight * height);
  for (const button of await dialog.getByRole('button').all()) {
    await expect(button).toBeInViewport({ ratio: 1 });
  }
}

test('a form in a dialog keeps its buttons in view in a low window', async ({ page }) => {
  await signIn(page, 'admin.pl', '/warnings/property-warnings-list');
  await page.locator('tr a.row-link').first().click();
  await page.getByRole('button', { name: 'Wycisz' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('button', { name: 'Wycisz' })).toBeVisible();
  await expectToFit(page, dialog, 400);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);

  // The higher one: with a text of several lines.
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole('button', { name: 'Rozwiąż ostatecznie' }).click();
  await expect(dialog.getByRole('textbox')).toBeVisible();
  await expectToFit(page, dialog, 400);
});

test('a question keeps its buttons in view in a low window', async ({ page }) => {
  await signIn(page, 'admin.pl', '/warnings/settings/water-leakage');
  await page
    .getByRole('row')
    .nth(1)
    .getByRole('button', { name: /^(Włącz|Wyłącz)/ })
    .click();
  const question = page.getByRole('alertdialog');
  await expect(question.getByRole('button')).toHaveCount(2);
  // A window that is no higher than the question by itself.
  const height = await question.evaluate((box) => (box as HTMLElement).offsetHeight);
  await expectToFit(page, question, height);
});
