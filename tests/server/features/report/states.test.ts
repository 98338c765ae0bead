import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ReportStatus, reportStatuses } from '../../../../schemas/entities/report.ts';
import type { Database } from '../../../../server/database/open.ts';
import {
  findRow,
  insertReport,
  moveReport,
} from '../../../../server/features/report/report.repository.ts';
import { canMove } from '../../../../server/features/report/states.ts';
import { createTestDatabase } from '../../../support/database.ts';
import { aReport } from './support/reportPortal.ts';

/** Written by hand: what may become of what. */
const allowed = new Set([
  'AWAITED→IN_QUEUE',
  'IN_QUEUE→STARTED',
  'STARTED→GENERATED',
  'GENERATED→FINISHED',
  // What goes wrong, or isn't wanted.
  'STARTED→FAILED',
  'AWAITED→CANCELED',
  'IN_QUEUE→CANCELED',
  'STARTED→CANCELED',
  // Its process ended.
  'STARTED→IN_QUEUE',
  // Once more.
  'FAILED→AWAITED',
  'CANCELED→AWAITED',
]);

const pairs = reportStatuses.flatMap((from) =>
  reportStatuses.map((to): [ReportStatus, ReportStatus] => [from, to]),
);

let database: Database;
let id: number;
beforeAll(async () => {
  database = await createTestDatabase();
  const given = {
    accountId: 1,
    country: 'PL',
    definition: aReport,
    createdAt: new Date(),
  } as const;
  id = (await database.transaction((tx) => insertReport(tx, given))) as number;
});
afterAll(() => database.close());

describe('a report’s states', () => {
  it.each(pairs)('%s → %s only as written', async (from, to) => {
    const may = allowed.has(`${from}→${to}`);
    expect(canMove(from, to)).toBe(may);
    await database.pool.query('UPDATE report SET status = $2 WHERE id = $1', [id, from]);
    const isMoved = await database.transaction((tx) => moveReport(tx, id, to));
    expect(isMoved).toBe(may);
    expect((await findRow(database.statements, id))?.status).toBe(may ? to : from);
  });

  it('is the same list in both places', () => {
    expect(pairs.filter(([from, to]) => canMove(from, to))).toHaveLength(allowed.size);
  });

  it('of two who move it one does', async () => {
    await database.pool.query(`UPDATE report SET status = 'STARTED' WHERE id = $1`, [id]);
    const moves = [1, 2, 3, 4].map(() =>
      database.transaction((tx) => moveReport(tx, id, 'GENERATED')),
    );
    expect((await Promise.all(moves)).filter(Boolean)).toHaveLength(1);
  });

  it('refuses a way that doesn’t exist, and an attempt that is over', async () => {
    await expect(
      database.transaction((tx) => moveReport(tx, id, 'FINISHED', {}, { from: ['STARTED'] })),
    ).rejects.toThrow('No report goes from STARTED to FINISHED.');
    await database.pool.query(`UPDATE report SET status = 'STARTED', attempt = 2 WHERE id = $1`, [
      id,
    ]);
    const late = await database.transaction((tx) =>
      moveReport(tx, id, 'GENERATED', {}, { attempt: 1 }),
    );
    expect(late).toBe(false);
  });
});
