import type { Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { drawBySeed } from '../scripts/testing/seed.mjs';
import { findLink, listMails } from './support/mails.ts';
import {
  expect,
  expectAccessible,
  signIn,
  signInByHand,
  signInWith,
  test,
} from './support/portal.ts';
import { measureOverflow } from './support/screens.ts';

const password = 'Meterhouse-demo-1';
const newPassword = 'Zimowy-Dom-2026!';
const otherPassword = 'Letni-Dom-2026!';

async function signOut(page: Page, username: string): Promise<void> {
  await page.getByRole('button', { name: username }).click();
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(page).toHaveURL(/\/auth\/login$/);
}

async function confirm(page: Page, accept: string): Promise<void> {
  const question = page.getByRole('alertdialog').or(page.getByRole('dialog'));
  await question.getByRole('button', { name: accept, exact: true }).click();
}

const publicPages = [
  ['/auth/login', 'Sign in – Meterhouse'],
  ['/auth/eco-trend', 'Sign in – eco-trend'],
  ['/auth/blocked-user', 'Account blocked – Meterhouse'],
  ['/auth/forgot-password', 'Forgotten password – Meterhouse'],
  ['/auth/forgot-password?sent=yes', 'Forgotten password – Meterhouse'],
  ['/auth/reset-password', 'New password – Meterhouse'],
  ['/auth/update-email', 'Confirm the e-mail address – Meterhouse'],
  ['/resources/privacy-policy', 'Privacy policy – Meterhouse'],
  ['/resources/frequently-asked-questions', 'Frequently asked questions – Meterhouse'],
  ['/resources/app-download', 'App for tenants – Meterhouse'],
] as const;

for (const colorScheme of drawBySeed(['light', 'dark'] as const, 1, 'public pages')) {
  test.describe(`in the ${colorScheme}`, () => {
    test.use({ colorScheme, viewport: { width: 390, height: 800 } });

    test('pages for everybody are open, fit a phone, and violate nothing', async ({ page }) => {
      for (const [address, title] of publicPages) {
        await page.goto(address);
        await expect(page).toHaveTitle(title);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await expect(page.getByRole('status')).toHaveCount(0);
        await expectAccessible(page);
        expect([address, await measureOverflow(page)]).toEqual([address, 0]);
      }
    });
  });
}

test('questions are opened by their titles, and are at hand at the top', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('link', { name: 'FAQ' }).click();
  await expect(page).toHaveURL(/frequently-asked-questions$/);
  const answer = page.getByText('A missing value is shown as a dash', { exact: false });
  await expect(answer).toBeHidden();
  await page.getByRole('heading', { name: 'Why are there no readings' }).click();
  await expect(answer).toBeVisible();
});

test('the same page stands under another brand, whose colours it has', async ({ page }) => {
  await page.goto('/auth/eco-trend');
  await expect(page.locator('.header-brand')).toHaveText('eco-trend');
  const button = page.getByRole('main').getByRole('button', { name: 'Sign in' });
  await expect(button).toHaveCSS('background-color', 'rgb(35, 104, 47)');
  await expectAccessible(page);
  await page.goto('/auth/login');
  await expect(page.locator('.header-brand')).toHaveText('Meterhouse');
  await expect(button).not.toHaveCSS('background-color', 'rgb(35, 104, 47)');
});

