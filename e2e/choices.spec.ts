import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, expectAccessible, signInByHand, test } from './support/portal.ts';

/** What people choose for themselves: language, look, and whether they are counted. */

const password = 'Meterhouse-demo-1';

test('the language is the browser’s choice, then the profile’s, then a choice by hand', async ({
  page,
}) => {
  const language = page.locator('html');
  const events = () => page.evaluate(() => sessionStorage.getItem('test.events') ?? '');
  await page.addInitScript(() => {
    for (const name of ['authenticated', 'language-updated']) {
      window.addEventListener(`meterhouse:${name}`, (event) => {
        const { detail } = event as CustomEvent<object>;
        const told = `${sessionStorage.getItem('test.events') ?? ''}${name} ${JSON.stringify(detail)} ${document.documentElement.lang} ${document.documentElement.className.includes('dark')}\n`;
        sessionStorage.setItem('test.events', told);
      });
    }
  });
  await page.goto('/auth/login');
  await expect(language).toHaveAttribute('lang', 'en');
  await page.evaluate(() => localStorage.setItem('meterhouse.language', 'sv'));
  await page.reload();
  // Its texts are English ones, and so they are read aloud.
  await expect(page.getByLabel('Language')).toHaveValue('sv');
  await expect(language).toHaveAttribute('lang', 'en');
  await page.getByRole('main').getByRole('button').first().click();
  await page.locator('[name=username]').fill('sub.cz');
  await page.locator('[name=password]').fill(password);
  await page.locator('[name=password]').press('Enter');
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(language).toHaveAttribute('lang', 'cs');
  await expect.poll(events).toMatch(/^authenticated \{"userId":"[^"]+"\} cs false\n$/);

  // Chosen by hand: shown, stored, sent, told.
  const [sent] = await Promise.all([
    page.waitForRequest((one) => one.url().endsWith('/language') && one.method() === 'PUT'),
    (async () => {
      await page.getByRole('button', { name: 'sub.cz' }).click();
      await page.getByLabel('Jazyk').selectOption('pl');
    })(),
  ]);
  expect(sent.postDataJSON()).toEqual({ language: 'PL' });
  await expect(language).toHaveAttribute('lang', 'pl');
  await expect.poll(events).toContain('language-updated {"language":"PL"} pl');
  expect(await page.evaluate(() => localStorage.getItem('meterhouse.language'))).toBe('pl');
  await page.reload();
  await page.getByRole('button', { name: 'sub.cz' }).click();
  await expect(language).toHaveAttribute('lang', 'pl');
  // As it was, for other journeys.
  await page.getByLabel('Język').selectOption('cs');
  await expect.poll(events).toContain('language-updated {"language":"CZ"} cs');
});

test('dark mode is kept in the profile, and restored in another browser', async ({
  page,
  browser,
}) => {
  await signInByHand(page, 'super.dk');
  const body = page.locator('html');
  await page.getByRole('button', { name: 'super.dk' }).click();
  const flip = () =>
    Promise.all([
      page.waitForResponse(
        (answer) => answer.url().endsWith('/preferences') && answer.request().method() === 'PUT',
      ),
      page.getByLabel('Dark mode').click({ force: true }),
    ]);
  // An earlier try may have left it dark.
  if (await page.getByLabel('Dark mode').isChecked()) await flip();
  await expect(body).not.toHaveClass(/bp6-dark/);
  await flip();
  await expect(body).toHaveClass(/bp6-dark/);
  const context = await browser.newContext();
  const elsewherePage = await context.newPage();
  await signInByHand(elsewherePage, 'super.dk');
  await expect(elsewherePage.locator('html')).toHaveClass(/bp6-dark/);
  // Signing out keeps the look.
  await elsewherePage.getByRole('button', { name: 'super.dk' }).click();
  await elsewherePage.getByRole('button', { name: 'Log out' }).click();
  await expect(elsewherePage).toHaveURL(/\/auth\/login$/);
  await expect(elsewherePage.locator('html')).toHaveClass(/bp6-dark/);
  await context.close();
});

test.describe('a tag manager', () => {
  const script = 'https://tags.example/container.js';
  const market = () => join(process.env.E2E_MANIFESTS_DIR ?? '', 'markets/pl.json');
  const wait = async (page: Page, policy: RegExp) =>
    expect
      .poll(async () => (await page.request.get('/')).headers()['content-security-policy'])
      .toMatch(policy);

  test('is none by default; a market’s own runs for who allows it, and stops when refused', async ({
    page,
  }) => {
    const loaded: string[] = [];
    await page.route('https://tags.example/**', async (route) => {
      loaded.push(route.request().url());
      await route.fulfill({ contentType: 'text/javascript', body: 'window.hasCounted = true;' });
    });
    await page.goto('/resources/privacy-policy');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Choose again' })).toBeHidden();
    await wait(page, /script-src 'self';/);

    const before = readFileSync(market(), 'utf8');
    const tagManager = { url: script, name: 'Counter' };
    writeFileSync(market(), JSON.stringify({ ...JSON.parse(before), tagManager }));
    try {
      await wait(page, /script-src 'self' https:\/\/tags\.example;/);
      await page.reload();
      const question = page.getByRole('region', { name: 'May we count visits?' });
      await expect(question).toContainText('Counter runs a script from tags.example');
      await expectAccessible(page);
      expect(loaded).toEqual([]);
      await question.getByRole('button', { name: 'Allow' }).click();
      await expect.poll(() => page.evaluate('window.hasCounted')).toBe(true);
      await expect(question).toBeHidden();
      await page.reload();
      await expect.poll(() => loaded).toEqual([script, script]);
      await expect(question).toBeHidden();

      await page.getByRole('button', { name: 'Choose again' }).click();
      await question.getByRole('button', { name: 'Decline' }).click();
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      expect(await page.evaluate('window.hasCounted')).toBeUndefined();
      expect(loaded).toHaveLength(2);
    } finally {
      writeFileSync(market(), before);
      await wait(page, /script-src 'self';/);
    }
  });
});
