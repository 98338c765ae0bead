import { Writable } from 'node:stream';
import { afterAll, beforeAll, expect, it } from 'vitest';
import enums from '../../../../locales/en/enums.json' with { type: 'json' };
import type { Feature } from '../../../../schemas/entities/access.ts';
import type { ReportDefinition } from '../../../../schemas/entities/report.ts';
import type { Database } from '../../../../server/database/open.ts';
import { reportEngine } from '../../../../server/features/report/reportEngine.ts';
import type { Session } from '../../../../server/session.ts';
import { addAccount, addPackage, grantAccess } from '../../../support/builders.ts';
import { createTestDatabase } from '../../../support/database.ts';
import { createTestReporting } from '../../../support/reporting.ts';
import { addUnread, devicesEach, now } from './reportWorld.ts';

/** The real computations, over stocks of different sizes in which nothing was ever read. */

const features: Feature[] = ['REPORT_DEVICE_CONSUMPTION', 'REPORT_REVERSE_FLOW'];
let database: Database;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

let properties = 0;

/** Somebody with so many properties of fifty meters each. */
async function addStock(size: number): Promise<Session> {
  const ids = Array.from({ length: size }, (_, at) => properties + at + 1);
  properties += size;
  await addUnread(database, ids);
  const accountId = await addAccount(database, `owner-${properties}`);
  await grantAccess(database, accountId, await addPackage(database, features), ids);
  const subject = { signedIn: true, country: 'PL', roles: [], features } as const;
  return { accountId, subject, user: { language: 'EN' } } as unknown as Session;
}

/** An estimate, and how many transactions it took. */
async function estimate(session: Session, change: Partial<ReportDefinition>) {
  let transactions = 0;
  const counted: Database = {
    ...database,
    asAccount: (scope, work) => {
      transactions += 1;
      return database.asAccount(scope, work);
    },
  };
  const { reporting } = createTestReporting({
    database: counted,
    engine: reportEngine,
    now: () => now,
    mailer: { send: async () => undefined },
    manifests: {
      market: () => ({ timeZone: 'Europe/Warsaw' }),
      words: () => ({ enums }),
      findOperationRefusal: () => undefined,
    } as never,
  });
  const definition = { ...consumption, ...change };
  return { ...(await reporting.reports.estimate(session, definition)), transactions };
}

const consumption: ReportDefinition = {
  reportName: 'Estimated',
  reportType: 'DEVICE_CONSUMPTION',
  sampling: 'MONTHLY',
  startDate: '2026-10-01',
  endDate: '2026-10-31',
};

it('reads as little of a large stock as of a small one, also where no row is found', async () => {
  const [small, large] = [await addStock(24), await addStock(120)];
  const nothing = { reportType: 'REVERSE_FLOW' } as const;
  for (const change of [{}, nothing]) {
    const [ofSmall, ofLarge] = [await estimate(small, change), await estimate(large, change)];
    expect(ofSmall).toMatchObject({ rows: 24 * devicesEach, failure: null });
    expect(ofLarge).toMatchObject({ rows: 120 * devicesEach, failure: null });
    expect(ofSmall.transactions).toBeGreaterThan(1);
    expect(ofLarge.transactions).toBe(ofSmall.transactions);
  }
});

it.each(['CSV', 'XLSX', 'PDF'] as const)(
  'of a %s is near what the file turns out to be',
  async (format) => {
    const session = await addStock(24);
    const { bytes } = await estimate(session, { format });
    let made = 0;
    const sink = new Writable({
      write(piece: Buffer, _encoding, done) {
        made += piece.length;
        done();
      },
    });
    const definition = { ...consumption, format };
    const { table } = await reportEngine.openReport(database, {
      definition,
      accountId: session.accountId,
      now,
      words: { enums },
    });
    const style = { format, table, style: definition, locale: 'en', title: 'Estimated' } as const;
    const { rows } = await reportEngine.writeReport(
      { ...style, generatedAt: '2026-11-20T13:00' },
      sink,
    );
    expect(rows).toBe(24 * devicesEach);
    expect(bytes / made).toBeGreaterThan(0.8);
    expect(bytes / made).toBeLessThan(1.25);
  },
);

it('says what would be too long for its format', async () => {
  const session = await addStock(24);
  const daily = { sampling: 'DAILY' } as const;
  expect(await estimate(session, { ...daily, format: 'PDF' })).toMatchObject({
    rows: 24 * devicesEach * 31,
    failure: 'TOO_MANY_ROWS',
  });
  expect(await estimate(session, { ...daily, format: 'XLSX' })).toMatchObject({ failure: null });
});
