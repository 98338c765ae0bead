import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { findFreePort } from '../scripts/testing/freePort.mjs';
import { maintain } from '../server/database/maintenance.ts';
import { migrate } from '../server/database/migrate.ts';
import { openDatabase } from '../server/database/open.ts';
import { ensureDemo } from '../server/demo/ensureDemo.ts';
import { salvageManifests } from '../server/manifests/serve/readManifests.ts';
import { listMarkets } from '../server/markets.ts';
import { launch, median, percentile } from './browser.ts';
import type { Options } from './options.ts';
import { print, round } from './store.ts';

const password = 'Meterhouse-demo-1';
const house = path.join(import.meta.dirname, '..');

/**
 * The index of an account with 5,000 properties in a browser: from the click to the first markers and
 * the list, and frames a second while the map is dragged. The portal must have been built before.
 */
export async function runMap({ size }: Options): Promise<void> {
  const properties = size === 'tiny' ? 200 : 5000;
  const port = await findFreePort();
  const origin = `http://127.0.0.1:${port}`;
  const directory = await mkdtemp(path.join(tmpdir(), 'meterhouse-bench-'));
  try {
    await seed(directory, properties);
    const server = spawn(process.execPath, ['server/main.ts'], {
      cwd: house,
      env: { ...process.env, DATABASE_URL: '', DATA_DIR: directory, PORT: String(port) },
      stdio: 'ignore',
    });
    try {
      await waitUntilReady(origin);
      await measure(origin, properties, { full: 10, small: 3, tiny: 1 }[size]);
    } finally {
      const gone = new Promise((resolve) => server.once('exit', resolve));
      server.kill('SIGTERM');
      await gone;
    }
  } finally {
    await rm(directory, { recursive: true });
  }
}

/** The demo's properties without readings, all of them the administrator's. */
async function seed(directory: string, properties: number): Promise<void> {
  const database = await openDatabase({ DATA_DIR: directory });
  try {
    await migrate(database);
    const { set } = await salvageManifests({
      manifestsDirectory: path.join(house, 'manifests'),
      localesDirectory: path.join(house, 'locales'),
    });
    const markets = listMarkets((country) => set.markets[country].market);
    await ensureDemo(database, {
      markets,
      log: () => undefined,
      now: () => new Date(),
      password,
      size: { properties, buildings: false },
    });
    await database.pool.query(
      // As if all readings were there: loading them would be measured, too.
      `UPDATE setting SET value = value::jsonb || $1::jsonb WHERE key = 'demo'`,
      [JSON.stringify({ loaded: properties, hasRealData: true })],
    );
    await database.pool.query(
      `INSERT INTO property_access (account_id, property_id, package_id)
       SELECT account.id, property.id, (SELECT package_id FROM property_access own
         WHERE own.account_id = account.id LIMIT 1)
       FROM account, property WHERE username = 'admin.pl' ON CONFLICT DO NOTHING`,
    );
    // The portal does it within half a minute.
    await maintain(database);
  } finally {
    await database.close();
  }
}

async function waitUntilReady(origin: string): Promise<void> {
  for (let attempt = 0; attempt < 300; attempt++) {
    const response = await fetch(`${origin}/readyz`).catch(() => undefined);
    if (response?.ok) return;
    await sleep(200);
  }
  throw new Error('The portal did not start.');
}

async function measure(origin: string, properties: number, rounds: number): Promise<void> {
  const browser = await launch();
  try {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
    const page = await context.newPage();
    await signIn(page, origin);
    const opened: number[] = [];
    for (let round = 0; round < rounds; round++) {
      // Each round asks the server anew, and loads the map's code again.
      await page.goto(`${origin}/dashboard`);
      await page.locator('.shell-navigation a').first().waitFor();
      await page.waitForTimeout(500);
      const started = performance.now();
      await page.locator('.shell-navigation a[href="/consumption"]').click();
      await page.locator('.map-spot').first().waitFor();
      await page.locator('.map-row').first().waitFor();
      opened.push(performance.now() - started);
    }
    const frames = await drag(page);
    print({
      benchmark: 'map',
      properties,
      openedMedianMs: round(median(opened), 0),
      openedMostMs: round(Math.max(...opened), 0),
      requiredMs: 1000,
      frames: frames.length,
      framesPerSecond: round(1000 / (frames.reduce((sum, one) => sum + one, 0) / frames.length), 1),
      slowFrameMs: round(percentile(frames, 0.95), 1),
      requiredFramesPerSecond: 60,
    });
  } finally {
    await browser.close();
  }
}

async function signIn(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/`);
  await page.locator('main button').first().click();
  await page.locator('input[type=password]').waitFor();
  await page.locator('input').first().fill('admin.pl');
  await page.locator('input[type=password]').fill(password);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/dashboard');
}

/** Milliseconds of each frame while the map is dragged to and fro for some seconds. */
async function drag(page: Page): Promise<number[]> {
  await page.locator('.map-zoom button').first().click();
  await page.waitForTimeout(800);
  const box = await page.locator('.map-canvas').boundingBox();
  if (!box) throw new Error('There is no map.');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.evaluate(() => {
    const frames: number[] = [];
    let last = performance.now();
    const count = (now: number) => {
      frames.push(now - last);
      last = now;
      requestAnimationFrame(count);
    };
    requestAnimationFrame(count);
    Object.assign(window, { frames });
  });
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (let step = 0; step < 180; step++) {
    await page.mouse.move(x + 150 * Math.sin(step / 20), y + 90 * Math.cos(step / 15));
  }
  const frames = await page.evaluate(() => (window as unknown as { frames: number[] }).frames);
  await page.mouse.up();
  return frames.slice(2);
}
