import type { Browser, Page } from '@playwright/test';
import { median, percentile, withPage } from './browser.ts';
import type { Options, Size } from './options.ts';
import type { Cost, Kind } from './render/page.tsx';
import { print } from './store.ts';

const required = 1.05;
const sizes = {
  full: { pages: 60, rounds: 200 },
  small: { pages: 8, rounds: 40 },
  tiny: { pages: 1, rounds: 2 },
} as const satisfies Record<Size, unknown>;

/**
 * A screen drawn from its manifest against the same one written by hand, both with the same elements
 * in the end, in one Chromium with the production build of React: from nothing (on a fresh page, and
 * once V8 knows the code), and changed. The two take turns, so that the machine's moods meet both. A
 * fresh page is measured in its main thread's own time: a first render waits for the disk and for other
 * processes as well, which differs from page to page by more than the screens do.
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
  const marks = await traceMarks(page, () =>
    page.evaluate((one) => void window.bench?.mount(one), kind),
  );
  await page.close();
  const since = (mark: string) => (marks.get(mark) ?? 0) - (marks.get('begun') ?? 0);
  return { script: since('drawn'), layout: since('laid out') };
}

/** The page's marks while something is done: milliseconds that its main thread has worked by then. */
async function traceMarks(page: Page, work: () => Promise<void>): Promise<Map<string, number>> {
  const session = await page.context().newCDPSession(page);
  const events: Record<string, unknown>[] = [];
  session.on('Tracing.dataCollected', ({ value }) => events.push(...value));
  const ended = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
  await session.send('Tracing.start', {
    traceConfig: { includedCategories: ['blink.user_timing'] },
    transferMode: 'ReportEvents',
  });
  await work();
  await session.send('Tracing.end');
  await ended;
  return new Map(events.map(({ name, tts }) => [String(name), Number(tts) / 1000]));
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
  const ratios = (part: keyof Cost) =>
    rounds.map(({ manifest, hand }) => manifest[part] / hand[part]);
  const ratio = (part: keyof Cost, at = 0.5) => Number(percentile(ratios(part), at).toFixed(3));
  // What the median is with a certainty of 95 %: by its rank, which nothing need be assumed for.
  const doubt = 0.98 / Math.sqrt(rounds.length);
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
    between: [ratio('layout', Math.max(0, 0.5 - doubt)), ratio('layout', 0.5 + doubt)],
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
