import type { Page } from '@playwright/test';

/** Opens the search by its keys and types into it; Enter opens what is found first. */
export async function search(page: Page, words: string): Promise<void> {
  await page.locator('.search-button').waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Szukaj w portalu' }).fill(words);
  await page.keyboard.press('Enter');
}
