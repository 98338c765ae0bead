import type { Page } from '@playwright/test';
import type { CompiledRoute } from '../../schemas/manifest/compiled.ts';
import { drawBySeed } from '../../scripts/testing/seed.mjs';
import { inMotion } from '../support/motion.ts';
import { expect, expectAccessible, signIn, test } from '../support/portal.ts';
import {
  addressOf,
  findId,
  knownIds,
  type LookUp,
  lookUpOfAdministrator,
  lookUpOfSupport,
  openDashboard,
  openScreen,
} from '../support/screens.ts';

const property = '1001';
/** What Web Vitals call good is 0.1. */
const maxShift = 0.05;

const looks = [
  { width: 1280, height: 800, colorScheme: 'light' },
  { width: 390, height: 844, colorScheme: 'dark' },
] as const;

/** Who goes over the screens that nobody before them may enter, with whose ids in the addresses. */
const visitors: readonly { username: string; lookUp: Readonly<Record<string, LookUp>> }[] = [
  { username: 'admin.pl', lookUp: lookUpOfAdministrator },
  { username: 'support.pl', lookUp: lookUpOfSupport('admin.pl') },
  { username: 'super.pl', lookUp: {} },
];

/** Of reports' jobs the demo has none. */
function hasScreen({ screen, path }: CompiledRoute): boolean {
  return screen !== undefined && !path.includes('{jobId}');
}

/** As in a browser where nobody has signed in yet. */
async function forgetSignIn(page: Page): Promise<void> {
  // Where nothing of the portal runs that would sign in again meanwhile.
  await page.goto('/api/docs.css');
  await page.context().clearCookies();
  await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
}

// A jump is a jump, however rare: what only a second try passes has failed.
test.describe.configure({ retries: 0 });
// And what moves on its way pushes others aside.
test.use(inMotion);

for (const { colorScheme, ...viewport } of drawBySeed(looks, 1, 'layout')) {
  test(`nothing jumps or violates axe on any screen, ${viewport.width} pixels wide, ${colorScheme}`, async ({
    page,
  }) => {
    test.setTimeout(600_000);
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize(viewport);
    await page.addInitScript(() => {
      // After three seconds what is kept back comes anyway, and moves: here it waits for its data.
      const waiting = new CSSStyleSheet();
      waiting.replaceSync('* { animation: none !important }');
      document.adoptedStyleSheets = [waiting];
      const shifts = { sum: 0 };
      Object.assign(window, { shifts });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) {
          shifts.sum += entry.value;
        }
      }).observe({ type: 'layout-shift', buffered: true });
    });

    const visited = new Set<string | undefined>();
    const left = new Set<string | undefined>();
    const faults: string[] = [];
    const visit = async (path: string) => {
      await openScreen(page, path);
      await page.waitForTimeout(200);
      const sum = await page.evaluate(
        () => (window as unknown as { shifts: { sum: number } }).shifts.sum,
      );
      if (sum >= maxShift) faults.push(`${path} jumps by ${sum.toFixed(3)}`);
      await test.step(path, () => expectAccessible(page));
    };

    for (const { username, lookUp } of visitors) {
      await forgetSignIn(page);
      await signIn(page, username);
      const { index, authorization } = await openDashboard(page);
      const ids: Record<string, string> = { ...knownIds('admin.pl'), property };
      for (const [name, call] of Object.entries(lookUp)) {
        const id = await findId(page, authorization, call, ids);
        if (id === undefined) throw new Error(`${call.call} has no rows.`);
        ids[name] = id;
      }
      for (const { screen } of index.routes.filter(hasScreen)) left.add(screen);
      for (const route of index.routes.filter(hasScreen)) {
        if (route.guard !== 'open' || visited.has(route.screen)) continue;
        visited.add(route.screen);
        await visit(addressOf(route, ids));
      }
    }
    expect(faults).toEqual([]);
    expect([...left].filter((screen) => !visited.has(screen))).toEqual([]);
  });
}

test('the actions of a tenant’s page stand at its title’s right', async ({ page }) => {
  await signIn(page, 'admin.pl');
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`/consumption/${property}`);
  // Tenants in the middle have both neighbours, and so one button more.
  await page.locator(`tr a.row-link:not([href*="deviation"])`).nth(1).click();
  await expect(page.locator('.page-actions .bp6-button')).toHaveCount(5);
  const [title, actions] = await Promise.all(
    ['.page-title', '.page-actions'].map((part) => page.locator(part).boundingBox()),
  );
  if (!title || !actions) throw new Error('The page has no head.');
  expect(actions.y).toBeLessThan(title.y + title.height);
  expect(actions.x).toBeGreaterThanOrEqual(title.x + title.width);
});

test('a property’s graph begins above the fold, and no strip is left above a table', async ({
  page,
}) => {
  await signIn(page, 'admin.pl');
  await page.setViewportSize({ width: 1280, height: 800 });
  // One with all categories has three times the figures.
  for (const [one, lowest] of [
    ['1121', 740],
    [property, 690],
  ] as const) {
    await page.goto(`/consumption/${one}`);
    const drawing = page.locator('.recharts-surface').first();
    await expect(drawing).toBeVisible();
    const graph = await drawing.boundingBox();
    // Of its 320 pixels some are seen.
    expect(graph?.y, one).toBeLessThan(lowest);
  }

  const table = page.locator('section.table').first();
  const [head, rows] = await Promise.all(
    ['.table-head', '.table-rows'].map((part) => table.locator(part).boundingBox()),
  );
  if (!head || !rows) throw new Error('The page has no table.');
  expect(rows.y - (head.y + head.height)).toBeLessThan(24);
});