// What the server refuses stands in the console, too. The password of support.dk is another one
// afterwards: no other journey signs in as it.
test.describe
  .serial('with refusals', () => {
    test.use({ expectedFaults: /400 \(Bad Request\)/ });

    test('a forgotten password is replaced by a link, which works once', async ({ page }) => {
      const ask = async (account: string) => {
        await page.goto('/');
        await page.getByRole('link', { name: 'Forgotten your password?' }).click();
        await page.getByLabel('User name or e-mail address').fill(account);
        await page.getByRole('button', { name: 'Send the link' }).click();
        await expect(
          page.getByText('If an account with this name', { exact: false }),
        ).toBeVisible();
      };
      const set = async (next: string) => {
        await page.getByRole('textbox', { name: 'New password', exact: false }).first().fill(next);
        await page.getByRole('textbox', { name: 'New password again' }).fill(next);
        await page.getByRole('button', { name: 'Set the password' }).click();
      };
      const before = await listMails();
      // Nobody learns from the answer whether there is an account.
      await ask('nobody.dk');
      await ask('support.dk');
      const link = await findLink('support.dk@meterhouse.example', before);
      expect(link).toMatch(/\/auth\/reset-password#token=/);

      await page.goto(link);
      await expect(page).toHaveURL(/\/auth\/reset-password$/);
      await expect(page.getByRole('button', { name: 'Set the password' })).toBeVisible();
      await expectAccessible(page);
      // Each rule is ticked while one types.
      const first = page.getByRole('textbox', { name: 'New password', exact: false }).first();
      await first.pressSequentially('abc');
      const met = page.locator('.password-strength [data-met="true"]');
      await expect(met).toHaveText([/lower-case/, /No five identical/]);
      await set('abc');
      await expect(page.getByRole('alert')).toContainText('At least 12 characters');
      // One that was used before only the server knows.
      await set(password);
      await expect(page.getByText('it must differ from the last 5').first()).toBeVisible();
      await set(newPassword);
      await expect(page.getByText('Your new password is set', { exact: false })).toBeVisible();

      await signInWith(page, 'support.dk', newPassword);
      await expect(page).toHaveURL(/\/dashboard$/);
      await signOut(page, 'support.dk');
      await page.goto(link);
      await expect(page.getByText('This link does not work', { exact: false })).toBeVisible();
      await page.getByRole('link', { name: 'Send a new link' }).click();
      await expect(page).toHaveURL(/\/auth\/forgot-password$/);
    });

    test('the password is changed under Security, where faults stand at their fields', async ({
      page,
    }) => {
      await signInWith(page, 'support.dk', newPassword);
      await expect(page).toHaveURL(/\/dashboard$/);
      await page.goto('/profile-settings/security');
      const change = async (current: string, next: string, again = next) => {
        await page.getByRole('textbox', { name: 'Current password' }).fill(current);
        await page.getByRole('textbox', { name: 'New password' }).first().fill(next);
        await page.getByRole('textbox', { name: 'New password again' }).fill(again);
        await page.getByRole('button', { name: 'Change the password' }).click();
      };
      await change(newPassword, otherPassword, 'Letni-Dom-2027!');
      await expect(page.getByText('The two don’t match').first()).toBeVisible();
      await change('Wrong-password-1', otherPassword);
      await expect(page.getByText('This is not your current password').first()).toBeVisible();
      await expectAccessible(page);
      await change(newPassword, otherPassword);
      await expect(page.getByText('Your password has been changed.')).toBeVisible();
      // Nothing of it stays on the page.
      await expect(page.getByRole('textbox', { name: 'Current password' })).toHaveValue('');
      await expect(page.getByRole('cell', { name: 'Password changed' }).first()).toBeVisible();
      await signOut(page, 'support.dk');
      await signInWith(page, 'support.dk', otherPassword);
      await expect(page).toHaveURL(/\/dashboard$/);
    });

    test('name, phone and a confirmed new address are kept in the profile', async ({ page }) => {
      await signIn(page, 'domea.dk');
      await page.getByRole('button', { name: 'domea.dk' }).click();
      await page.getByRole('link', { name: 'Profile settings' }).click();
      await expect(page).toHaveURL(/\/profile-settings\/profile$/);
      await expect(page.getByText('Main user (level 1)')).toBeVisible();
      await expectAccessible(page);

      await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Dorthe Ø. Hansen');
      await page.getByRole('textbox', { name: 'Phone number' }).fill('12345678');
      await page.getByRole('button', { name: 'Save' }).click();
      await expect(page.getByRole('alert')).toContainText('Invalid phone number');
      await page.getByRole('combobox', { name: 'Dialling prefix' }).selectOption('+45');
      await page.getByRole('button', { name: 'Save' }).click();
      await expect(page.getByText('Your profile has been saved.')).toBeVisible();

      const before = await listMails();
      await page.getByRole('textbox', { name: 'New e-mail address' }).fill('dorthe@example.org');
      await page.getByRole('textbox', { name: 'Current password' }).fill('wrong');
      await page.getByRole('button', { name: 'Send the confirmation' }).click();
      await expect(page.getByText('This is not your current password').first()).toBeVisible();
      await page.getByRole('textbox', { name: 'Current password' }).fill(password);
      await page.getByRole('button', { name: 'Send the confirmation' }).click();
      await expect(page.getByText('Waiting for confirmation')).toBeVisible();
      const link = await findLink('dorthe@example.org', before);
      await page.goto(link);
      await expect(page).toHaveURL(/\/auth\/update-email$/);
      await expect(page.getByText('dorthe@example.org')).toBeVisible();
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Confirm the address' }).click();
      await expect(page.getByText('Your new e-mail address is confirmed.')).toBeVisible();
      await page.getByRole('link', { name: 'Continue to the portal' }).click();
      await expect(page).toHaveURL(/\/dashboard$/);
      await page.goto('/profile-settings/profile');
      await expect(
        page.getByRole('definition').filter({ hasText: 'dorthe@example.org' }),
      ).toHaveCount(1);
      await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue(
        'Dorthe Ø. Hansen',
      );
      await page.goto(link);
      await expect(page.getByText('This link does not work', { exact: false })).toBeVisible();
    });

    test('a second step is set up, asked for, replaced by a recovery code, and removed', async ({
      page,
    }) => {
      test.setTimeout(180_000);
      await signInByHand(page, 'user.dk');
      await page.goto('/profile-settings/security');
      await page.getByRole('button', { name: 'Set up' }).click();
      await expect(
        page.getByRole('img', { name: 'QR code for the authenticator app' }),
      ).toBeVisible();
      await expectAccessible(page);
      const codes = page.locator('.text-code');
      const secret = (await codes.first().locator('code').innerText()).replaceAll(' ', '');
      const [recoveryCode = '', another = ''] = await codes.nth(1).locator('code').allInnerTexts();
      const codeAt = (timestamp: number) =>
        new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp });

      await page.getByRole('textbox', { name: 'Code from the app' }).fill('000000');
      await page.getByRole('button', { name: 'Turn on' }).click();
      await expect(page.getByText('The code is wrong', { exact: false }).first()).toBeVisible();
      await page.getByRole('textbox', { name: 'Code from the app' }).fill(codeAt(Date.now()));
      await page.getByRole('button', { name: 'Turn on' }).click();
      await expect(page.getByText('It is on: signing in asks', { exact: false })).toBeVisible();
      await expect(page.getByText('Recovery codes left')).toBeVisible();

      await signOut(page, 'user.dk');
      await signInWith(page, 'user.dk', password);
      await expect(page.getByLabel('Code')).toBeVisible();
      await page.getByLabel('Code').fill(recoveryCode);
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await expect(page).toHaveURL(/\/dashboard$/);
      await signOut(page, 'user.dk');
      await signInWith(page, 'user.dk', password);
      // The code of the set-up was used already: this is the next one, accepted ahead of its time.
      await page.getByLabel('Code').fill(codeAt(Date.now() + 30_000));
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await expect(page).toHaveURL(/\/dashboard$/);

      await page.goto('/profile-settings/security');
      const mfa = page.getByRole('region', { name: 'Two-step sign-in (MFA)' });
      await mfa.getByRole('textbox', { name: 'Current password' }).fill(password);
      await mfa
        .getByRole('textbox', { name: 'Code from the app, or a recovery code' })
        .fill(another);
      await page.getByRole('button', { name: 'Remove', exact: true }).click();
      await confirm(page, 'Remove');
      await expect(page.getByRole('button', { name: 'Set up' })).toBeVisible();
      await expect(page.getByRole('cell', { name: 'Two-step sign-in removed' })).toBeVisible();
    });
  });

