import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../../../server/database/open.ts';
import { createTestDatabase } from '../../../support/database.ts';
import { createTelling, later, night, noon, type Telling } from './support/telling.ts';

/** Who is told of warnings, when and how often. */

let database: Database;
let telling: Telling;

beforeEach(async () => {
  await database?.close();
  database = await createTestDatabase();
  telling = createTelling(database);
  await telling.addHouse();
});
afterAll(() => database.close());

const receivers = () => telling.sent.map(({ to }) => to).sort();

describe('a mail', () => {
  it('names what it tells of, and is kept in the history', async () => {
    await telling.addReceiver('anna');
    await telling.addWarning(10);
    await telling.addWarning(0);
    await telling.tell(noon);
    expect(telling.sent).toHaveLength(1);
    expect(telling.sent[0]?.subject).toBe('Warnings in your properties: 2');
    expect(telling.sent[0]?.text).toContain('Lipowa 1: Leakage (Critical), S-');
    expect(telling.sent[0]?.text).toContain('2026-11-09 21:00');
    expect(telling.sent[0]?.text).toContain('https://portal.example/warnings/settings');
    const { rows } = await database.pool.query('SELECT event, detail FROM warning_event');
    const told = { event: 'TOLD', detail: 'anna, e-mail' };
    expect(rows).toEqual([told, told]);
  });

  it('is sent once, also when its job is done again or another process decides, too', async () => {
    await telling.addReceiver('anna');
    await telling.addWarning(10);
    await telling.tell(noon);
    await telling.tell(later(noon, 1 / 60));
    expect(telling.queue).toHaveLength(1);
    expect(telling.sent).toHaveLength(1);
  });

  it('that could not be sent is sent when its job is tried again', async () => {
    await telling.addReceiver('anna');
    await telling.addWarning(10);
    telling.isDown = true;
    await expect(telling.tell(noon)).rejects.toThrow('down');
    telling.isDown = false;
    await telling.tell(later(noon, 1 / 60));
    expect(telling.sent).toHaveLength(1);
  });

  it('waits for the morning, and then for a day, unless it is critical', async () => {
    await telling.addReceiver('anna');
    await telling.addWarning(0);
    await telling.tell(night);
    expect(telling.sent).toHaveLength(0);
    await telling.addWarning(10);
    await telling.tell(later(night, 1 / 60));
    expect(telling.sent.map(({ subject }) => subject)).toEqual(['Warnings in your properties: 1']);
    await telling.tell(noon);
    expect(telling.sent).toHaveLength(2);
    await telling.addWarning(5);
    await telling.tell(later(noon, 1));
    expect(telling.sent).toHaveLength(2);
    await telling.tell(later(noon, 24));
    expect(telling.sent).toHaveLength(3);
  });

  it('comes again when it has become more urgent', async () => {
    await telling.addReceiver('anna');
    await telling.addWarning(0);
    await telling.tell(noon);
    await database.pool.query('UPDATE warning SET urgency = 10');
    await telling.tell(later(noon, 1 / 60));
    expect(telling.sent).toHaveLength(2);
  });
});

it('is for whoever wants it, may see it, and has not seen it', async () => {
  const [blocked, quiet] = [
    await telling.addReceiver('blocked'),
    await telling.addReceiver('quiet'),
  ];
  await telling.addReceiver('spills', { features: ['WARNING_WATER_SPILL'] });
  await telling.addReceiver('anna');
  const late = await telling.addReceiver('late');
  await database.pool.query('UPDATE account SET disabled_at = now() WHERE id = $1', [blocked]);
  await database.pool.query('UPDATE account SET notifications = false WHERE id = $1', [quiet]);
  await database.pool.query(
    `UPDATE property_access SET access_since = '2026-11-20' WHERE account_id = $1`,
    [late],
  );
  await telling.addWarning(10);
  await telling.tell(noon);
  expect(receivers()).toEqual(['anna@meterhouse.example']);
  await database.pool.query(`UPDATE warning SET acknowledged_at = now()`);
  await telling.addReceiver('bert');
  await telling.tell(later(noon, 1 / 60));
  expect(receivers()).toEqual(['anna@meterhouse.example']);
});

describe('a receiver chooses', () => {
  const choose = (choice: string) => database.pool.query(`UPDATE account SET ${choice}`);

  it('to be told of everything at once, but for the quiet hours', async () => {
    await telling.addReceiver('anna');
    await choose(`alert_timing = 'ALL'`);
    await telling.addWarning(0);
    await telling.tell(night);
    expect(telling.sent).toHaveLength(0);
    await telling.tell(noon);
    await telling.addWarning(5);
    await telling.tell(later(noon, 1));
    expect(telling.sent).toHaveLength(2);
  });

  it('to be told of everything once a day', async () => {
    await telling.addReceiver('anna');
    await choose(`alert_timing = 'DIGEST'`);
    await telling.addWarning(10);
    await telling.tell(night);
    expect(telling.sent).toHaveLength(0);
    await telling.tell(noon);
    await telling.addWarning(10);
    await telling.tell(later(noon, 3));
    expect(telling.sent).toHaveLength(1);
    await telling.tell(later(noon, 19));
    expect(telling.sent).toHaveLength(1);
    await telling.tell(later(noon, 24));
    expect(telling.sent).toHaveLength(2);
  });

  it('other quiet hours, also such as don’t cross midnight, for critical alerts, too, or none', async () => {
    await telling.addReceiver('anna');
    await choose('quiet_from = 10, quiet_until = 13, quiet_for_critical = true');
    await telling.addWarning(10);
    await telling.tell(noon);
    expect(telling.sent).toHaveLength(0);
    await telling.tell(later(noon, 1));
    expect(telling.sent).toHaveLength(1);
    await choose(`quiet_from = 3, quiet_until = 3, alert_timing = 'ALL'`);
    await telling.addWarning(0, 'LEAKAGE', later(night, 24));
    await telling.tell(later(night, 24));
    expect(telling.sent).toHaveLength(2);
  });
});

describe('smoke', () => {
  const features = ['WARNING_WATER_LEAKAGE', 'WARNING_SMOKE_DETECTION'] as const;

  it('is told at once to whoever is told of anything there, whatever else they chose', async () => {
    await telling.addReceiver('anna', { features: [...features] });
    await telling.addReceiver('unlicensed');
    await telling.addReceiver('silent', { features: [...features], byEmail: false });
    await database.pool.query(
      `UPDATE account SET alert_timing = 'DIGEST', quiet_for_critical = true`,
    );
    await telling.addWarning(10, 'SMOKE');
    await telling.tell(night);
    expect(receivers()).toEqual(['anna@meterhouse.example']);
    await telling.addWarning(10, 'SMOKE');
    await telling.tell(later(night, 1 / 60));
    expect(telling.sent).toHaveLength(2);
    expect(telling.sent[0]?.text).toContain('Smoke');
    // Nor does it use up the mail of the day.
    await telling.addWarning(0);
    await telling.tell(noon);
    expect(telling.sent).toHaveLength(4);
  });
});
