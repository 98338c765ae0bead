import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../../server/database/open.ts';
import { importFile } from '../../../server/imports/importFile.ts';
import type { ImportKind } from '../../../server/imports/kinds.ts';
import { createTestDatabase } from '../../support/database.ts';

let database: Database;

const load = (content: string, kind?: ImportKind) =>
  importFile(database, {
    kind,
    stream: Readable.from([content]),
    fileName: 'test',
    country: 'PL',
    by: 'support.pl',
    timeZone: 'Europe/Warsaw',
    now: new Date('2026-11-20T12:00:00Z'),
  });
const faultsOf = async (content: string, kind?: ImportKind) =>
  (await load(content, kind)).rejections.map(
    ({ line, code, message }) => `${line} ${code}: ${message}`,
  );
const rows = async (sql: string) => (await database.pool.query(sql)).rows;
const volumesOf = async (serial: string) => {
  const [row] = await rows(
    `SELECT volumes FROM rollup JOIN device ON device.id = subject_id AND subject_kind = 0
     WHERE serial_number = '${serial}' AND timeframe = 1 AND chunk = '2026-01-01'`,
  );
  return row?.volumes.slice(0, 4).map((one: number | null) => one && one / 1e6);
};

beforeAll(async () => {
  database = await createTestDatabase();
  await load(
    'works_id;works_no;name;address;city;zip_code\n1;A;House;Lipowa 1;Kraków;31-001\n2;B;Other;Lipowa 2;Kraków;31-001\n',
  );
  await load(
    'works_no;tenant_no;tenant_name;address;installation_number;area;moved_in\nA;001;Nowak;Lipowa 1/1;1001;50;2025-07-01\n',
  );
  await load(
    `works_no;serial;category;tenant_no;interval
A;20000001;COLD_WATER_METER;001;DAILY
A;20000002;HOT_WATER_METER;001;DAILY
A;both;COLD_HOT_WATER_VIRTUAL;001;DAILY
A;00010204;TEMPERATURE_LOGGER;001;HOURLY
A;00010204/HUMIDITY;HUMIDITY;001;HOURLY
A;smoke;SMOKE_DETECTOR;001;DAILY
B;elsewhere;COLD_WATER_METER;;DAILY
`,
  );
});
afterAll(() => database.close());
beforeEach(() =>
  database.pool.query(
    `TRUNCATE reading, reading_pack, rollup, reading_question, reading_correction, device_state, device_error,
       virtual_meter_part, installation, billing_period, supply_fact, import_run, import_rejection`,
  ),
);

const readings = `serial;at;value
20000001;2026-01-01;10
20000001;2026-01-02;11
20000001;2026-01-03;13
20000001;2026-01-04;14
20000002;2026-01-01;5
20000002;2026-01-02;5.5
20000002;2026-01-03;6
20000002;2026-01-04;6.5
`;

describe('corrections', () => {
  it('change what is computed, are kept with who and why, and come twice without effect', async () => {
    await load(readings);
    expect(await volumesOf('20000001')).toEqual([1, 2, 1, null]);
    const content =
      'serial;at;value;reason\n20000001;2026-01-03;12;typed wrongly\n20000002;2026-01-04;;not of this meter\n';
    expect(await load(content, 'corrections')).toMatchObject({
      kind: 'corrections',
      accepted: 2,
      duplicates: 0,
      ignored: [],
    });
    expect(await volumesOf('20000001')).toEqual([1, 1, 2, null]);
    expect(await volumesOf('20000002')).toEqual([0.5, 0.5, null, null]);
    expect(await load(content, 'corrections')).toMatchObject({ accepted: 0, duplicates: 2 });
    expect(await load(readings)).toMatchObject({ accepted: 0, duplicates: 8, rejected: 0 });
    expect(
      await rows('SELECT value, original_value, reason, corrected_by FROM reading_correction'),
    ).toEqual([
      {
        value: 12_000_000,
        original_value: 13_000_000,
        reason: 'typed wrongly',
        corrected_by: 'support.pl',
      },
      {
        value: null,
        original_value: 6_500_000,
        reason: 'not of this meter',
        corrected_by: 'support.pl',
      },
    ]);
  });

  it('need a reason', async () => {
    const content = 'serial;at;value;reason\n20000001;2026-01-03;12;\n';
    expect(await faultsOf(content, 'corrections')).toEqual([
      '2 MISSING_VALUE: The column reason is empty.',
    ]);
  });
});

