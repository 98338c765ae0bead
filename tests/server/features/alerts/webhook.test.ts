import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { webhookMessageSchema } from '../../../../schemas/entities/alert.ts';
import { runWebhook } from '../../../../server/cli/webhook.ts';
import type { Database } from '../../../../server/database/open.ts';
import { createWebhookService } from '../../../../server/features/alerts/webhook.service.ts';
import { createLimits } from '../../../../server/identity/limits.ts';
import type { Session } from '../../../../server/session.ts';
import { createTestDatabase } from '../../../support/database.ts';
import { type Receiving, startReceiving } from './support/receiving.ts';
import { createTelling, later, noon, type Telling } from './support/telling.ts';

/** A program of an administrator's that is told of warnings, and what happens when it isn't there. */

let database: Database;
let telling: Telling;
let program: Receiving;
let account: number;
let webhooks: ReturnType<typeof createWebhookService>;
const session = () => ({ accountId: account }) as Session;

beforeEach(async () => {
  await database?.close();
  database = await createTestDatabase();
  telling = createTelling(database);
  program = await startReceiving();
  await telling.addHouse();
  account = await telling.addReceiver('anna', { byEmail: false });
  webhooks = createWebhookService({ ...telling.parts, limits: createLimits() });
});
afterEach(() => program.close());
afterAll(() => database.close());

describe('a message', () => {
  it('is signed as the specification says, and tells of what was raised', async () => {
    const { secret } = await webhooks.save(session(), { url: program.url });
    await telling.addWarning(0);
    await telling.tell(noon);
    expect(program.received).toHaveLength(1);
    const [{ body, headers } = { body: '', headers: {} }] = program.received;
    // The verifier itself refuses what is older than five minutes, as this test's clock is.
    const signed = headers['webhook-signature'] as string;
    const again = new Webhook(secret ?? '').sign(headers['webhook-id'] as string, noon, body);
    expect(signed).toBe(again);
    expect(signed).toMatch(/^v1,/);
    const message = webhookMessageSchema.parse(JSON.parse(body));
    expect(message.type).toBe('warning.raised');
    expect(message.data.warnings).toEqual([
      expect.objectContaining({ alert: 'LEAKAGE', urgency: 0, propertyName: 'Lipowa 1' }),
    ]);
    expect(await telling.history()).toEqual(['anna, webhook']);
  });

  it('is sent once, and again under the same id when it was not taken', async () => {
    await webhooks.save(session(), { url: program.url });
    await telling.addWarning(10);
    program.status = 500;
    await expect(telling.tell(noon)).rejects.toThrow('REFUSED 500');
    expect(await telling.history()).toEqual([]);
    expect(await webhooks.read(session())).toMatchObject({
      lastResult: 'REFUSED',
      lastStatus: 500,
    });
    program.status = 200;
    await telling.tell(later(noon, 1));
    await telling.tell(later(noon, 2));
    const ids = program.received.map(({ headers }) => headers['webhook-id']);
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(1);
    expect(await telling.history()).toEqual(['anna, webhook']);
    expect((await webhooks.read(session())).lastResult).toBe('DELIVERED');
  });

  it('is given up after a day, of which a mail tells once', async () => {
    await webhooks.save(session(), { url: program.url });
    await telling.addWarning(10);
    program.status = 500;
    await expect(telling.tell(noon)).rejects.toThrow();
    telling.isDown = true;
    await expect(telling.tell(later(noon, 24.5))).rejects.toThrow('mail server');
    telling.isDown = false;
    await telling.tell(later(noon, 25));
    await telling.tell(later(noon, 26));
    expect(telling.sent.map(({ subject }) => subject)).toEqual([
      'Your webhook does not accept messages',
    ]);
    expect((await webhooks.read(session())).gaveUpAt).toBe('2026-11-11T12:00:00Z');
    expect(await telling.history()).toEqual([]);
    program.status = 200;
    telling.now = later(noon, 27);
    expect(await webhooks.test(session())).toMatchObject({ gaveUpAt: null, lastStatus: 200 });
  });

  it('tells only of what its owner may still see, while they are an administrator', async () => {
    await webhooks.save(session(), { url: program.url });
    await telling.addWarning(10);
    await telling.addWarning(10, 'WATER_SPILL');
    program.status = 500;
    await expect(telling.tell(noon)).rejects.toThrow();
    expect(JSON.parse(program.received[0]?.body ?? '').data.warnings).toHaveLength(1);
    program.status = 200;
    await database.pool.query(`UPDATE account SET roles = '{portal_user}'`);
    await telling.addWarning(10, 'LEAKAGE', later(noon, 1));
    await telling.tell(later(noon, 1));
    expect(telling.queue).toHaveLength(1);
    await database.pool.query(`UPDATE account SET roles = '{portal_admin}'`);
    await database.pool.query('DELETE FROM property_access');
    await telling.tell(later(noon, 2));
    expect(program.received).toHaveLength(1);
  });
});