test('preferences show while they are chosen, and are kept only when they are saved', async ({
  page,
}) => {
  await signIn(page, 'domea.dk', '/profile-settings/preferences');
  const graph = page.locator('.graph-group');
  const colour = () =>
    graph.evaluate((node) => (node as HTMLElement).style.getPropertyValue('--graph-current'));
  const cold = page.locator('input[name="coldWater"]');
  const example = page.getByRole('combobox', { name: 'Values of' });
  await example.selectOption('COLD_WATER');
  await expect(graph).toBeVisible();
  await expect(cold).toHaveValue('#2463b0');
  await expectAccessible(page);

  await cold.fill('#112233');
  await expect.poll(colour).toBe('#112233');
  await page.getByText('Dark mode').last().click();
  await expect(page.locator('html')).toHaveClass(/bp6-dark/);
  // Left without saving, all of it is as it was.
  await page.getByRole('button', { name: 'Security' }).click();
  await confirm(page, 'Leave');
  await expect(page).toHaveURL(/security$/);
  await expect(page.locator('html')).not.toHaveClass(/bp6-dark/);
  await page.getByRole('button', { name: 'Preferences' }).click();
  await example.selectOption('COLD_WATER');
  await expect(cold).toHaveValue('#2463b0');

  await cold.fill('#445566');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Your preferences have been saved.')).toBeVisible();
  await page.reload();
  await expect(cold).toHaveValue('#445566');
  await expect.poll(colour).toBe('#445566');

  await page.getByRole('button', { name: 'Reset to defaults' }).click();
  await expect(cold).toHaveValue('#2463b0');
  await expect.poll(colour).toBe('');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Your preferences have been saved.').last()).toBeVisible();

  // The example is of whichever group one wants to see.
  await example.selectOption('HCA');
  await expect(graph).toHaveClass(/graph-group-hca/);
});

