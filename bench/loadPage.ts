import type { Browser, Page } from '@playwright/test';
import { demoPassword } from '../server/identity/demoAccounts.ts';
import { launch, median } from './browser.ts';
import type { Options, Size } from './options.ts';
import { tinyDemo, withPortal } from './portal.ts';
import { print } from './store.ts';

/** A slow line, as Lighthouse has it for phones. */
const line = { bitsPerSecond: 1_600_000, latencyMilliseconds: 150 };
const required = { login: 1500, property: 2000 };
const rounds: Readonly<Record<Size, number>> = { full: 9, small: 3, tiny: 1 };

interface Load {
  readonly milliseconds: number;
  readonly bytes: number;
}

/**
 * How long a reader on a slow line looks at nothing: until the login page's text, with nothing in the
 * browser's cache, and, once signed in, from a click on a property to its graph. PORTAL_URL names a
 * portal that runs; else one is started with the demo, of which the tiny size has a small part.
 */
export async function run({ size }: Options): Promise<void> {
  const measure = async (origin: string) => {
    const browser = await launch();
    try {
      report('login page', required.login, await repeat(size, () => openLogin(browser, origin)));
      report(
        'property page',
        required.property,
        await repeat(size, () => openProperty(browser, origin)),
      );
    } finally {
      await browser.close();
    }
  };
  const running = process.env.PORTAL_URL;
  if (running) await measure(running);
  else await withPortal({ demo: size === 'tiny' ? tinyDemo : [] }, measure);
}

async function repeat(size: Size, load: () => Promise<Load>): Promise<Load[]> {
  const loads: Load[] = [];
  for (let at = 0; at < rounds[size]; at++) loads.push(await load());
  return loads;
}

/** To what Chromium names the largest contentful paint. */
async function openLogin(browser: Browser, origin: string): Promise<Load> {
  const { page, received } = await openSlowPage(browser);
  await page.goto(`${origin}/auth/login`, { waitUntil: 'commit' });
  await page.locator('main h1').waitFor();
  const bytes = received();
  const milliseconds = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => {
          const last = list.getEntries().at(-1);
          setTimeout(() => resolve(last?.startTime ?? Number.NaN), 500);
        }).observe({ type: 'largest-contentful-paint', buffered: true });
      }),
  );
  await page.context().close();
  return { milliseconds, bytes };
}

async function openProperty(browser: Browser, origin: string): Promise<Load> {
  const { page, received } = await openSlowPage(browser);
  await page.goto(`${origin}/auth/login`, { waitUntil: 'commit' });
  await page.locator('main button').first().click();
  await page.getByLabel('User name').fill('admin.pl');
  await page.getByLabel('Password', { exact: true }).fill(demoPassword);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(/\/dashboard$/);
  await page.locator('a[href="/consumption"]:visible').first().click();
  const property = page.locator('main a[href^="/consumption/"]').first();
  await property.waitFor();
  // A reader looks before they click; the line is free by then.
  await page.waitForTimeout(3000);
  const before = received();
  const milliseconds = await property.evaluate(
    (link: HTMLElement) =>
      new Promise<number>((resolve) => {
        const start = performance.now();
        const look = () => {
          if (document.querySelector('.recharts-bar-rectangle')) resolve(performance.now() - start);
          else requestAnimationFrame(look);
        };
        link.click();
        look();
      }),
  );
  const bytes = received() - before;
  await page.context().close();
  return { milliseconds, bytes };
}

async function openSlowPage(browser: Browser): Promise<{ page: Page; received: () => number }> {
  const context = await browser.newContext({
    locale: 'en-GB',
    viewport: { width: 1280, height: 800 },
  });
  const page = await context.newPage();
  const client = await context.newCDPSession(page);
  await client.send('Network.enable');
  await client.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: line.latencyMilliseconds,
    downloadThroughput: line.bitsPerSecond / 8,
    uploadThroughput: line.bitsPerSecond / 8,
  });
  let bytes = 0;
  client.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  return { page, received: () => bytes };
}

/** `ratio` is to what the line alone takes for these bytes and the first answer: what waits in vain makes it grow. */
function report(step: string, requiredMs: number, loads: readonly Load[]) {
  const milliseconds = median(loads.map((load) => load.milliseconds));
  const bytes = median(loads.map((load) => load.bytes));
  const lineMs = line.latencyMilliseconds + (bytes * 8000) / line.bitsPerSecond;
  print({
    benchmark: 'load-page',
    step,
    rounds: loads.length,
    medianMs: Math.round(milliseconds),
    requiredMs,
    kilobytes: Math.round(bytes / 1000),
    lineMs: Math.round(lineMs),
    ratio: Number((milliseconds / lineMs).toFixed(2)),
  });
}