describe('virtual meters', () => {
  it('are computed from what is there, and from what comes', async () => {
    await load(readings);
    const parts = 'serial;source;factor\nboth;20000001;1\nboth;20000002;1\n';
    expect(await load(parts)).toMatchObject({ kind: 'virtual_meters', accepted: 2 });
    expect(await volumesOf('both')).toEqual([1.5, 2.5, 1.5, null]);
    await load('serial;at;value\n20000001;2026-01-05;20\n20000002;2026-01-05;7\n');
    expect(await volumesOf('both')).toEqual([1.5, 2.5, 1.5, 6.5]);
    await load('serial;source;factor\nboth;20000002;0\n');
    expect(await volumesOf('both')).toEqual([1, 2, 1, 6]);
  });

  it('refuse what makes no sum', async () => {
    await load('serial;source;factor\nboth;20000001;1\n');
    await load('serial;at;value\n20000002;2026-01-01;1\n');
    expect(
      await faultsOf(
        [
          'serial;source;factor',
          'both;elsewhere;1',
          'both;00010204;1',
          'both;20000002;1.5',
          'both;both;1',
          '20000001;20000002;1',
          '20000002;smoke;1',
          '',
        ].join('\n'),
      ),
    ).toEqual([
      '2 OTHER_PROPERTY: «elsewhere» belongs to another property.',
      "3 WRONG_UNIT: «00010204» doesn't count in the unit of «both».",
      '4 BAD_NUMBER: factor «1.5» is no whole number.',
      '5 VIRTUAL_METER: «both» is a virtual meter itself.',
      '6 VIRTUAL_METER: «20000001» is a part of a virtual meter.',
      '7 HAS_READINGS: «20000002» has readings of its own.',
    ]);
    expect(await faultsOf('serial;at;value\nboth;2026-01-01;1\n')).toEqual([
      '2 VIRTUAL_METER: «both» is a virtual meter: it is computed from others and takes no readings.',
    ]);
  });
});

describe('billing periods, errors and areas', () => {
  it('takes periods by product, and refuses those that overlap', async () => {
    const head = 'works_no;product;period_begin;period_end\n';
    expect(
      await load(`${head}A;;2024-01-01;2024-12-31\nA;HCA;2024-06-01;2025-05-31\n`),
    ).toMatchObject({ kind: 'billing_periods', accepted: 2 });
    expect(
      await faultsOf(
        `${head}A;;2024-12-31;2025-12-30\nA;;2026-01-01;2025-01-01\nA;TEA;2026-01-01;2026-12-31\nC;;2026-01-01;2026-12-31\nA;;2024-01-01;2024-11-30\nA;;2024-12-01;2025-11-30\n`,
      ),
    ).toEqual([
      '2 OVERLAP: It overlaps the period 2024-01-01 to 2024-12-31 of the same product.',
      '3 BAD_DATE: period_end lies before period_begin.',
      '4 BAD_CATEGORY: «TEA» is no device category.',
      '5 UNKNOWN_PROPERTY: There is no property with works_no «C» in PL. Import it first.',
    ]);
    expect(
      await rows(
        'SELECT product, period_begin AS begin, period_end AS end FROM billing_period ORDER BY 1, 2',
      ),
    ).toEqual([
      { product: '', begin: '2024-01-01', end: '2024-11-30' },
      { product: '', begin: '2024-12-01', end: '2025-11-30' },
      { product: 'HCA', begin: '2024-06-01', end: '2025-05-31' },
    ]);
  });

  it('takes an error of a device once', async () => {
    const content = 'serial;at;error\n20000001;2026-01-03 10:00;TAMPER\n';
    expect(await load(content)).toMatchObject({ kind: 'device_errors', accepted: 1 });
    expect(await load(content)).toMatchObject({ accepted: 0, duplicates: 1 });
  });

  it('changes areas, and leaves what a file says nothing of', async () => {
    expect(await load('works_no;tenant_no;area\nA;001;61,5\nA;;300\n')).toMatchObject({
      kind: 'areas',
      accepted: 2,
    });
    expect(await faultsOf('works_no;tenant_no;area\nA;001;\n')).toEqual([
      '2 MISSING_VALUE: The column area is empty.',
    ]);
    await load(
      'works_no;tenant_no;tenant_name;address;installation_number\nA;001;Nowakowa;Lipowa 1/1;1001\n',
    );
    expect(
      await rows('SELECT tenant_name, area_square_metres AS area, moved_in FROM tenant'),
    ).toEqual([{ tenant_name: 'Nowakowa', area: 61.5, moved_in: '2025-07-01' }]);
    expect(await rows('SELECT area_square_metres AS area FROM property WHERE id = 1')).toEqual([
      { area: 300 },
    ]);
  });
});

