import type { Locator, Page } from '@playwright/test';

/** A hand that counts its clicks: keys that act like one, and choosing of a list, are clicks, too. */
export interface Hand {
  /** How many there were so far. */
  readonly clicks: number;
  click(what: Locator): Promise<void>;
  press(key: string): Promise<void>;
  choose(list: Locator, label: string): Promise<void>;
  /** Words are no clicks, nor is Tab, which goes from field to field. */
  type(field: Locator, words: string): Promise<void>;
}

export function createHand(page: Page): Hand {
  let clicks = 0;
  return {
    get clicks() {
      return clicks;
    },
    async click(what) {
      clicks += 1;
      await what.click();
    },
    async press(key) {
      clicks += 1;
      await page.keyboard.press(key);
    },
    async choose(list, label) {
      clicks += 1;
      await list.selectOption({ label });
    },
    type: (field, words) => field.fill(words),
  };
}
