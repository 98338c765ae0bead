import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import { findUsedClasses } from '../../renderer/build/usedStylesPlugin.ts';

let leftOut: Promise<ReadonlySet<string>> | undefined;

/** The classes of Blueprint's styles whose rules the build leaves out. */
async function listLeftOut(): Promise<ReadonlySet<string>> {
  const stylesheet = createRequire(import.meta.url).resolve(
    '@blueprintjs/core/lib/css/blueprint.css',
  );
  const [isUsed, css] = await Promise.all([
    findUsedClasses('renderer'),
    readFile(stylesheet, 'utf8'),
  ]);
  const names = [...css.matchAll(/\.(bp6-[\w-]+)/g)].map(([, name = '']) => name);
  // An icon's name only says what an icon that is empty shows in Blueprint's font, which isn't loaded.
  return new Set(names.filter((name) => !isUsed(name) && !name.startsWith('bp6-icon-')));
}

/** Nothing on the page has a class whose rules the build has left out: it looks as Blueprint draws it. */
export async function expectAllStyles(page: Page): Promise<void> {
  leftOut ??= listLeftOut();
  const names = await leftOut;
  expect(names.size).toBeGreaterThan(100);
  const drawn = await page.evaluate(() => [
    ...new Set(
      [...document.querySelectorAll('[class*="bp6-"]')].flatMap((one) => [...one.classList]),
    ),
  ]);
  expect(drawn.filter((name) => names.has(name))).toEqual([]);
  await expect(page.locator('.bp6-icon:empty')).toHaveCount(0);
}
