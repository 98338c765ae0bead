import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { features } from '../../../../schemas/entities/access.ts';
import type { ReportDefinition } from '../../../../schemas/entities/report.ts';
import { type ReportType, reportKinds, reportTypes } from '../../../../schemas/kinds/reports.ts';
import type { Database } from '../../../../server/database/open.ts';
import { nameOfPresetFile } from '../../../../server/features/report/presetFile.ts';
import { createTestDatabase } from '../../../support/database.ts';
import { fakeEngine } from '../../../support/reporting.ts';
import { copyReal } from '../../manifests/copyReal.ts';
import { type ReportPortal, startReportPortal } from './support/reportPortal.ts';

/** With the presets that are shipped, on the 10th of November 2026. */

let database: Database;
let portal: ReportPortal;

beforeAll(async () => {
  database = await createTestDatabase();
  portal = await startReportPortal(database);
});
afterAll(async () => {
  await portal.stop();
  await database.close();
});

const start = (account: number, preset: string) =>
  portal.call(account, 'reportPreset.start', { params: { preset } });
const definitionOf = (account: number, report: number) =>
  portal.call(account, 'report.definition', { params: { report } });
const all = { features: [...features] };

describe('presets', () => {
  it('are those whose type one of the account’s packages has, in its language', async () => {
    const { id } = await portal.addUser({ features: ['REPORT_FLAT_CONSUMPTION', 'REPORT_JOB'] });
    const flats = {
      id: 'reports.flats-last-month',
      icon: 'home',
      format: 'XLSX',
      reportType: 'FLAT_CONSUMPTION',
    };
    expect(await portal.call(id, 'reportPreset.list')).toMatchObject({
      total: 1,
      content: [
        {
          ...flats,
          title: 'Consumption of all flats, last month',
          description: 'Each flat with its totals, as an Excel file',
        },
      ],
    });
    await database.pool.query(`UPDATE account SET language = 'pl' WHERE id = $1`, [id]);
    expect((await portal.call(id, 'reportPreset.list')).content).toEqual([
      {
        ...flats,
        title: 'Zużycie wszystkich lokali, ostatni miesiąc',
        description: 'Każdy lokal z sumami, plik Excel',
      },
    ]);
  });

  it('become a report with one call: its days move with each property’s clock, its name is in the language', async () => {
    const { id } = await portal.addUser(all);
    const begun = await start(id, 'reports.readings-month-end');
    expect(begun).toMatchObject({ httpStatus: 200, id: expect.any(Number) });
    expect(await definitionOf(id, begun.id)).toMatchObject({
      reportName: 'Readings at the month’s end',
      reportType: 'DEVICE_READING',
      sampling: 'MONTHLY',
      timeBackwards: 1,
      timeUnit: 'MONTHS',
      format: 'CSV',
    });
    // Another one like it is asked for with days, those of now.
    const latest = await portal.call(id, 'report.latest', { params: { type: 'DEVICE_READING' } });
    expect(latest).toMatchObject({ startDate: '2026-10-01', endDate: '2026-10-31' });
    expect(latest).not.toHaveProperty('timeUnit');
    const counted = await start(id, 'reports.zero-consumption');
    const definition = await definitionOf(id, counted.id);
    expect(definition).toMatchObject({ numberOfDays: 30, reportType: 'ZERO_OR_LOW_CONSUMPTION' });
    expect(definition).not.toHaveProperty('startDate');
    // The queue was long: the click was in November.
    const clicked = portal.now;
    portal.now = new Date('2026-12-01T10:00:00Z');
    const opened = vi.spyOn(fakeEngine, 'openReport');
    const wrote = vi.spyOn(fakeEngine, 'writeReport');
    // Files are as the language of their making reads them.
    await database.pool.query(`UPDATE account SET language = 'cs' WHERE id = $1`, [id]);
    portal.work();
    await portal.until(id, begun.id, 'FINISHED');
    const asOf = opened.mock.calls.map(([, given]) => [given.definition.reportType, given.now]);
    expect(asOf).toContainEqual(['DEVICE_READING', clicked]);
    expect(await portal.call(id, 'report.get', { params: { report: begun.id } })).toMatchObject({
      fileName: 'Readings at the month’s end 2026-10.csv',
    });
    expect(wrote.mock.calls.at(-1)?.[0].locale).toBe('cs');
    wrote.mockRestore();
    opened.mockRestore();
    portal.now = clicked;
  });

  it('are all of them sound to the calls that make reports', async () => {
    const { id } = await portal.addUser(all);
    const { content } = await portal.call(id, 'reportPreset.list');
    expect(content.length).toBeGreaterThan(3);
    for (const preset of content) {
      expect(await start(id, preset.id)).toMatchObject({ httpStatus: 200 });
    }
  });

  it('that aren’t there, or whose type isn’t in the packages, aren’t started', async () => {
    const { id } = await portal.addUser({ features: ['REPORT_FLAT_CONSUMPTION'] });
    expect(await start(id, 'reports.nothing')).toMatchObject({
      httpStatus: 404,
      status: 'NOT_FOUND',
      message: 'There is no preset reports.nothing.',
    });
    expect(await start(id, 'reports.area-analysis-year')).toMatchObject({
      httpStatus: 403,
      status: 'FORBIDDEN',
      message: expect.stringContaining('Ask the main administrator'),
    });
    const { id: domea } = await portal.addUser({ ...all, roles: ['portal_domea'] });
    expect(await portal.call(domea, 'reportPreset.list')).toMatchObject({ httpStatus: 403 });
    expect(await start(domea, 'reports.flats-last-month')).toMatchObject({ httpStatus: 403 });
  });

  it('aren’t started beyond what may wait', async () => {
    const { id } = await portal.addUser(all);
    await database.pool.query(
      `INSERT INTO report (account_id, country, definition, status, created_at)
       SELECT $1, 'PL', '{"reportName": "A", "reportType": "DEVICE_READING"}', 'IN_QUEUE', now()
         FROM generate_series(1, 50)`,
      [id],
    );
    expect(await start(id, 'reports.flats-last-month')).toMatchObject({
      httpStatus: 429,
      message: expect.stringContaining('At most 50'),
    });
  });
});

