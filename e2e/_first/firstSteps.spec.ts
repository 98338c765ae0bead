import { findFreePort } from '../../scripts/testing/freePort.mjs';
import { followGuide } from '../support/firstSteps.ts';
import { choosePassword } from '../support/passwords.ts';
import { answerEmbedded, test as base } from '../support/portal.ts';

// It has a portal of its own, and looks at the console itself.
const test = base.extend({
  baseURL: undefined,
  quietConsole: ({ playwright: _ }, use) => use(undefined),
});

test('the operator’s guide leads from nothing to a sub-user who sees a building', async ({
  browser,
}) => {
  test.setTimeout(600_000);
  await followGuide({
    browser,
    port: String(await findFreePort()),
    environment: {},
    ways: (mailFolder) => ({
      choosePassword: (page, password, email) => choosePassword(page, password, email, mailFolder),
      answerProvider: answerEmbedded,
    }),
  });
});