describe('telegrams', () => {
  const telegram = (id: string, time: string, fields: object) =>
    `${JSON.stringify({ _: 'telegram', meter: 'iperl', name: 'any', id, ...fields, timestamp: `2026-01-01T${time}Z` })}\n`;

  it('become readings of their device, one in a quarter of an hour', async () => {
    const content = [
      telegram('20000001', '10:00:01', { total_m3: 12.5, status: 'OK' }),
      telegram('20000001', '10:00:17', { total_m3: 12.5, status: 'OK' }),
      telegram('20000001', '10:20:00', { total_m3: 12.501, status: 'LEAK TAMPER' }),
      telegram('00010204', '10:00:00', {
        meter: 'lansenth',
        current_temperature_c: 21.8,
        current_relative_humidity_rh: 43,
        status: 'PERMANENT_ERROR',
      }),
      telegram('smoke', '10:00:00', { meter: 'lansensm', status: 'SMOKE' }),
    ].join('');
    expect(await load(content)).toMatchObject({
      kind: 'telegrams',
      accepted: 4,
      duplicates: 1,
      rejected: 0,
    });
    expect(
      await rows(
        `SELECT serial_number AS serial, value FROM stored_reading JOIN device ON id = device_id ORDER BY 1, 2`,
      ),
    ).toEqual([
      { serial: '00010204', value: 21_800_000 },
      { serial: '00010204/HUMIDITY', value: 43_000_000 },
      { serial: '20000001', value: 12_500_000 },
      { serial: '20000001', value: 12_501_000 },
    ]);
    expect(
      await rows(
        `SELECT serial_number AS serial, error FROM device_error JOIN device ON id = device_id ORDER BY 1, 2`,
      ),
    ).toEqual([
      { serial: '00010204', error: 'PERMANENT_ERROR' },
      { serial: '20000001', error: 'LEAK' },
      { serial: '20000001', error: 'TAMPER' },
      { serial: 'smoke', error: 'SMOKE' },
    ]);
    expect(await load(content)).toMatchObject({ accepted: 0, duplicates: 5 });
  });

  it('are refused with the line and why', async () => {
    expect(
      await faultsOf(
        [
          telegram('20000001', '10:00:00', { total_m3: 1 }),
          '{"id":"2000',
          '{"id":20000001,"meter":"iperl"}',
          telegram('99999999', '10:00:00', { total_m3: 1 }).trim(),
          telegram('20000002', '10:00:00', { total_kwh: 1 }).trim(),
          '{"meter":"iperl","id":"20000001","total_m3":1,"timestamp":"1111-11-11T11:11:11Z"}',
          '{"meter":"iperl","id":"20000001","total_m3":1,"timestamp":"2031-11-11T11:11:11Z"}',
        ].join('\n'),
      ),
    ).toEqual([
      '3 BAD_JSON: The line is no JSON object.',
      '4 BAD_TELEGRAM: A telegram needs id, meter and timestamp as texts.',
      '5 UNKNOWN_DEVICE: There is no device «99999999» in PL. Import its device first.',
      "6 NO_VALUE: The telegram of iperl has no field for HOT_WATER_METER, which «20000002» is. Check the device's category.",
      '7 BAD_DATE: «1111-11-11T11:11:11Z» lies before 1990.',
      '8 BAD_DATE: «2031-11-11T11:11:11Z» is still to come.',
    ]);
  });
});