describe('an administrator', () => {
  it('sees the secret until it is kept, and tests with it', async () => {
    telling.now = new Date();
    const { secret, state } = await webhooks.save(session(), { url: program.url });
    expect(state).toBe('ON');
    await webhooks.test(session());
    const [{ body, headers } = { body: '', headers: {} }] = program.received;
    const verified = new Webhook(secret ?? '').verify(body, headers as Record<string, string>);
    expect(verified).toMatchObject({ type: 'webhook.test', data: { warnings: [] } });
    expect((await webhooks.keepSecret(session())).secret).toBeNull();
    // The same address again changes nothing; another one has another secret.
    expect((await webhooks.save(session(), { url: program.url })).secret).toBeNull();
    const other = await webhooks.save(session(), { url: `${program.url}/other` });
    expect(other.secret).toMatch(/^whsec_/);
    expect(other.secret).not.toBe(secret);
  });

  it('has a day for another secret, in which both sign', async () => {
    telling.now = new Date();
    const lines: string[] = [];
    const rotate = (...flags: string[]) =>
      runWebhook(['rotate', 'Anna', ...flags], {
        database,
        now: () => telling.now,
        print: (line) => lines.push(line),
        complain: (line) => lines.push(line),
      });
    expect(await rotate()).toBe(1);
    const { secret: former } = await webhooks.save(session(), { url: program.url });
    await webhooks.keepSecret(session());
    expect(await rotate()).toBe(0);
    const { secret } = await webhooks.read(session());
    expect(secret).not.toBe(former);
    expect(lines.join()).not.toContain(secret);
    // Else what is set up for the first of three would take nothing any more.
    expect(await rotate()).toBe(1);
    expect(lines.join()).toContain('within a day');

    /** Which of the secrets a program may have, of a message of now. */
    const taking = async () => {
      await webhooks.test(session());
      const { body = '', headers = {} } = program.received.at(-1) ?? {};
      const id = headers['webhook-id'] as string;
      const given = `${headers['webhook-signature']}`.split(' ');
      const rights = [former, secret].map((one) =>
        new Webhook(one ?? '').sign(id, telling.now, body),
      );
      return [given.length, ...rights.map((right) => given.includes(right))];
    };
    expect(await taking()).toEqual([2, true, true]);
    const { body, headers } = program.received.at(-1) as (typeof program.received)[0];
    for (const one of [former, secret]) {
      new Webhook(one ?? '').verify(body, headers as Record<string, string>);
    }
    await telling.addWarning(10, 'LEAKAGE', telling.now);
    await telling.tell(telling.now);
    expect(`${program.received.at(-1)?.headers['webhook-signature']}`.split(' ')).toHaveLength(2);
    telling.now = later(telling.now, 24);
    expect(await taking()).toEqual([1, false, true]);

    expect(await rotate()).toBe(0);
    expect(await rotate('--at-once')).toBe(0);
    expect(await taking()).toEqual([1, false, false]);
    const { rows } = await database.pool.query(
      "SELECT affected, actor FROM activity_log WHERE type = 'WEBHOOK_SECRET_ROTATED'",
    );
    expect(rows).toEqual(Array(3).fill({ affected: 'anna', actor: '' }));
  });

  it('turns it off, and is told of what comes after it is on again', async () => {
    telling.now = later(noon, -1);
    await webhooks.save(session(), { url: program.url });
    await webhooks.switch(session(), { isOn: false });
    await telling.addWarning(10);
    await telling.tell(noon);
    telling.now = later(noon, 1);
    await webhooks.switch(session(), { isOn: true });
    await telling.tell(later(noon, 1));
    expect(program.received).toHaveLength(0);
    await telling.addWarning(10, 'LEAKAGE', later(noon, 2));
    await telling.tell(later(noon, 2));
    expect(program.received).toHaveLength(1);
    expect(await webhooks.remove(session())).toMatchObject({ state: 'NONE', url: null });
  });

  it('tests only so often, and enters no address that isn’t permitted', async () => {
    const strict = createWebhookService({
      ...telling.parts,
      limits: createLimits({ webhook: { points: 1, seconds: 60 } }),
      delivering: { isPrivateAllowed: false },
    });
    await expect(strict.save(session(), { url: program.url })).rejects.toThrow('https address');
    const url = 'https://127.0.0.1:1/';
    await strict.save(session(), { url });
    expect((await strict.test(session())).lastResult).toBe('ADDRESS_FORBIDDEN');
    await expect(strict.test(session())).rejects.toThrow('too often');
  });
});