/** As somebody asks for it who says more than the type needs, and what is their own. */
function wordy(reportType: ReportType, own: { property: number }): ReportDefinition {
  return {
    reportName: `About ${reportType}`,
    reportType,
    properties: [own.property],
    consumerName: 'Nowak',
    sampling: 'WEEKLY',
    numberOfDays: 7,
    minimumConsumption: 0.5,
    startDate: '2026-01-15',
    endDate: '2026-10-31',
    timeBackwards: 14,
    generationDay: 3,
    format: 'PDF',
    errorTypes: ['LEAK'],
    useHeaders: true,
    columnCompletionCharacter: ' ',
    columns: [{ name: reportKinds[reportType].columns[1] ?? 'address', customName: 'Dům č. 1' }],
  };
}

describe('a report as the file of a preset', () => {
  const fetchFile = (account: number, report: number) =>
    portal.request(account, 'reportDefinition.file', { query: { report: `${report}` } });

  it('has nothing of the account’s own, and days that move', async () => {
    const { id, property } = await portal.addUser(all);
    const report = await portal.create(id, {
      reportName: 'Zużycie mieszkań: październik',
      reportType: 'DEVICE_CONSUMPTION',
      sampling: 'DAILY',
      properties: [property],
      consumerName: 'Nowak',
      format: 'CSV',
      startDate: '2026-10-01',
      endDate: '2026-10-31',
      minimumConsumption: 3,
    });
    const response = await fetchFile(id, report);
    expect(response.headers.get('content-type')).toBe('application/json');
    // As the tests' portal writes it.
    expect(response.headers.get('content-disposition')).toContain(
      'zuzycie-mieszkan-pazdziernik.json',
    );
    expect(await response.text()).toBe(`{
  "$schema": "../../../schema/preset.schema.json",
  "manifestVersion": 2,
  "icon": "clipboard",
  "period": {
    "months": 1
  },
  "definition": {
    "reportType": "DEVICE_CONSUMPTION",
    "reportName": "Zużycie mieszkań: październik",
    "sampling": "DAILY",
    "format": "CSV"
  }
}
`);
  });

  it('is sound where presets stand, as it is: of each type, and of what a job had made', async () => {
    const own = await portal.addUser(all);
    const reports: number[] = [];
    for (const type of reportTypes) reports.push(await portal.create(own.id, wordy(type, own)));
    for (const type of ['DEVICE_READING_JOB', 'ZERO_OR_LOW_CONSUMPTION_JOB'] as const) {
      const jobId = await portal.createJob(own.id, {
        reportType: type,
        sampling: 'DAILY',
        numberOfDays: 5,
        properties: [own.property],
      });
      reports.push((await portal.call(own.id, 'reportJob.run', { params: { jobId } })).id);
    }
    const { run, directories, write } = await copyReal();
    for (const report of reports) {
      const response = await fetchFile(own.id, report);
      await write(`modules/reports/presets/saved-${report}.json`, await response.json());
    }
    const checked = await run('check');
    expect(checked.lines.filter((line) => line.includes('saved-'))).toEqual([]);
    expect(checked.code).toBe(0);

    // And is there for who may have it made.
    const second = await startReportPortal(database, directories);
    const { content } = await second.call(own.id, 'reportPreset.list');
    await second.stop();
    const saved = content.filter(({ id }: { id: string }) => id.startsWith('reports.saved-'));
    expect(saved).toHaveLength(reports.length);
    expect(saved).toContainEqual(
      expect.objectContaining({ title: 'About FLAT_CONSUMPTION', description: null }),
    );
  });

  it('is somebody else’s as little as the report', async () => {
    const { id } = await portal.addUser(all);
    const { id: stranger } = await portal.addUser(all);
    const report = await portal.create(id);
    expect((await fetchFile(stranger, report)).status).toBe(404);
    expect((await fetchFile(id, report)).status).toBe(200);
  });

  it.each([
    ['Zużycie żółwia', 'zuzycie-zolwia.json'],
    ['Spotřeba – všechny byty (2026)', 'spotreba-vsechny-byty-2026.json'],
    ['../../etc/passwd', 'etc-passwd.json'],
    ['日本', 'device-reading.json'],
    ['a'.repeat(200), `${'a'.repeat(60)}.json`],
  ])('is called so that it can stand there: %s is %s', (reportName, fileName) => {
    expect(nameOfPresetFile({ reportName, reportType: 'DEVICE_READING' })).toBe(fileName);
  });
});
