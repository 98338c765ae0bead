import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import type { CompiledRoute, ManifestIndex } from '../../schemas/manifest/compiled.ts';
import {
  expect,
  expectSettled,
  listenToConsole,
  listViolations,
  test as ordinary,
  signIn,
} from '../support/portal.ts';
import type { RunningPortal } from '../support/portalProcess.ts';
import { startOwnPortal } from '../support/preparation.ts';
import {
  addressOf,
  findId,
  knownIds,
  type LookUp,
  lookUpOfAdministrator,
  lookUpOfSupport,
  measureOverflow,
  openDashboard,
  openScreen,
} from '../support/screens.ts';
import { colours, type Picture, visitor, widths, wishes } from './support/wishes.ts';

const test = ordinary.extend<object, { portal: RunningPortal }>({
  portal: [
    async ({ browser: _ }, use, { workerIndex }) => {
      const { address } = wishes;
      const portal = address
        ? { address, untilSaid: async () => undefined, stop: async () => undefined }
        : await startOwnPortal(`worker-${workerIndex}`);
      await use(portal);
      await portal.stop();
    },
    { scope: 'worker', timeout: 1_800_000 },
  ],
});

// Each picture has its own faults.
test.use({ expectedFaults: /^/ });

const heights: Readonly<Record<(typeof widths)[number], number>> = {
  1440: 900,
  1280: 800,
  390: 844,
};

/** What somebody's addresses are filled in with. */
function lookUpOf(account: string): Readonly<Record<string, LookUp>> {
  const [role, country] = account.split('.');
  const administrator = `admin.${country}`;
  // Of the market's first building everything is metered.
  const property: LookUp =
    account === 'admin.pl'
      ? { call: '/api/property?search=PL-1121', member: 'worksId' }
      : { call: '/api/property?size=1', member: 'worksId' };
  return {
    property,
    ...lookUpOfAdministrator,
    jobId: { call: '/api/report-job' },
    ...(role === 'support' && lookUpOfSupport(administrator)),
  };
}

interface Visit {
  readonly route: CompiledRoute & { screen: string };
  /** Undefined where somebody has nothing that the screen shows. */
  readonly address: string | undefined;
}

const isWished = (screen: string) =>
  wishes.screens.length === 0 || wishes.screens.some((wish) => screen.startsWith(wish));

/** The screens of an index, each once, by its first route. */
function listScreens({ routes }: ManifestIndex): Visit['route'][] {
  const seen = new Set<string>();
  return routes.filter((route): route is Visit['route'] => {
    const { screen, guard, path: at } = route;
    if (screen === undefined || guard !== 'open' || seen.has(at) || !isWished(screen)) return false;
    seen.add(at);
    return true;
  });
}

async function planVisits(page: Page, account: string): Promise<Visit[]> {
  const answer = await page.request.get('/api/manifest');
  const open = listScreens((await answer.json()) as ManifestIndex);
  if (account === visitor) return open.map((route) => ({ route, address: addressOf(route, {}) }));
  await signIn(page, account);
  const { index, authorization } = await openDashboard(page);
  const ids: Record<string, string> = { ...knownIds(`admin.${account.split('.')[1]}`) };
  for (const [name, call] of Object.entries(lookUpOf(account))) {
    const needed = [...call.call.matchAll(/\{(\w+)\}/g)].map(([, one = '']) => one);
    if (needed.some((one) => ids[one] === undefined)) continue;
    const id = await findId(page, authorization, call, ids);
    if (id !== undefined) ids[name] = id;
  }
  const own = listScreens(index).filter(({ path: at }) => !open.some((one) => one.path === at));
  const has = ({ path: at }: CompiledRoute) =>
    [...at.matchAll(/\{(\w+)\}/g)].every(([, one = '']) => ids[one] !== undefined);
  return own.map((route) => ({ route, address: has(route) ? addressOf(route, ids) : undefined }));
}

/** With what comes only when it is scrolled to, and all answers. */
async function openWhole(page: Page, address: string): Promise<void> {
  await openScreen(page, address);
  for (const y of [1e6, 0]) {
    await page.evaluate((to) => window.scrollTo(0, to), y);
    await page.waitForTimeout(300);
    await expect(page.locator('.skeleton, .awaited, .loading-indicator')).toHaveCount(0);
  }
}

/** A long page that changes its colours isn't drawn anew as a whole in the next frame. */
async function untilDrawn(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
  });
}

/** The page in both colours, which it is in at once, and what is wrong with it. */
async function takePictures(
  page: Page,
  base: Omit<Picture, 'file' | 'colour' | 'faults'>,
  console: string[],
) {
  const pictures: Picture[] = [];
  for (const colour of colours) {
    const { account, screen, path: at, width } = base;
    const name = `${screen}${at.replaceAll(/\W+/g, '-')}`.slice(0, 100);
    const file = path.join(account, `${name}-${width}-${colour}.png`);
    const faults: string[] = [];
    try {
      await page.emulateMedia({ colorScheme: colour });
      if (colour === colours[0]) await openWhole(page, at);
      await expectSettled(page);
      await untilDrawn(page);
      await page.screenshot({ path: path.join(wishes.folder, file), fullPage: true });
      const overflow = await measureOverflow(page);
      if (overflow > 0) faults.push(`wider than its window by ${overflow} pixels`);
      faults.push(...(await listViolations(page)).map((one) => `axe: ${one}`));
    } catch (error) {
      faults.push(error instanceof Error ? error.message : String(error));
    }
    faults.push(...console.splice(0).map((one) => `console: ${one}`));
    pictures.push({ ...base, colour, file, faults });
  }
  return pictures;
}

for (const account of wishes.accounts) {
  for (const width of widths) {
    test(`${account}, ${width} pixels wide`, async ({ page }) => {
      await page.setViewportSize({ width, height: heights[width] });
      const visits = await planVisits(page, account);
      const pictures: Picture[] = [];
      const console = listenToConsole(page);
      for (const { route, address } of visits) {
        if (address === undefined) {
          process.stdout.write(
            `  no picture of ${route.path}: ${account} has nothing of the kind\n`,
          );
          continue;
        }
        const base = { account, screen: route.screen, path: address, width };
        pictures.push(...(await takePictures(page, base, console)));
      }
      mkdirSync(path.join(wishes.folder, account), { recursive: true });
      const note = path.join(wishes.folder, account, `${width}.json`);
      writeFileSync(note, JSON.stringify(pictures, null, 2));
      const faults = pictures.flatMap(({ faults, path: at, colour }) =>
        faults.map((fault) => `${at} ${colour}: ${fault}`),
      );
      expect(faults).toEqual([]);
    });
  }
}
