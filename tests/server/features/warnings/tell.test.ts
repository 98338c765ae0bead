import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import enums from '../../../../locales/en/enums.json' with { type: 'json' };
import mails from '../../../../locales/en/mails.json' with { type: 'json' };
import type { Feature } from '../../../../schemas/entities/access.ts';
import type { Database } from '../../../../server/database/open.ts';
import { createDecide, createTell } from '../../../../server/features/warnings/tell.ts';
import type { Mail } from '../../../../server/mail/mailer.ts';
import {
  addAccount,
  addDevice,
  addPackage,
  addProperty,
  grantAccess,
} from '../../../support/builders.ts';
import { createTestDatabase } from '../../../support/database.ts';

/** Who is told of warnings, when and how often. Warsaw is an hour before UTC. */

const noon = new Date('2026-11-10T11:00:00Z');
const night = new Date('2026-11-10T01:00:00Z');
let database: Database;
let now: Date;
let queue: { key: string; data: object; group?: string }[];
let sent: Mail[];
let isDown: boolean;

beforeEach(async () => {
  await database?.close();
  database = await createTestDatabase();
  [now, queue, sent, isDown] = [noon, [], [], false];
  await addProperty(database, { id: 1, name: 'Lipowa 1' });
});
afterAll(() => database.close());

async function addReceiver(name: string, features: Feature[] = ['WARNING_WATER_LEAKAGE']) {
  const account = await addAccount(database, name);
  await grantAccess(database, account, await addPackage(database, features), [1]);
  await database.pool.query(`INSERT INTO warning_notice VALUES ($1, 1, 'LEAKAGE', true, false)`, [
    account,
  ]);
  return account;
}

async function addWarning(urgency: number): Promise<void> {
  const device = await addDevice(database, { propertyId: 1 });
  await database.pool.query(
    `INSERT INTO warning (property_id, device_id, alert, state, urgency, first_occurrence,
       last_occurrence, raised_at) VALUES (1, $1, 'LEAKAGE', 'ACTIVE', $2, $3, $3, $3)`,
    [device, urgency, new Date('2026-11-09T20:00:00Z')],
  );
}

const parts = () => ({
  ...{ database, now: () => now, publicUrl: 'https://portal.example' },
  jobs: {
    send: async (_tx: unknown, _queue: unknown, job: (typeof queue)[0]) => {
      queue.push(job);
      return job.key;
    },
  },
  manifests: { words: () => ({ enums, mails }) },
  mailer: {
    async send(mail: Mail) {
      if (isDown) throw new Error('The mail server is down.');
      sent.push(mail);
    },
  },
});

/** What the clock and the queue do: decides, and does all jobs. */
async function tell(at: Date): Promise<void> {
  now = at;
  await createDecide(parts())();
  const handle = createTell(parts());
  for (const job of queue) {
    await handle({ id: job.key, data: job.data, signal: AbortSignal.timeout(10_000) });
  }
}

const receivers = () => sent.map(({ to }) => to).sort();

describe('a mail', () => {
  it('names what it tells of, and is kept in the history', async () => {
    await addReceiver('anna');
    await addWarning(10);
    await addWarning(0);
    await tell(noon);
    expect(sent).toHaveLength(1);
    expect(sent[0]?.subject).toBe('Warnings in your properties: 2');
    expect(sent[0]?.text).toContain('Lipowa 1: Leakage (Critical), S-');
    expect(sent[0]?.text).toContain('2026-11-09 21:00');
    expect(sent[0]?.text).toContain('https://portal.example/warnings/settings');
    const { rows } = await database.pool.query('SELECT event, detail FROM warning_event');
    const told = { event: 'TOLD', detail: 'anna, e-mail' };
    expect(rows).toEqual([told, told]);
  });

  it('is sent once, also when its job is done again or another process decides, too', async () => {
    await addReceiver('anna');
    await addWarning(10);
    await tell(noon);
    await tell(new Date(noon.getTime() + 60_000));
    expect(queue).toHaveLength(1);
    expect(sent).toHaveLength(1);
  });

  it('that could not be sent is sent when its job is tried again', async () => {
    await addReceiver('anna');
    await addWarning(10);
    isDown = true;
    await expect(tell(noon)).rejects.toThrow('down');
    isDown = false;
    await tell(new Date(noon.getTime() + 60_000));
    expect(sent).toHaveLength(1);
  });

  it('waits for the morning, and then for a day, unless it is critical', async () => {
    await addReceiver('anna');
    await addWarning(0);
    await tell(night);
    expect(sent).toHaveLength(0);
    await addWarning(10);
    await tell(new Date(night.getTime() + 60_000));
    expect(sent.map(({ subject }) => subject)).toEqual(['Warnings in your properties: 1']);
    await tell(noon);
    expect(sent).toHaveLength(2);
    await addWarning(5);
    await tell(new Date(noon.getTime() + 3_600_000));
    expect(sent).toHaveLength(2);
    await tell(new Date(noon.getTime() + 86_400_000));
    expect(sent).toHaveLength(3);
  });

  it('comes again when it has become more urgent', async () => {
    await addReceiver('anna');
    await addWarning(0);
    await tell(noon);
    await database.pool.query('UPDATE warning SET urgency = 10');
    await tell(new Date(noon.getTime() + 60_000));
    expect(sent).toHaveLength(2);
  });
});

it('is for whoever wants it, may see it, and has not seen it', async () => {
  const [blocked, quiet] = [await addReceiver('blocked'), await addReceiver('quiet')];
  await addReceiver('spills', ['WARNING_WATER_SPILL']);
  await addReceiver('anna');
  const late = await addReceiver('late');
  await database.pool.query('UPDATE account SET disabled_at = now() WHERE id = $1', [blocked]);
  await database.pool.query('UPDATE account SET notifications = false WHERE id = $1', [quiet]);
  await database.pool.query(
    `UPDATE property_access SET access_since = '2026-11-20' WHERE account_id = $1`,
    [late],
  );
  await addWarning(10);
  await tell(noon);
  expect(receivers()).toEqual(['anna@meterhouse.example']);
  await database.pool.query(`UPDATE warning SET acknowledged_at = now()`);
  await addReceiver('bert');
  await tell(new Date(noon.getTime() + 60_000));
  expect(receivers()).toEqual(['anna@meterhouse.example']);
});
