import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AlertChoice } from '../../../../schemas/entities/alert.ts';
import type { Database } from '../../../../server/database/open.ts';
import { createAlertHandlers } from '../../../../server/features/alerts/alerts.routes.ts';
import { writeNotices } from '../../../../server/features/warnings/settings.repository.ts';
import { createLimits } from '../../../../server/identity/limits.ts';
import { createTestDatabase } from '../../../support/database.ts';
import { createTelling, type Telling } from './support/telling.ts';

/** What somebody chooses of how they are told. */

let database: Database;
let telling: Telling;
let account: number;

beforeAll(async () => {
  database = await createTestDatabase();
  telling = createTelling(database);
  await telling.addHouse();
  account = await telling.addReceiver('anna', { byMobile: true });
});
afterAll(() => database.close());

it('begins as it was before anybody could choose, and is kept for the own account alone', async () => {
  const handlers = createAlertHandlers({ ...telling.parts, limits: createLimits() });
  const other = await telling.addReceiver('bert');
  const contextOf = (accountId: number) => ({ session: { accountId } }) as never;
  const read = (accountId: number) =>
    handlers['alertChoice.get'](undefined as never, contextOf(accountId));
  const begun = {
    byEmail: true,
    timing: 'CRITICAL',
    quietFrom: 21,
    quietUntil: 7,
    quietForCritical: false,
    monthlySummary: true,
  } as const;
  expect(await read(account)).toEqual(begun);
  const chosen: AlertChoice = {
    byEmail: false,
    timing: 'DIGEST' as const,
    quietFrom: 0,
    quietUntil: 6,
    quietForCritical: true,
    monthlySummary: false,
  };
  const request = { body: chosen, params: undefined, query: undefined };
  expect(await handlers['alertChoice.save'](request, contextOf(account))).toEqual(chosen);
  expect(await read(account)).toEqual(chosen);
  expect(await read(other)).toEqual(begun);
  const { rows } = await database.pool.query('SELECT type FROM activity_log');
  expect(rows).toEqual([{ type: 'NOTIFICATIONS_OFF' }]);
});

it('keeps messages to the phone where a setting says nothing of them', async () => {
  const given = { alert: 'LEAKAGE', byEmail: false } as const;
  const save = (byMobile: boolean | undefined) =>
    database.transaction((tx) => writeNotices(tx, account, [1], { ...given, byMobile }));
  const read = async () => {
    const { rows } = await database.pool.query(
      'SELECT by_email, by_mobile FROM warning_notice WHERE account_id = $1',
      [account],
    );
    return rows[0];
  };
  await save(undefined);
  expect(await read()).toEqual({ by_email: false, by_mobile: true });
  await save(false);
  expect(await read()).toEqual({ by_email: false, by_mobile: false });
});
