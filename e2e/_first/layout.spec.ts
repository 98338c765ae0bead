import type { Page, Response } from '@playwright/test';
import type { CompiledRoute, ManifestIndex } from '../../schemas/manifest/compiled.ts';
import { drawBySeed } from '../../scripts/testing/seed.mjs';
import { expect, expectAccessible, signIn, test } from '../support/portal.ts';

const property = '1001';
const day = new Date().toISOString().slice(0, 10);
/** What Web Vitals call good is 0.1. */
const maxShift = 0.05;

const looks = [
  { width: 1280, height: 800, colorScheme: 'light' },
  { width: 390, height: 844, colorScheme: 'dark' },
] as const;

/** What addresses hold, besides what a visitor looks up. */
const known = { property, day, module: 'reports', username: 'admin.pl', sapNumber: '0001000101' };

/** Whose id is asked for: the first row's of a call. */
interface LookUp {
  readonly call: string;
  /** What makes one, where the demo has none. */
  readonly make?: { readonly call: string; readonly data: object | string };
}

/** Who goes over the screens that nobody before them may enter, with whose ids in the addresses. */
const visitors: readonly { username: string; lookUp: Readonly<Record<string, LookUp>> }[] = [
  {
    username: 'admin.pl',
    lookUp: {
      tenant: { call: `/api/tenant?property=${property}` },
      warning: { call: '/api/warnings' },
      identifier: { call: '/api/sub-admin' },
    },
  },
  {
    username: 'support.pl',
    lookUp: {
      adminId: { call: '/api/admin?search=admin.pl' },
      packageId: { call: '/api/package' },
      import: {
        call: '/api/import',
        make: {
          call: '/api/import/readings?fileName=layout.csv',
          data: 'serial;at;value\nNOBODY-1;2026-01-01T00:00:00Z;1\n',
        },
      },
      message: {
        call: '/api/contact/message',
        make: {
          call: '/api/contact',
          data: {
            subject: 'TECH_SUPPORT',
            message: 'Nothing jumps',
            sendCopy: false,
            emailAddress: 'layout@meterhouse.example',
          },
        },
      },
    },
  },
  { username: 'super.pl', lookUp: {} },
];

/** A row's id, of what the caller sees. */
async function findId(page: Page, authorization: string, { call, make }: LookUp): Promise<string> {
  const ask = async () => {
    const answer = await page.request.get(call, { headers: { authorization } });
    return ((await answer.json()) as { content: { id: string | number }[] }).content[0];
  };
  let row = await ask();
  if (!row && make) {
    const type = typeof make.data === 'string' ? 'text/csv' : 'application/json';
    const headers = { authorization, 'content-type': type };
    const made = await page.request.post(make.call, { headers, data: make.data });
    expect(made.ok(), await made.text()).toBe(true);
    row = await ask();
  }
  if (!row) throw new Error(`${call} has no rows.`);
  return String(row.id);
}

/** Of reports' jobs the demo has none. */
function hasScreen({ screen, path }: CompiledRoute): boolean {
  return screen !== undefined && !path.includes('{jobId}');
}

/** The address of a route, with an id for each {name}, and of what its screen reads the ids. */
function addressOf({ path, query = [] }: CompiledRoute, ids: Record<string, string>): string {
  const address = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const id = ids[name];
    if (id === undefined)
      throw new Error(`${path}: say in \`known\` or \`lookUp\` what ${name} is.`);
    return id;
  });
  const asked = query.flatMap((name) => {
    const id = ids[name];
    return id === undefined ? [] : [`${name}=${id}`];
  });
  return asked.length > 0 ? `${address}?${asked.join('&')}` : address;
}

/** The manifest and the token of who is signed in. */
async function openDashboard(page: Page): Promise<{ index: ManifestIndex; authorization: string }> {
  const isIndex = async (response: Response) =>
    response.url().endsWith('/api/manifest') &&
    response.status() === 200 &&
    ((await response.json()) as ManifestIndex).signedIn;
  const answered = page.waitForResponse(isIndex);
  await page.goto('/dashboard');
  const response = await answered;
  const { authorization = '' } = await response.request().allHeaders();
  return { index: (await response.json()) as ManifestIndex, authorization };
}

/** As in a browser where nobody has signed in yet. */
async function forgetSignIn(page: Page): Promise<void> {
  // Where nothing of the portal runs that would sign in again meanwhile.
  await page.goto('/readyz');
  await page.context().clearCookies();
  await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
}

// A jump is a jump, however rare: what only a second try passes has failed.
test.describe.configure({ retries: 0 });

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
      await page.goto(path);
      await expect(page.locator('main h1').first(), path).toBeVisible({ timeout: 60_000 });
      await expect(page.locator('.skeleton, .awaited'), path).toHaveCount(0, { timeout: 60_000 });
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
      const ids: Record<string, string> = { ...known };
      for (const [name, call] of Object.entries(lookUp)) {
        ids[name] = await findId(page, authorization, call);
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
