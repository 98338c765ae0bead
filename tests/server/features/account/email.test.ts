import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../../../server/database/open.ts';
import { createTestDatabase } from '../../../support/database.ts';
import { startWholePortal, type WholePortal } from '../../../support/wholePortal.ts';
import { addAccounts, anAccount, password } from '../../identity/support/accounts.ts';
import { Browser } from '../../identity/support/browser.ts';

let database: Database;
let portal: WholePortal;

beforeAll(async () => {
  database = await createTestDatabase();
  portal = await startWholePortal(database);
});
afterAll(async () => {
  await portal.close();
  await database.close();
});

let count = 0;
async function addPerson() {
  count += 1;
  const username = `mailer-${count}`;
  await addAccounts(database, [anAccount(username, { language: 'cs' })]);
  const { access_token: token } = await new Browser(portal.url).signIn(username, password);
  const { body } = await portal.call('session.get', token);
  return { username, token, params: { id: body.userId as string } };
}
const tokenIn = (text: string) => /#token=([\w-]+)/.exec(text)?.[1] ?? '';
const hour = 3_600_000;

describe('a new e-mail address', () => {
  it('counts once the link that was mailed to it was used', async () => {
    const { username, token, params } = await addPerson();
    const email = 'new@example.com';
    const asked = await portal.call('email.change', token, {
      body: { email, currentPassword: password },
    });
    expect(asked).toMatchObject({
      status: 200,
      body: { email: `${username}@example.com`, pendingEmail: email },
    });
    const mail = await portal.nextMail();
    expect(mail).toMatchObject({ to: email, subject: 'Potvrďte svou e-mailovou adresu' });
    expect(mail.text).toContain(`${portal.url}/auth/update-email#token=`);
    const link = tokenIn(mail.text);
    expect((await portal.call('email.check', undefined, { body: { token: link } })).body).toEqual({
      state: 'VALID',
      email,
    });
    const confirm = () => portal.call('email.confirm', undefined, { body: { token: link } });
    const [one, other] = await Promise.all([confirm(), confirm()]);
    expect([one.status, other.status].toSorted()).toEqual([200, 410]);
    expect((await portal.call('profile.get', token, { params })).body).toMatchObject({
      email,
      pendingEmail: null,
    });
    expect((await portal.call('session.get', token)).body.mail).toBe(email);
    // The owner reads it at the old address.
    expect(await portal.nextMail()).toMatchObject({ to: `${username}@example.com` });
  });

  it('needs the password, a link that hasn’t run out, and a mail server', async () => {
    const { token, params } = await addPerson();
    const change = (currentPassword?: string) =>
      portal.call('email.change', token, { body: { email: 'other@example.com', currentPassword } });
    for (const given of [undefined, 'Wrong-password-1']) {
      expect((await change(given)).body.errors).toMatchObject([{ rule: 'currentPassword' }]);
    }
    portal.isMailDown = true;
    expect(await change(password)).toMatchObject({
      status: 422,
      body: { status: 'EMAIL_UPDATE_FAILED' },
    });
    portal.isMailDown = false;
    expect((await portal.call('profile.get', token, { params })).body.pendingEmail).toBeNull();

    await change(password);
    const link = tokenIn((await portal.nextMail()).text);
    portal.clock = 24.1 * hour;
    const asked = { body: { token: link } };
    expect((await portal.call('email.check', undefined, asked)).body.state).toBe('EXPIRED');
    expect((await portal.call('email.confirm', undefined, asked)).status).toBe(410);
    portal.clock = 0;
    // A link for one purpose is none for another.
    const next = 'Another-Secret-1';
    const reset = { body: { token: link, password: next, repeatedPassword: next } };
    expect((await portal.call('password.reset', undefined, reset)).status).toBe(410);
  });
});

describe('the own profile', () => {
  it('is read and changed by its owner only', async () => {
    const { token, params, username } = await addPerson();
    const stranger = await addPerson();
    const change = { name: ' Jana Nováková ', phoneNumber: '+420777123456' };
    const saved = await portal.call('profile.save', token, { params, body: change });
    expect(saved).toMatchObject({
      status: 200,
      body: { username, name: 'Jana Nováková', phoneNumber: '+420777123456', language: 'CZ' },
    });
    for (const phoneNumber of ['777123456', '', '+012', 'call me']) {
      const bad = { params, body: { ...change, phoneNumber } };
      expect((await portal.call('profile.save', token, bad)).status).toBe(400);
    }
    for (const id of ['profile.get', 'activity.own'] as const) {
      expect((await portal.call(id, stranger.token, { params })).status).toBe(404);
      expect((await portal.call(id, undefined, { params })).status).toBe(401);
    }
    const overwrite = { params, body: { ...change, name: 'Somebody Else' } };
    expect((await portal.call('profile.save', stranger.token, overwrite)).status).toBe(404);
    expect((await portal.call('profile.save', undefined, overwrite)).status).toBe(401);
    const mute = { params, body: { notifications: false } };
    expect((await portal.call('notifications.save', stranger.token, mute)).status).toBe(404);
    expect((await portal.call('profile.get', token, { params })).body).toEqual(saved.body);
    const other = { params, body: { language: 'EN' } };
    expect((await portal.call('language.save', stranger.token, other)).status).toBe(404);
    expect((await portal.call('language.save', token, other)).body.language).toBe('EN');
    expect((await portal.call('session.get', token)).body.language).toBe('EN');
  });

  it('turns alerts off and on, and tells what happened to it', async () => {
    const { token, params } = await addPerson();
    const turn = (notifications: boolean) =>
      portal.call('notifications.save', token, { params, body: { notifications } });
    expect((await turn(false)).body.notifications).toBe(false);
    expect((await turn(false)).body.notifications).toBe(false);
    expect((await turn(true)).body.notifications).toBe(true);
    const { body } = await portal.call('activity.own', token, { params });
    expect(body).toMatchObject({ total: 3, page: 0 });
    expect(body.content.map(({ actionType }: { actionType: string }) => actionType)).toEqual([
      'NOTIFICATIONS_ON',
      'NOTIFICATIONS_OFF',
      'SIGN_IN',
    ]);
    const behind = await portal.request(`/api/user/${params.id}/activity?page=7`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(await behind.json()).toMatchObject({ content: [], total: 3, page: 7 });
  });
});
