import AxeBuilder from '@axe-core/playwright';
import { test as base, type Cookie, expect, type Page, type TestInfo } from '@playwright/test';
import type { RunningPortal } from './portalProcess.ts';
import { startOwnPortal } from './preparation.ts';
import { expectAllStyles } from './styles.ts';

const password = 'Meterhouse-demo-1';

/** Every journey fails on an error in the console, which is also where CSP violations appear. */
export const test = base.extend<
  { expectedFaults: RegExp | undefined; quietConsole: undefined },
  { portal: RunningPortal }
>({
  /** Of this worker alone. */
  portal: [
    async ({ browser: _ }, use, { workerIndex }) => {
      const portal = await startOwnPortal(`worker-${workerIndex}`);
      await use(portal);
      await portal.stop();
    },
    { scope: 'worker', timeout: 1_800_000 },
  ],
  baseURL: ({ portal }, use) => use(portal.address),
  /** What a journey provokes: refused calls stand in the console, too. */
  expectedFaults: [undefined, { option: true }],
  quietConsole: [
    async ({ page, expectedFaults }, use) => {
      const faults = listenToConsole(page);
      await use(undefined);
      expect(faults.filter((fault) => !expectedFaults?.test(fault))).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

/** A list that gets what the console says of errors. */
export function listenToConsole(page: Page): string[] {
  const faults: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(`${message.text()} ${message.location().url}`);
  });
  page.on('pageerror', (error) => faults.push(error.message));
  return faults;
}

/** Another word for each try of a journey, for what it can make only once. */
export const tryOf = ({ repeatEachIndex, retry }: TestInfo) => `${repeatEachIndex}${retry}`;

/** From the login page to what the identity provider answers to a name and a password. */
export async function signInWith(page: Page, username: string, secret: string): Promise<void> {
  await page.goto('/');
  await expect(page).toHaveURL(/\/auth\/login$/);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await answerEmbedded(page, username, secret);
}

/** On the embedded provider's page, which is open. */
export async function answerEmbedded(page: Page, username: string, secret: string): Promise<void> {
  await page.getByLabel('User name').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(secret);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** From the login page through the identity provider to the dashboard, as people do it. */
export async function signInByHand(page: Page, username: string): Promise<void> {
  await signInWith(page, username, password);
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}

/** The provider's cookies of who has signed in by hand in this worker, by user name. */
const known = new Map<string, Cookie[]>();

/**
 * To a page as somebody, whom the provider knows already where another journey was the same before:
 * a journey of sign-in or of sessions signs in by hand.
 */
export async function signIn(page: Page, username: string, path = '/dashboard'): Promise<void> {
  const cookies = known.get(username);
  if (cookies) {
    await page.context().addCookies(cookies);
    await page.goto(path);
    const menu = page.locator('.user-button');
    const isThere = async () => isLoginPage(page) || menu.isVisible();
    await expect.poll(isThere, { intervals: [50] }).toBe(true);
    if (await menu.isVisible()) return;
  }
  // Nobody has, or another journey has signed out since.
  await signInByHand(page, username);
  known.set(username, await page.context().cookies());
  if (path !== '/dashboard') await page.goto(path);
}

const isLoginPage = (page: Page) => new URL(page.url()).pathname === '/auth/login';

/** What fades in has its colours at its end only; what goes on for ever, as a skeleton, isn't awaited. */
export async function expectSettled(page: Page): Promise<void> {
  const listMoving = () => {
    const moving = document.getAnimations().filter(({ effect, playState, timeline }) => {
      // What follows the scrolling goes on as long as there is any.
      if (timeline !== document.timeline) return false;
      const end = effect?.getComputedTiming().endTime;
      return playState === 'running' && end !== Number.POSITIVE_INFINITY;
    });
    const targets = moving.map(({ effect }) => (effect as KeyframeEffect).target);
    // Pale, until what takes its place has come (nodes.css).
    const pale = document.querySelectorAll(':is(.stats, .table-rows)[aria-busy="true"]');
    return [...targets, ...pale].map((element) => element?.className);
  };
  await expect.poll(() => page.evaluate(listMoving)).toEqual([]);
}

/**
 * And drawn with all its styles, once it is there: what stands for a page on its way has no heading.
 * `except` names rules of axe that a page breaks on purpose.
 */
export async function expectAccessible(page: Page, except: string[] = []): Promise<void> {
  await expect(page.locator('h1').filter({ visible: true }).first()).toBeVisible();
  await expectAllStyles(page);
  await expectSettled(page);
  expect(await listViolations(page, except)).toEqual([]);
}

/**
 * What axe finds, a line each: on the page itself. Its other way takes a second page for each look,
 * for the sake of frames of other origins, which the portal has none of.
 */
export async function listViolations(page: Page, except: string[] = []): Promise<string[]> {
  const moves = await page.evaluate(
    () => matchMedia('(prefers-reduced-motion: no-preference)').matches,
  );
  // A toast that begins to fade while axe looks is gone at once.
  if (moves) await page.emulateMedia({ reducedMotion: 'reduce' });
  const builder = new AxeBuilder({ page }).setLegacyMode();
  const { violations } = await builder
    .options({ resultTypes: ['violations'] })
    .disableRules(except)
    .analyze();
  if (moves) await page.emulateMedia({ reducedMotion: null });
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}

/** The entries of the main navigation, as they are read. */
export async function navigationOf(page: Page): Promise<string[]> {
  const links = page.locator('.shell-navigation').getByRole('link');
  return (await links.locator('.navigation-label').allInnerTexts()).map((text) =>
    text.replaceAll(/\s+/g, ' ').trim(),
  );
}
