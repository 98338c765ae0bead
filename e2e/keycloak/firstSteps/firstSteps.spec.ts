import { expect, type Page, test } from '@playwright/test';
import { followGuide, listGuideVariables } from '../../support/firstSteps.ts';
import { findMail } from '../../support/mails.ts';
import { choosePassword } from '../../support/passwords.ts';
import { directory, issuer, openAdministration } from '../support/keycloak.ts';

const { E2E_PORT: port = '', ...given } = process.env;
const administered = {
  NODE_ENV: 'production',
  OIDC_ISSUER: issuer,
  OIDC_ADMIN_CLIENT_ID: given['OIDC_ADMIN_CLIENT_ID'] ?? '',
  OIDC_ADMIN_CLIENT_SECRET: given['OIDC_ADMIN_CLIENT_SECRET'] ?? '',
};

test('the guide is followed with the variables that it names', () => {
  // Those of the place come beside them, and mails become files.
  const set = [...Object.keys(administered), 'DATABASE_URL', 'PUBLIC_URL', 'SMTP_URL'];
  expect(listGuideVariables().sort()).toEqual(set.sort());
});

test('on a Keycloak that the portal administers', async ({ browser }) => {
  await forgetPeople();
  await followGuide({
    browser,
    port,
    environment: administered,
    ways: (mailFolder) => ({
      answerProvider,
      choosePassword: (page, password, email) => choosePassword(page, password, email, mailFolder),
    }),
  });
});

test('on a Keycloak that the portal may not administer', async ({ browser }) => {
  await forgetPeople();
  const environment = { ...administered, OIDC_ADMIN_CLIENT_ID: '', OIDC_ADMIN_CLIENT_SECRET: '' };
  await followGuide({
    browser,
    port,
    environment,
    ways: (folder) => ({
      answerProvider,
      // As the guide says: the mail has the portal's address, and the account is made there, too.
      async choosePassword(_page, password, email) {
        const mail = await findMail(email, new Set(), { timeout: 60_000, folder });
        expect(mail).toContain(`http://127.0.0.1:${port}`);
        expect(mail).not.toContain('#token=');
        const [username = ''] = email.split('@');
        const subject = await directory.create({ username, email, name: username, roles: [] });
        await directory.setPassword(subject, password);
      },
    }),
  });
});

/** Those of the guide, whom another run has made. */
async function forgetPeople(): Promise<void> {
  const { users } = await openAdministration();
  for (const { id = '', email } of await users.find({ max: 1000 })) {
    if (email?.endsWith('@example.com')) await users.del({ id });
  }
}

async function answerProvider(page: Page, username: string, password: string): Promise<void> {
  await page.locator('#username').fill(username);
  await page.locator('#password').fill(password);
  await page.locator('#kc-login').click();
}
