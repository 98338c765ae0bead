import type { Page, Response } from '@playwright/test';
import { findLink, listMails } from './support/mails.ts';
import { expect, expectAccessible, signInByHand, signInWith, test } from './support/portal.ts';

const sizes = [
  { width: 1280, height: 900 },
  { width: 390, height: 800 },
];

async function expectFitting(page: Page): Promise<void> {
  for (const size of sizes) {
    await page.setViewportSize(size);
    await expectAccessible(page);
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect([size.width, overflow]).toEqual([size.width, 0]);
  }
  await page.setViewportSize({ width: 1280, height: 900 });
}

/** What an earlier try of a journey has left signed in is no part of the next. */
async function endOtherSessions(page: Page): Promise<void> {
  const isList = (response: Response) =>
    /\/api\/user\/[^/]+\/session$/.test(response.url()) && response.ok();
  const listed = page.waitForResponse(isList);
  await page.goto('/profile-settings/security');
  const list = await listed;
  const { authorization = '' } = await list.request().allHeaders();
  const { content } = (await list.json()) as { content: { id: number; place: string }[] };
  for (const { id } of content.filter(({ place }) => place === 'ELSEWHERE')) {
    const headers = { authorization };
    await expect(await page.request.delete(`${list.url()}/${id}`, { headers })).toBeOK();
  }
}

test('another session is ended where one sees where one is signed in', async ({
  browser,
  page,
}) => {
  await signInByHand(page, 'domea.cz');
  await endOtherSessions(page);
  const elsewhere = await browser.newPage();
  await signInByHand(elsewhere, 'domea.cz');
  await page.goto('/profile-settings/security');
  const sessions = page.getByRole('region', { name: 'Kde jste přihlášeni' });
  await expect(sessions.getByRole('cell', { name: 'Tato', exact: true })).toHaveCount(1);
  await expect(sessions.getByRole('cell', { name: 'Jiná', exact: true })).toHaveCount(1);
  // One’s own has its end in the menu.
  await expect(sessions.getByRole('button', { name: 'Ukončit' })).toHaveCount(1);
  await expectFitting(page);

  await sessions.getByRole('button', { name: 'Ukončit' }).click();
  const question = page.getByRole('alertdialog', { name: 'Ukončit tuto relaci?' });
  await expect(question).toContainText('Chrome');
  await expectFitting(page);
  await question.getByRole('button', { name: 'Zrušit' }).click();
  await expect(question).toBeHidden();
  await expect(sessions.getByRole('cell', { name: 'Jiná', exact: true })).toHaveCount(1);

  await sessions.getByRole('button', { name: 'Ukončit' }).click();
  await question.getByRole('button', { name: 'Ukončit' }).click();
  await expect(page.getByText('Relace byla ukončena.')).toBeVisible();
  await expect(sessions.getByRole('cell', { name: 'Jiná', exact: true })).toHaveCount(0);
  await expect(sessions.getByRole('cell', { name: 'Tato', exact: true })).toHaveCount(1);
  await expect(elsewhere).toHaveURL(/\/auth\/login$/, { timeout: 30_000 });
  await elsewhere.close();
});

test.describe('an account that others have locked', () => {
  // A link that was used is refused.
  test.use({ expectedFaults: /410 .*\/api\/unlock/ });

  test('is opened by the link of a mail, once, and says how to go on later', async ({
    browser,
    page,
  }) => {
    const thief = await browser.newPage();
    const before = await listMails();
    await signInWith(thief, 'super.cz', 'guess 0');
    for (let guess = 1; guess < 10; guess += 1) {
      await expect(thief.getByRole('alert')).toBeVisible();
      await thief.getByLabel('Password', { exact: true }).fill(`guess ${guess}`);
      await thief.getByRole('button', { name: 'Sign in' }).click();
    }
    const link = await findLink('super.cz@meterhouse.example', before);
    expect(link).toMatch(/\/auth\/unlock#token=/);
    await thief.close();

    await signInWith(page, 'super.cz', 'Meterhouse-demo-1');
    await expect(page.getByRole('alert')).toBeVisible();
    await page.goto(link);
    await expect(page).toHaveURL(/\/auth\/unlock$/);
    await expect(page.getByRole('heading', { name: 'Unlock your account' })).toBeVisible();
    await expectFitting(page);
    await page.getByRole('button', { name: 'Unlock the account' }).click();
    await expect(page.getByText('Your account is unlocked', { exact: false })).toBeVisible();
    await expectFitting(page);
    await page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByLabel('User name').fill('super.cz');
    await page.getByLabel('Password', { exact: true }).fill('Meterhouse-demo-1');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page).toHaveURL(/\/dashboard$/, { timeout: 30_000 });

    await page.goto(link);
    await page.getByRole('button', { name: /^(Unlock the account|Odemknout účet)$/ }).click();
    await expect(page.getByText(/link has expired|Platnost odkazu/)).toBeVisible();
    await page.getByRole('link', { name: /Forgotten|Zapomněli/ }).click();
    await expect(page).toHaveURL(/\/auth\/forgot-password$/);
  });
});
