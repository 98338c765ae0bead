import { findFreePort } from '../scripts/testing/freePort.mjs';
import { followGuide } from './support/firstSteps.ts';
import { choosePassword } from './support/passwords.ts';
import { answerEmbedded, test } from './support/portal.ts';

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
