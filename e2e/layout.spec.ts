import type { ManifestIndex } from '../schemas/manifest/compiled.ts';
import { expect, expectAccessible, signIn, test } from './support/portal.ts';

const property = '1001';
const day = new Date().toISOString().slice(0, 10);
/** What Web Vitals call good is 0.1. */
const mostShift = 0.05;

const looks = [
  { width: 1280, height: 800, colorScheme: 'light' },
  { width: 390, height: 844, colorScheme: 'dark' },
] as const;

/** Every screen's first route, with a property, a tenant of it and a day. */
function listScreens({ routes }: ManifestIndex, known: Record<string, string>): string[] {
  const byScreen = new Map(
    routes
      // Of reports' jobs the demo has none.
      .filter(
        ({ guard, screen, path }) =>
          guard === 'open' && screen !== undefined && !path.includes('{jobId}'),
      )
      .toReversed()
      .map(({ screen, path }) => [
        screen,
        path.replaceAll(/\{(\w+)\}/g, (_, name) => known[name] ?? '1'),
      ]),
  );
  return [...byScreen.values()];
}

// A jump is a jump, however rare: what only a second try passes has failed.
test.describe.configure({ retries: 0 });

for (const { colorScheme, ...viewport } of looks) {
  test(`nothing jumps or violates axe on any screen, ${viewport.width} pixels wide, ${colorScheme}`, async ({
    page,
  }) => {
    test.setTimeout(400_000);
    await page.emulateMedia({ colorScheme });
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
    let index: ManifestIndex | undefined;
    page.on('response', async (response) => {
      if (!response.url().endsWith('/api/manifest') || response.status() !== 200) return;
      const found = (await response.json().catch(() => undefined)) as ManifestIndex | undefined;
      if (found?.signedIn) index = found;
    });
    await signIn(page, 'admin.pl');
    await expect.poll(() => index).toBeDefined();
    await page.goto(`/consumption/${property}`);
    const way = page.locator(`tr a.row-link:not([href*="deviation"])`).first();
    const [, tenant = ''] = /\/(\d+)(?:\?|$)/.exec((await way.getAttribute('href')) ?? '') ?? [];
    expect(Number(tenant)).toBeGreaterThan(0);
    await page.goto('/sub-admin');
    const toSub = page.locator('tr a.row-link').first();
    const [, identifier = ''] = /\/(\d+)$/.exec((await toSub.getAttribute('href')) ?? '') ?? [];
    expect(Number(identifier)).toBeGreaterThan(0);
    await page.setViewportSize(viewport);
    const screens = index
      ? listScreens(index, { property, tenant, day, identifier, module: 'reports' })
      : [];
    expect(screens.length).toBeGreaterThan(20);

    const jumping: string[] = [];
    for (const path of screens) {
      await page.goto(path);
      await expect(page.locator('main h1').first(), path).toBeVisible({ timeout: 60_000 });
      await expect(page.locator('.skeleton, .awaited'), path).toHaveCount(0, { timeout: 60_000 });
      await page.waitForTimeout(200);
      const sum = await page.evaluate(
        () => (window as unknown as { shifts: { sum: number } }).shifts.sum,
      );
      if (sum >= mostShift) jumping.push(`${path} ${sum.toFixed(3)}`);
      await test.step(path, () => expectAccessible(page));
    }
    expect(jumping).toEqual([]);
  });
}

test('the actions of a tenant’s page stand at its title’s right', async ({ page }) => {
  await signIn(page, 'admin.pl');
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`/consumption/${property}`);
  // Tenants in the middle have both neighbours, and so one button more.
  await page.locator(`tr a.row-link:not([href*="deviation"])`).nth(1).click();
  await expect(page.locator('.page-actions .bp6-button')).toHaveCount(6);
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
  // The property with everything has the most figures above its graph.
  await page.goto('/consumption');
  await page.getByLabel('Numer nieruchomości').fill('PL-1121');
  await page.keyboard.press('Enter');
  const drawing = page.locator('.recharts-surface').first();
  await expect(drawing).toBeVisible();
  const graph = await drawing.boundingBox();
  expect(graph?.y).toBeLessThan(800);

  const table = page.locator('section.table').first();
  const [head, rows] = await Promise.all(
    ['.table-head', '.table-rows'].map((part) => table.locator(part).boundingBox()),
  );
  if (!head || !rows) throw new Error('The page has no table.');
  expect(rows.y - (head.y + head.height)).toBeLessThan(24);
});