test('preferences load no graph before an example is asked for', async ({ page }) => {
  await signIn(page, 'domea.dk', '/profile-settings/preferences');
  await expect(page.locator('input[name="coldWater"]')).toBeVisible();
  await expect(page.locator('.skeleton, .awaited')).toHaveCount(0);
  await page.waitForLoadState('networkidle');
  const bytes = await page.evaluate(() =>
    (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      .filter(({ name }) => name.includes('/assets/') && name.endsWith('.js'))
      .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
  );
  expect(bytes).toBeGreaterThan(100_000);
  expect(bytes).toBeLessThan(300_000);

  const values = page.getByRole('combobox', { name: 'Values of' });
  await expect(values).toHaveValue('');
  await values.selectOption('HOT_WATER');
  await expect(page.locator('.recharts-bar-rectangle').first()).toBeVisible();
});

test('notifications are turned off and on, each after a question', async ({ page }) => {
  await signIn(page, 'domea.dk', '/profile-settings/preferences');
  await expect(page.getByText('Notifications are on', { exact: false })).toBeVisible();
  await page.getByRole('button', { name: 'Turn off' }).click();
  await confirm(page, 'Turn off');
  await expect(page.getByText('Notifications are off', { exact: false })).toBeVisible();
  await page.getByRole('button', { name: 'Turn on' }).click();
  await confirm(page, 'Turn on');
  await expect(page.getByText('Notifications are on', { exact: false })).toBeVisible();
});

test('the language of the preferences is at once that of everything', async ({ page }) => {
  await signIn(page, 'domea.dk', '/profile-settings/preferences');
  const choose = async (label: string, language: string, button: string) => {
    await page.getByRole('combobox', { name: label }).selectOption({ label: language });
    // The page speaks it before it is saved, and other journeys have the same account.
    const saved = page.waitForResponse((answer) => answer.request().method() === 'PUT');
    await page.getByRole('button', { name: button }).click();
    expect((await saved).ok()).toBe(true);
  };
  await choose('Language', 'Čeština', 'Use this language');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Předvolby');
  await expect(page.locator('html')).toHaveAttribute('lang', 'cs');
  await choose('Jazyk', 'English', 'Použít tento jazyk');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Preferences');
});
