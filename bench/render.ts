import type { Browser } from '@playwright/test';
import { median, withPage } from './browser.ts';
import type { Options, Size } from './options.ts';
import type { Cost, Kind } from './render/page.tsx';
import { print } from './store.ts';

const required = 1.05;
const sizes = {
  full: { pages: 30, rounds: 200 },
  small: { pages: 8, rounds: 40 },
  tiny: { pages: 1, rounds: 2 },
} as const satisfies Record<Size, unknown>;

/**
 * A screen drawn from its manifest against the same one written by hand, both with the same elements
 * in the end, in one Chromium with the production build of React: from nothing (on a fresh page, and
 * once V8 knows the code), and changed. The two take turns, so that the machine's moods meet both.
 */
export async function run({ size }: Options): Promise<void> {
  await withPage('render', {}, (browser, origin) =>
    compare(browser, `${origin}/consumption/7`, sizes[size]),
  );
}

type Step = 'first render, fresh page' | 'first render' | 'update' | 'row ticked';
type Costs = Record<Kind, Cost>;

async function compare(
  browser: Browser,
  url: string,
  { pages, rounds }: { pages: number; rounds: number },
) {
  const fresh: Costs[] = [];
  for (let at = 0; at < pages; at++) {
    const costs: Partial<Costs> = {};
    for (const kind of inTurn(at)) costs[kind] = await measureFresh(browser, url, kind);
    fresh.push(costs as Costs);
  }
  report('first render, fresh page', fresh);
  const warm = await measureWarm(browser, url, rounds);
  report('first render', warm.mount);
  report('update', warm.update);
  report('row ticked', warm.tick);
}

function inTurn(at: number): Kind[] {
  return at % 2 ? ['hand', 'manifest'] : ['manifest', 'hand'];
}

async function measureFresh(browser: Browser, url: string, kind: Kind): Promise<Cost> {
  const page = await openPage(browser, url);
  const cost = await page.evaluate((one) => window.bench?.mount(one), kind);
  await page.close();
  return cost as Cost;
}

async function measureWarm(browser: Browser, url: string, rounds: number) {
  const page = await openPage(browser, url);
  const drawn = await page.evaluate(drawBoth);
  const [fromManifest, byHand] = drawn;
  if (fromManifest !== byHand) {
    throw new Error(`The two screens differ:\n${fromManifest}\n\n${byHand}`);
  }
  const costs = await page.evaluate(takeTurns, rounds);
  await page.close();
  return costs;
}

/** In the page: what each has drawn at first, after an update, and with a ticked row. */
function drawBoth(): string[] {
  const { bench } = window;
  return (['manifest', 'hand'] as const).map((kind) => {
    const steps: (string | undefined)[] = [];
    bench?.mount(kind);
    steps.push(bench?.html());
    bench?.update();
    steps.push(bench?.html());
    bench?.tick();
    steps.push(bench?.html());
    bench?.unmount();
    return steps.join('\n');
  });
}

/** In the page. The first tenth lets V8 compile what it will. */
async function takeTurns(rounds: number) {
  const { bench } = window;
  if (!bench) throw new Error('The page has not started.');
  const costs: Record<
    'mount' | 'update' | 'tick',
    Record<'manifest' | 'hand', { script: number; layout: number }>[]
  > = { mount: [], update: [], tick: [] };
  const warmUp = Math.ceil(rounds / 10);
  for (let at = 0; at < rounds + warmUp; at++) {
    const kinds = at % 2 ? (['hand', 'manifest'] as const) : (['manifest', 'hand'] as const);
    const round = { mount: {}, update: {}, tick: {} } as {
      [Step in keyof typeof costs]: (typeof costs)[Step][number];
    };
    for (const kind of kinds) {
      round.mount[kind] = bench.mount(kind);
      // Effects and what they start come before the next step, as they would for a reader.
      await new Promise((resolve) => setTimeout(resolve));
      round.update[kind] = bench.update();
      await new Promise((resolve) => setTimeout(resolve));
      round.tick[kind] = bench.tick();
      await new Promise((resolve) => setTimeout(resolve));
      bench.unmount();
      await new Promise((resolve) => setTimeout(resolve));
    }
    if (at < warmUp) continue;
    for (const step of ['mount', 'update', 'tick'] as const) costs[step].push(round[step]);
  }
  return costs;
}

function report(step: Step, rounds: readonly Costs[]) {
  const milliseconds = (kind: Kind, part: keyof Cost) =>
    Number(median(rounds.map((one) => one[kind][part])).toFixed(2));
  // Round by round, for both in a round met the same weather.
  const ratio = (part: keyof Cost) =>
    Number(median(rounds.map(({ manifest, hand }) => manifest[part] / hand[part])).toFixed(3));
  print({
    benchmark: 'render',
    step,
    rounds: rounds.length,
    scriptMs: {
      manifest: milliseconds('manifest', 'script'),
      hand: milliseconds('hand', 'script'),
    },
    withLayoutMs: {
      manifest: milliseconds('manifest', 'layout'),
      hand: milliseconds('hand', 'layout'),
    },
    scriptRatio: ratio('script'),
    ratio: ratio('layout'),
    required,
  });
}

async function openPage(browser: Browser, url: string) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  page.on('pageerror', (error) => console.error(error));
  await page.goto(url);
  await page.waitForFunction(() => window.bench !== undefined);
  return page;
}