describe('facts of supply', () => {
  const header = 'works_no;year;fact;item;value;unit;source;publisher;published_on\n';
  const facts = `${header}A;2026;EMISSIONS;;0,212;kg/kWh;Fuel mix 2025;Heat Ltd;2026-03-01
A;2026;ENERGY_MIX;;GAS 33.3 BIOMASS 33.3 WASTE 33.3;;Fuel mix 2025;;
A;2026;PRICE;ENERGY;89.5;PLN/GJ;Tariff 2026;Heat Ltd;
A;2026;TAX;VAT;23;%;Act of 2004;;
`;

  it('are known by what they are, are overwritten by another value, and come twice without effect', async () => {
    expect(await load(facts)).toMatchObject({ kind: 'supply_facts', accepted: 4, corrected: 0 });
    expect(await load(facts)).toMatchObject({ accepted: 0, duplicates: 4 });
    const again = `${header}A;2026;PRICE;ENERGY;91;PLN/GJ;Tariff 2026, new;;\nA;2026;TAX;VAT;;;;;\n`;
    expect(await load(again)).toMatchObject({ accepted: 2, corrected: 2, duplicates: 0 });
    expect(
      await rows(
        'SELECT year, fact, item, value, unit, shares, source, publisher, published_on::text FROM supply_fact ORDER BY fact',
      ),
    ).toEqual([
      {
        year: 2026,
        fact: 'EMISSIONS',
        item: '',
        value: 0.212,
        unit: 'kg/kWh',
        shares: null,
        source: 'Fuel mix 2025',
        publisher: 'Heat Ltd',
        published_on: '2026-03-01',
      },
      {
        year: 2026,
        fact: 'ENERGY_MIX',
        item: '',
        value: null,
        unit: '',
        shares: { GAS: 33.3, BIOMASS: 33.3, WASTE: 33.3 },
        source: 'Fuel mix 2025',
        publisher: null,
        published_on: null,
      },
      {
        year: 2026,
        fact: 'PRICE',
        item: 'ENERGY',
        value: 91,
        unit: 'PLN/GJ',
        shares: null,
        source: 'Tariff 2026, new',
        publisher: null,
        published_on: null,
      },
    ]);
  });

  it('are taken as the operators’ guide writes them', async () => {
    const guide = path.resolve(import.meta.dirname, '../../../docs/operators.md');
    const [, section = ''] = readFileSync(guide, 'utf8').split('### Emissions, energy mix');
    const [, example = ''] = section.split(/^```(?:csv)?\n/m);
    const taken = await load(example.replaceAll('PL-1002', 'A'));
    expect(taken).toMatchObject({ kind: 'supply_facts', accepted: 4, rejected: 0 });
  });

  it('say what is wrong with them, and where', async () => {
    const lines = [
      'B;2026;ENERGY_MIX;;GAS 60 BIOMASS 30;;Mix;;',
      'B;2026;ENERGY_MIX;;PEAT 100;;Mix;;',
      'B;2026;ENERGY_MIX;;GAS;;Mix;;',
      'B;2028;TAX;VAT;23;%;Act;;',
      'B;2026;PRICE;HOT_WATER_METER;23;PLN/kWh;Tariff;;',
      'B;2026;PRICE;HOT_WATER_METER;23;ZLOTY/m3;Tariff;;',
      'B;2026;EMISSIONS;HEATING;1;kg/kWh;Mix;;',
      'B;2026;WEATHER;;1;kg/kWh;Mix;;',
      'B;2026;TAX;;1;%;Act;;',
      'B;2026;TAX;VAT;1;%;;;',
      'C;2026;TAX;VAT;1;%;Act;;',
    ];
    const faults = await faultsOf(`${header}${lines.join('\n')}\n`);
    expect(faults.map((fault) => fault.replace(/ Use one of.*| Write .*| Import .*/, ''))).toEqual([
      '2 BAD_VALUE: The shares make 90% together instead of 100%.',
      '3 BAD_VALUE: «PEAT» is no energy source.',
      '4 BAD_VALUE: The per cent behind GAS are missing.',
      '5 BAD_DATE: The year has to be one from 1990 to 2027.',
      '6 WRONG_UNIT: «PLN/kWh» is no unit of a price here.',
      '7 WRONG_UNIT: «ZLOTY/m3» is no unit of a price here.',
      '8 BAD_CATEGORY: «HEATING» is no device category. Use one like ENERGY or HOT_WATER_METER.',
      '9 BAD_VALUE: «WEATHER» is no fact.',
      '10 BAD_CATEGORY: A tax needs its name, one line of at most 100 characters.',
      '11 MISSING_VALUE: The column source is empty.',
      '12 UNKNOWN_PROPERTY: There is no property with works_no «C» in PL.',
    ]);
  });

  it('aren’t guessed where a file fits virtual meters as well', async () => {
    const both = 'works_no;year;fact;value;serial;source;factor\nA;2026;TAX;1;both;20000001;1\n';
    await expect(load(both)).rejects.toThrow(/fit supply_facts .* and virtual_meters/);
  });
});
