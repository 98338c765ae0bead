import { TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OperationId } from '../../../../schemas/api/operations.ts';
import type { Database } from '../../../../server/database/open.ts';
import {
  createLink,
  type LinkPurpose,
} from '../../../../server/features/account/links.repository.ts';
import { createTestDatabase } from '../../../support/database.ts';
import { startWholePortal, type WholePortal } from '../../../support/wholePortal.ts';
import { addAccounts, anAccount, password } from '../../identity/support/accounts.ts';
import { Browser } from '../../identity/support/browser.ts';

let database: Database;
let portal: WholePortal;

beforeAll(async () => {
  database = await createTestDatabase();
  portal = await startWholePortal(database, { limits: { signIn: { points: 10, seconds: 60 } } });
});
afterAll(async () => {
  await portal.close();
  await database.close();
});

const many = 50;
const atOnce = <Result>(ask: (at: number) => Promise<Result>) =>
  Promise.all(Array.from({ length: many }, (_, at) => ask(at)));
const countOf = (statuses: readonly number[], wanted: number) =>
  statuses.filter((status) => status === wanted).length;

describe('fifty guesses at once', () => {
  it('of a current password get no more looks than ten', async () => {
    await addAccounts(database, [anAccount('signed-in')]);
    const token = await portal.tokenOf('signed-in');
    const { directory } = portal.parts.identity;
    const { checkPassword } = directory;
    if (!checkPassword) throw new Error('The embedded directory keeps passwords.');
    let looks = 0;
    directory.checkPassword = (subject, given) => {
      looks += 1;
      return checkPassword(subject, given);
    };
    const statuses = await atOnce(async (at) => {
      const currentPassword = `Wrong-password-${at}`;
      const next = 'Another-Secret-1';
      const answer = await (at % 2 === 0
        ? portal.call('email.change', token, { body: { email: 'a@example.com', currentPassword } })
        : portal.call('password.change', token, {
            body: { currentPassword, password: next, repeatedPassword: next },
          }));
      return answer.status;
    });
    directory.checkPassword = checkPassword;
    expect(looks).toBe(10);
    expect(countOf(statuses, 400)).toBe(10);
    expect(countOf(statuses, 429)).toBe(many - 10);
  });

  it('at the sign-in page get no more than the address may', async () => {
    const statuses = await atOnce(async (at) => {
      const browser = new Browser(portal.url);
      const { url } = await browser.openSignIn();
      const { response } = await browser.submit(url, `nobody-${at}`, password);
      return response.status;
    });
    const { rows } = await database.pool.query(
      `SELECT 1 FROM activity_log WHERE type = 'SIGN_IN_FAILED'`,
    );
    expect(rows).toHaveLength(10);
    expect(countOf(statuses, 200)).toBe(10);
    expect(countOf(statuses, 429)).toBe(many - 10);
  });
});

describe('what was right', () => {
  it('is given back to the limit', async () => {
    await addAccounts(database, [anAccount('careful')]);
    const fresh = await startWholePortal(database, {
      limits: { signIn: { points: 3, seconds: 60 }, password: { points: 3, seconds: 60 } },
    });
    try {
      for (let at = 0; at < 5; at += 1) {
        const tokens = await new Browser(fresh.url).signIn('careful', password);
        const email = `careful-${at}@example.com`;
        const answer = await fresh.call('email.change', tokens.access_token, {
          body: { email, currentPassword: password },
        });
        expect(answer.status).toBe(200);
      }
    } finally {
      await fresh.close();
    }
  });

  it('is given back to the limit of mailed links, and what was wrong isn’t', async () => {
    const accounts = await addAccounts(database, [anAccount('mailed-to')]);
    const accountId = accounts.get('mailed-to') as number;
    const fresh = await startWholePortal(database, {
      limits: { link: { points: 1, seconds: 60 } },
    });
    const linkFor = (purpose: LinkPurpose, email?: string) =>
      database.transaction((tx) =>
        createLink(tx, {
          accountId,
          purpose,
          at: new Date(),
          minutes: 30,
          ...(email && { email }),
        }),
      );
    const statusOf = async (id: OperationId, body: object) =>
      (await fresh.call(id, undefined, { body })).status;
    try {
      for (const at of [1, 2]) {
        const email = { token: await linkFor('EMAIL', `mailed-${at}@example.com`) };
        expect(await statusOf('email.check', email)).toBe(200);
        expect(await statusOf('email.confirm', email)).toBe(200);
        const next = `Another-Secret-${at}`;
        const token = await linkFor('PASSWORD');
        const reset = { token, password: next, repeatedPassword: next };
        expect(await statusOf('password.check', { token })).toBe(200);
        expect(await statusOf('password.reset', reset)).toBe(200);
        expect(await statusOf('lock.open', { token: await linkFor('UNLOCK') })).toBe(200);
      }
      expect(await statusOf('lock.open', { token: 'guessed' })).toBe(410);
      expect(await statusOf('lock.open', { token: await linkFor('UNLOCK') })).toBe(429);
    } finally {
      await fresh.close();
    }
  });

  it('is given back to the limit of codes, too', async () => {
    await addAccounts(database, [anAccount('thorough')]);
    const fresh = await startWholePortal(database, {
      limits: { totp: { points: 2, seconds: 60 } },
    });
    try {
      const { access_token: token } = await new Browser(fresh.url).signIn('thorough', password);
      for (let at = 0; at < 4; at += 1) {
        const { body } = await fresh.call('totp.begin', token);
        const code = new TOTP({ secret: body.secret.replaceAll(' ', '') }).generate();
        const answer = await fresh.call('totp.confirm', token, { body: { code } });
        expect([at, answer.status]).toEqual([at, 200]);
        await database.pool.query('DELETE FROM account_totp');
      }
    } finally {
      await fresh.close();
    }
  });
});
