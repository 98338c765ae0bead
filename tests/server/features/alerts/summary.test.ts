import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { Alert } from '../../../../schemas/entities/warning.ts';
import type { Database } from '../../../../server/database/open.ts';
import {
  createDecideSummaries,
  createSummarize,
} from '../../../../server/features/alerts/summary.ts';
import { addDevice, addPackage, addProperty, grantAccess } from '../../../support/builders.ts';
import { createTestDatabase } from '../../../support/database.ts';
import { createTelling, type Telling } from './support/telling.ts';

/** The mail that sums up a month, in Warsaw. */

const firstMorning = new Date('2026-12-01T07:00:00Z');
let database: Database;
let telling: Telling;
let account: number;

beforeEach(async () => {
  await database?.close();
  database = await createTestDatabase();
  telling = createTelling(database);
  await telling.addHouse();
  account = await telling.addReceiver('anna', { byEmail: false });
});
afterAll(() => database.close());

async function addWarning({
  property = 1,
  alert = 'LEAKAGE' as Alert,
  urgency = 10,
  raised = '2026-11-10T11:00:00Z',
  resolved = null as string | null,
} = {}): Promise<void> {
  const device = await addDevice(database, { propertyId: property });
  await database.pool.query(
    `INSERT INTO warning (property_id, device_id, alert, state, urgency, first_occurrence,
       last_occurrence, raised_at, resolved_at) VALUES ($1, $2, $3, $4, $5, $6, $6, $6, $7)`,
    [property, device, alert, resolved ? 'RESOLVED' : 'ACTIVE', urgency, raised, resolved],
  );
}

/** Decides at an instant, and does all jobs that there ever were. */
async function sumUp(at: Date): Promise<void> {
  telling.now = at;
  await createDecideSummaries(telling.parts)();
  const handle = createSummarize(telling.parts);
  for (const { key, data } of telling.queue) {
    await handle({ id: key, data, signal: AbortSignal.timeout(10_000) });
  }
}

describe('a summary', () => {
  it('tells of the month by type and property, the worst first', async () => {
    await addProperty(database, { id: 2, name: 'Polna 2', worksNo: 'P-2' });
    await grantAccess(
      database,
      account,
      await addPackage(database, ['WARNING_WATER_LEAKAGE']),
      [2],
    );
    await addWarning({ urgency: 0 });
    await addWarning({ property: 2 });
    await addWarning({
      property: 2,
      raised: '2026-10-20T00:00:00Z',
      resolved: '2026-11-02T00:00:00Z',
    });
    // Half past midnight in Warsaw: the next month has begun.
    await addWarning({ raised: '2026-11-30T23:30:00Z' });
    await addWarning({ alert: 'WATER_SPILL' });
    await sumUp(firstMorning);
    expect(telling.sent).toHaveLength(1);
    const [mail] = telling.sent;
    expect(mail?.subject).toBe('Warnings in your properties: 2026-11');
    expect(mail?.text).toContain('- Leakage: raised 2 (critical 1), resolved 1, still active 3');
    expect(mail?.text).not.toContain('spill');
    const lines = mail?.text.split('\n').filter((line) => /^- (Polna|Lipowa)/.test(line));
    expect(lines).toEqual([
      '- Polna 2 (P-2): raised 1 (critical 1), resolved 1, still active 1',
      '- Lipowa 1 (W-1): raised 1 (critical 0), resolved 0, still active 2',
    ]);
    expect(mail?.unsubscribe).toMatch(/^https:\/\/portal\.example\/unsubscribe\/[\w-]{43}$/);
    expect(mail?.id).toBe(`summary-${account}-2026-11`);
  });

  it('names ten properties at most', async () => {
    const names = Array.from({ length: 12 }, (_, index) => index + 2);
    const packageId = await addPackage(database, ['WARNING_WATER_LEAKAGE']);
    for (const id of names) {
      await addProperty(database, { id });
      await grantAccess(database, account, packageId, [id]);
      await addWarning({ property: id });
    }
    await sumUp(firstMorning);
    const lines = telling.sent[0]?.text.split('\n').filter((line) => line.startsWith('- Property'));
    expect(lines).toHaveLength(10);
    expect(telling.sent[0]?.text).toContain('\n- …\n');
  });

  it('comes once, in the first days of a month, after seven in the morning', async () => {
    await addWarning();
    await sumUp(new Date('2026-11-29T12:00:00Z'));
    await sumUp(new Date('2026-12-01T05:30:00Z'));
    expect(telling.queue).toHaveLength(0);
    await sumUp(firstMorning);
    expect(telling.queue).toHaveLength(1);
    telling.isDown = true;
    await expect(sumUp(new Date('2026-12-02T12:00:00Z'))).rejects.toThrow('down');
    expect(telling.queue).toHaveLength(1);
    telling.isDown = false;
    await database.pool.query('DELETE FROM warning_summary');
    await sumUp(new Date('2026-12-06T12:00:00Z'));
    expect(telling.queue).toHaveLength(1);
  });

  it.each([
    ['nothing happened', `UPDATE warning SET raised_at = '2026-10-01'`],
    ['it was withdrawn', 'UPDATE warning SET withdrawn_at = now()'],
    ['it is not wanted', 'UPDATE account SET monthly_summary = false'],
    ['no alerts are mailed', 'UPDATE account SET notifications = false'],
    ['the account is blocked', 'UPDATE account SET disabled_at = now()'],
    ['the package has no such feature', `UPDATE permission_package SET features = '{}'`],
  ])('is not sent where %s', async (_, change) => {
    await addWarning();
    await database.pool.query(change);
    await sumUp(firstMorning);
    expect(telling.queue).toHaveLength(0);
  });

  it('is not sent when its reader has lost the property since', async () => {
    await addWarning();
    telling.now = firstMorning;
    await createDecideSummaries(telling.parts)();
    await database.pool.query('DELETE FROM property_access');
    await sumUp(firstMorning);
    expect(telling.queue).toHaveLength(1);
    expect(telling.sent).toHaveLength(0);
  });
});
