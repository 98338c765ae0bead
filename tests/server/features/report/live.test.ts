import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import enums from '../../../../locales/en/enums.json' with { type: 'json' };
import polishEnums from '../../../../locales/pl/enums.json' with { type: 'json' };
import type { Feature } from '../../../../schemas/entities/access.ts';
import type { Language } from '../../../../schemas/entities/languages.ts';
import { reportJobTypes, reportTypes } from '../../../../schemas/kinds/reports.ts';
import type { Database } from '../../../../server/database/open.ts';
import { createLiveHandlers } from '../../../../server/features/report/live.routes.ts';
import { addAccount, addPackage, addProperty, grantAccess } from '../../../support/builders.ts';
import { createTestDatabase } from '../../../support/database.ts';
import { addMeter, addUnread, devicesEach, now, readDaily } from './reportWorld.ts';

/** A building with 25 meters that are read each day. */

let database: Database;
let owner: number;
let handlers: ReturnType<typeof createLiveHandlers>;

beforeAll(async () => {
  database = await createTestDatabase();
  await addProperty(database, { id: 1, worksNo: 'W-1', timeZone: 'Europe/Warsaw' });
  owner = await addAccount(database, 'owner');
  await grantAccess(
    database,
    owner,
    await addPackage(database, ['REPORT_DEVICE_CONSUMPTION']),
    [1],
  );
  for (let at = 1; at <= 25; at++) {
    const serial = `S-${String(at).padStart(2, '0')}`;
    const deviceId = await addMeter(database, { propertyId: 1, serial });
    const meter = { propertyId: 1, deviceId, timeZone: 'Europe/Warsaw' };
    await readDaily(database, meter, ['2026-10-01', '2026-10-03'], (_, index) => at * index);
  }
  handlers = createLiveHandlers({
    database,
    now: () => now,
    manifests: { words: (locale) => ({ enums: locale === 'pl' ? polishEnums : enums }) },
  });
});
afterAll(() => database.close());

/** As an account, with features in its packages. */
function asked(
  accountId: number,
  { language = 'EN', features = [] }: { language?: Language; features?: Feature[] } = {},
) {
  return { session: { accountId, user: { language }, subject: { features } } } as never;
}

const body = {
  reportName: 'Meters',
  reportType: 'DEVICE_CONSUMPTION',
  sampling: 'DAILY',
  startDate: '2026-10-01',
  endDate: '2026-10-02',
  columns: [
    { name: 'deviceSerial' },
    { name: 'begin', customName: 'Day' },
    { name: 'consumption' },
  ],
} as const;
const request = (given: object) => ({ params: undefined, query: undefined, body: given }) as never;

describe('the preview of a report', () => {
  it('has its columns, in the reader’s language unless they have names of their own', async () => {
    const columns = async (language: Language) =>
      (await handlers['live.header'](request(body), asked(owner, { language }))) as {
        columns: unknown[];
      };
    expect((await columns('EN')).columns).toEqual([
      { name: 'deviceSerial', heading: enums.reportColumn.deviceSerial, kind: 'text' },
      { name: 'begin', heading: 'Day', kind: 'date' },
      {
        name: 'consumption',
        heading: enums.reportColumn.consumption,
        kind: 'quantity',
        decimals: 3,
      },
    ]);
    const whole = request({ ...body, precisionFormat: '0,0' });
    expect(await handlers['live.header'](whole, asked(owner))).toMatchObject({
      columns: [{}, {}, { name: 'consumption', decimals: 1 }],
    });
    expect((await columns('PL')).columns[0]).toEqual({
      name: 'deviceSerial',
      heading: polishEnums.reportColumn.deviceSerial,
      kind: 'text',
    });
  });

  it('has the first twenty rows, and says how many there are at most', async () => {
    const { rows, total, isSample } = (await handlers['live.data'](
      request(body),
      asked(owner),
    )) as {
      rows: unknown[];
      total: number;
      isSample: boolean;
    };
    expect(total).toBe(50);
    expect(isSample).toBe(false);
    expect(rows).toEqual(
      Array.from({ length: 20 }, (_, at) => {
        const meter = Math.floor(at / 2) + 1;
        return [`S-${String(meter).padStart(2, '0')}`, `2026-10-0${(at % 2) + 1}`, meter];
      }),
    );
  });

  it('looks through the first thousand devices alone, and says so', async () => {
    const ids = Array.from({ length: 24 }, (_, at) => 100 + at);
    await addUnread(database, ids);
    const silent = await addAccount(database, 'silent');
    const permissions = await addPackage(database, ['REPORT_REVERSE_FLOW']);
    await grantAccess(database, silent, permissions, ids);
    const backwards = request({
      reportName: 'Backwards',
      reportType: 'REVERSE_FLOW',
      startDate: '2026-10-01',
      endDate: '2026-10-02',
    });
    const answer = await handlers['live.data'](backwards, asked(silent));
    expect(answer).toEqual({ rows: [], total: 24 * devicesEach, isSample: true });
  });

  it('is multiplied as the file will be', async () => {
    const litres = request({
      ...body,
      multiplyBy1000: true,
      columns: [{ name: 'consumption' }, { name: 'unit' }],
    });
    const { rows } = (await handlers['live.data'](litres, asked(owner))) as { rows: unknown[] };
    expect(rows.slice(0, 3)).toEqual([
      [1000, 'l'],
      [1000, 'l'],
      [2000, 'l'],
    ]);
  });

  it('is refused as the report would be', async () => {
    const tooLong = request({ ...body, startDate: '2026-01-01' });
    await expect(handlers['live.data'](tooLong, asked(owner))).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
      details: [{ field: 'body.endDate', rule: 'reportRangeDaily' }],
    });
    await expect(handlers['live.header'](tooLong, asked(owner))).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
    });
  });

  it('is of no property for who has none', async () => {
    const stranger = await addAccount(database, 'stranger');
    for (const id of ['live.header', 'live.data'] as const) {
      await expect(handlers[id](request(body), asked(stranger))).rejects.toMatchObject({
        code: 'PROPERTY_NOT_FOUND',
      });
    }
  });
});

describe('the types to choose from', () => {
  const typesOf = async (id: 'reportDefinition.list' | 'reportDefinition.jobs', own: Feature[]) => {
    const { content } = (await handlers[id](request({}), asked(owner, { features: own }))) as {
      content: { reportType: string }[];
    };
    return content.map(({ reportType }) => reportType);
  };

  it('are those whose feature the user has', async () => {
    expect(await typesOf('reportDefinition.list', [])).toEqual([]);
    expect(await typesOf('reportDefinition.list', ['REPORT_AMM_ERRORS', 'REPORT_JOB'])).toEqual([
      'AMM_ERROR_LIST',
      'DISASSEMBLY_ERRORS',
      'ERRORS_REQUIRE_CHECKING_DEVICE',
      'ERROR_REQUIRE_EXCHANGE_DEVICE',
    ]);
    const water: Feature[] = ['REPORT_REVERSE_FLOW', 'REPORT_AREA_ANALYSIS'];
    expect(await typesOf('reportDefinition.jobs', water)).toEqual(['REVERSE_FLOW_JOB']);
  });

  it.each([...reportTypes, ...reportJobTypes])('%s has columns with names', async (type) => {
    const asking = { params: { type }, query: undefined, body: undefined } as never;
    const { content } = (await handlers['reportDefinition.columns'](asking, asked(owner))) as {
      content: { name: string; heading: string }[];
    };
    expect(content.length).toBeGreaterThan(5);
    for (const { name, heading } of content) expect(heading).not.toBe(name);
  });
});
