import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import validation from '../../../../locales/en/validation.json' with { type: 'json' };
import type { Database } from '../../../../server/database/open.ts';
import { addDevice, addProperty, addReadings } from '../../../support/builders.ts';
import { createTestDatabase } from '../../../support/database.ts';
import { type Caller, createCaller } from '../support/caller.ts';

const now = new Date('2026-11-20T12:00:00Z');
const day = 86_400_000;
const begin = Date.parse('2026-11-01T00:00:00+01:00');
let database: Database;
let caller: Caller;
const support = 1;

beforeAll(async () => {
  database = await createTestDatabase();
  caller = createCaller(database, () => now);
});
beforeEach(async () => {
  await database.pool.query(
    `TRUNCATE property, device, installation, reading, reading_pack, rollup, reading_question, reading_correction,
       reading_explanation, device_state, import_run, import_rejection RESTART IDENTITY`,
  );
  await addProperty(database, { id: 1, name: 'House' });
});
afterAll(() => database.close());

async function meter(values: readonly number[], first = begin + (20 - values.length) * day) {
  const deviceId = await addDevice(database, { propertyId: 1 });
  await database.pool.query(
    `UPDATE device SET place = 'Kitchen', serial_number = 2000000 + id WHERE id = $1`,
    [deviceId],
  );
  await addReadings(
    database,
    { propertyId: 1, deviceId },
    values.map((value, index) => ({ at: first + index * day, value })),
  );
  return deviceId;
}

describe('files of readings', () => {
  const send = (id: 'import.readings' | 'import.file', body: string) =>
    caller.fetch(support, id, { query: { fileName: 'a.csv' }, body } as never);

  it('are long, wide or telegrams; what else there is takes the other way', async () => {
    const deviceId = await meter([1], begin);
    for (const body of [
      `serial;at;value\n${2_000_000 + deviceId};2026-11-02;2\n`,
      `at;${2_000_000 + deviceId}\n2026-11-03;3\n`,
      `{"_":"telegram","meter":"iperl","name":"any","id":"${2_000_000 + deviceId}","total_m3":4,"timestamp":"2026-11-20T01:00:00Z"}\n`,
    ]) {
      const response = await send('import.readings', body);
      expect([response.status, await response.json()]).toMatchObject([200, { rejected: 0 }]);
    }
    const areas = 'works_no;area\nW-1;200\n';
    const refused = await send('import.readings', areas);
    expect(refused.status).toBeGreaterThanOrEqual(400);
    const { content } = await caller.ask(support, 'import.list', { query: {} });
    expect(content.map(({ kind }) => kind)).toEqual(['telegrams', 'wide', 'readings']);
    expect(await (await send('import.file', areas)).json()).toMatchObject({ accepted: 1 });
  });

  it('tell what was refused, line by line, without what stood there', async () => {
    const response = await send('import.file', 'serial;at;value\nnobody;2026-01-01;1\n');
    expect(await response.json()).toEqual({
      importId: expect.any(Number),
      kind: 'readings',
      accepted: 0,
      duplicates: 0,
      corrected: 0,
      deviceErrors: 0,
      rejected: 1,
      ignored: [],
      alsoFits: [],
      understood: ['UTF-8', 'separator ;'],
      ignoredLines: 0,
      rejections: [
        {
          line: 2,
          code: 'UNKNOWN_DEVICE',
          message: 'There is no device «nobody» in PL. Import its device first.',
        },
      ],
    });
  });

  it('are had again as a file that no spreadsheet computes with, whatever stood there', async () => {
    const texts = ['=1', '+1', '-1', '@a', 'say ""x""', ' =1', 'a-1'];
    const lines = texts.map((text) => `"${text}";2026-01-01;1\n`).join('');
    const { importId } = (await (
      await send('import.file', `serial;at;value\n${lines}`)
    ).json()) as {
      importId: number;
    };
    await database.pool.query(
      `INSERT INTO import_rejection (import_id, line, code, message, content)
       VALUES ($1, 100, 'C', E'\\t=1', E'x\\t=1'), ($1, 101, 'C', 'plain, @a', '1;2')`,
      [importId],
    );
    const response = await caller.fetch(support, 'import.rejectionsFile', {
      params: { import: importId },
    });
    expect(response.headers.get('content-disposition')).toBe(
      `attachment; filename=import-${importId}-rejected.csv`,
    );
    const text = await response.text();
    // As spreadsheets of the reader's language read it, Excel by its list separator.
    expect(text.startsWith('serial;at;value;refused_because?')).toBe(true);
    const rows = text.split('\r\n').filter(Boolean).slice(1);
    expect(rows).toHaveLength(texts.length + 2);
    expect(rows.slice(-2)).toEqual([
      `x\t'=1;;;C: line 100. C. =1`,
      `1;2;;C: line 101. C. plain, '@a`,
    ]);
    const begins = rows.slice(0, -2).map((row) => row.split(';')[0]);
    expect(begins).toEqual([`"'=1"`, `"'+1"`, `"'-1"`, `"'@a"`, '"say ""x"""', `" '=1"`, '"a-1"']);
  });

  it('are had again as a whole, however many lines were refused', async () => {
    const { rows } = await database.pool.query<{ id: number }>(
      `INSERT INTO import_run (kind, file_name, country, imported_by, status, started_at, fingerprint)
       VALUES ('readings', 'many.csv', 'PL', 'x', 'FINISHED', now(), 'none') RETURNING id::float8 AS id`,
    );
    const id = rows[0]?.id as number;
    await database.pool.query(
      `INSERT INTO import_rejection (import_id, line, code, message, content)
       SELECT $1, line, 'C', 'm', '' FROM generate_series(1, 5001) AS line`,
      [id],
    );
    const response = await caller.fetch(support, 'import.rejectionsFile', {
      params: { import: id },
    });
    const lines = (await response.text()).split('\r\n');
    expect(lines.slice(1, -1).map((line) => Number(line.split(',')[0]))).toEqual(
      Array.from({ length: 5001 }, (_, at) => at + 1),
    );
    const page = await caller.ask(support, 'import.rejections', {
      params: { import: id },
      query: { sort: '-line', size: 2, page: 1 },
    });
    expect(page).toMatchObject({ total: 5001, content: [{ line: 4999 }, { line: 4998 }] });
  });

  it('are of the kind that the call says, and answers name what nothing was read of', async () => {
    const serial = 2_000_000 + (await meter([1], begin));
    const body = `serial;at;value;reason;room\n${serial};2026-11-01;2;typed wrongly;1\n`;
    const answer = async (id: 'import.readings' | 'import.file', query: object) =>
      (await caller.fetch(support, id, { query, body } as never)).json();
    expect(await answer('import.readings', {})).toMatchObject({
      kind: 'readings',
      accepted: 0,
      rejected: 1,
      ignored: ['reason', 'room'],
      alsoFits: ['corrections'],
    });
    expect(await answer('import.file', { kind: 'corrections' })).toMatchObject({
      kind: 'corrections',
      accepted: 1,
      rejected: 0,
      ignored: ['room'],
    });
    expect(await answer('import.readings', { kind: 'corrections' })).toMatchObject({
      message:
        'This takes readings or wide or volumes or telegrams, but the file holds corrections.',
    });
    const { content } = await caller.ask(support, 'import.list', { query: {} });
    expect(content.map(({ kind, ignored }) => [kind, ignored])).toEqual([
      ['corrections', ['room']],
      ['readings', ['reason', 'room']],
    ]);
  });

  it('have columns that the call says, as the command line does', async () => {
    const serial = 2_000_000 + (await meter([1], begin));
    const body = `Gauge;Stamp;Total\n${serial};2026-11-02;2\n`;
    const answer = async (columns: readonly string[]) => {
      const query = columns.map((one) => `column=${encodeURIComponent(one)}`).join('&');
      const response = await caller.fetch(support, 'import.file', { search: query, body });
      return [response.status, await response.json()];
    };
    const said = ['Gauge=serial', 'Stamp=at', 'Total=value'];
    expect(await answer(said)).toMatchObject([200, { kind: 'readings', accepted: 1 }]);
    expect(await answer(['Gauge=serail'])).toMatchObject([
      ...[400, { status: 'VALIDATION_FAILED', errors: [{ field: 'query.column.0' }] }],
    ]);
    expect(await answer(said.slice(0, 2))).toMatchObject([422, { status: 'IMPORT_REFUSED' }]);
  });

  it('must not be missing', async () => {
    const none = await caller.fetch(support, 'import.file', { query: { fileName: 'a.csv' } });
    expect(none.status).toBe(400);
    expect(await none.json()).toMatchObject({
      message: 'Send the file as the body of the request.',
    });
  });
});

describe('a question', () => {
  const list = (query: object = {}) =>
    caller.ask(support, 'readingQuestion.list', { query } as never);

  it('says which meter it is about and what was read before and then', async () => {
    const device = await meter([500, 501, 3, 4]);
    const at = new Date(begin + 18 * day).toISOString();
    expect(await list()).toEqual({
      page: 0,
      size: expect.any(Number),
      total: 1,
      content: [
        {
          id: `${device}-${begin + 18 * day}-DROP`,
          question: 'DROP',
          property: 1,
          device,
          propertyName: 'House',
          serialNumber: `${2_000_000 + device}`,
          place: 'Kitchen',
          category: 'COLD_WATER_METER',
          unit: 'm³',
          timeZone: 'Europe/Warsaw',
          at,
          previousAt: new Date(begin + 17 * day).toISOString(),
          previousValue: 501,
          value: 3,
          proposal: 'EXCHANGE',
        },
      ],
    });
  });

  it('about a wrong figure comes first, of these the newest, unless sorted otherwise', async () => {
    const gone = await meter([1, 2], begin - 150 * day);
    const older = await meter([500, 501, 3, 4, 5, 6]);
    const newer = await meter([500, 501, 3, 4]);
    const order = async (query: object) =>
      (await list(query)).content.map(({ device, question }) => `${device} ${question}`);
    expect(await order({})).toEqual([`${newer} DROP`, `${older} DROP`, `${gone} SILENT`]);
    expect(await order({ sort: 'at' })).toEqual([
      ...[`${gone} SILENT`, `${older} DROP`, `${newer} DROP`],
    ]);
    expect(await order({ sort: '-serialNumber' })).toEqual([
      ...[`${newer} DROP`, `${older} DROP`, `${gone} SILENT`],
    ]);
    expect(await order({ filter: [`serialNumber:${2_000_000 + older}`] })).toEqual([
      `${older} DROP`,
    ]);
    expect(await order({ filter: ['propertyName:hous'] })).toHaveLength(3);
    expect(await order({ filter: ['propertyName:other'] })).toEqual([]);
    const since = new Date(begin + 17 * day).toISOString().slice(0, 10);
    expect(await order({ filter: [`at:${since}..`] })).toEqual([`${newer} DROP`]);
  });

  async function answer(device: number, question: string, explanation: string) {
    const asked = (await list()).content.find((one) => one.device === device);
    const body = { property: 1, device, at: asked?.at, question, explanation };
    expect(await caller.ask(support, 'readingQuestion.answer', { body } as never)).toEqual({
      explanation,
    });
  }
  const mounted = async (device: number) => {
    const { rows } = await database.pool.query(
      `SELECT extract(epoch FROM installed_from)::float8 * 1000 AS from,
         extract(epoch FROM installed_until)::float8 * 1000 AS until,
         start_index::float8 AS start, end_index::float8 AS end, factor::float8 AS factor,
         modulus::float8 AS modulus
       FROM installation WHERE device_id = $1 ORDER BY installed_from`,
      [device],
    );
    return rows;
  };

  it('that is answered by an exchange ends one register and begins another', async () => {
    const device = await meter([500, 501, 3, 4]);
    await answer(device, 'DROP', 'EXCHANGE');
    const at = begin + 18 * day;
    expect(await mounted(device)).toEqual([
      { from: 0, until: at, start: null, end: 501e6, factor: 1, modulus: null },
      { from: at, until: null, start: 0, end: null, factor: 1, modulus: null },
    ]);
    const { rows } = await database.pool.query(
      `SELECT explanation, question, explained_by FROM reading_explanation`,
    );
    expect(rows).toEqual([
      { explanation: 'EXCHANGE', question: 'DROP', explained_by: 'account-1' },
    ]);
  });

  it('that is answered by an exchange keeps the factor of what was mounted', async () => {
    const device = await meter([500, 501, 3, 4]);
    await database.pool.query(
      `INSERT INTO installation (property_id, device_id, installed_from, factor, modulus, start_index)
       VALUES (1, $1, '2020-01-01', 2, 1000000000, 7), (1, $1, '2026-11-25', 3, NULL, NULL)`,
      [device],
    );
    await answer(device, 'DROP', 'EXCHANGE');
    const [first, second] = await mounted(device);
    expect(first).toMatchObject({ until: begin + 18 * day, end: 501e6, factor: 2, start: 7 });
    expect(second).toMatchObject({ from: begin + 18 * day, factor: 2, modulus: 1_000_000_000 });
  });

  it('that is answered by a roll-over or a removal changes what was mounted', async () => {
    const device = await meter([99_996, 99_998, 1, 2]);
    await answer(device, 'DROP', 'ROLL_OVER');
    expect(await mounted(device)).toEqual([
      { from: 0, until: null, start: null, end: null, factor: 1, modulus: 100_000e6 },
    ]);
    const gone = await meter([1, 2], begin - 150 * day);
    await answer(gone, 'SILENT', 'DISMOUNTED');
    expect(await mounted(gone)).toMatchObject([{ from: 0, until: begin - 149 * day, end: 2e6 }]);
  });

  it('that is answered by a correction strikes the wrong reading out, and says why', async () => {
    const low = await meter([500, 501, 3, 503]);
    await answer(low, 'DROP', 'CORRECTION');
    const high = await meter([500, 901, 502, 503]);
    const [asked] = (await list()).content;
    await answer(high, asked?.question ?? '', 'CORRECTION');
    const { rows } = await database.pool.query(
      `SELECT device_id::float8 AS device, extract(epoch FROM at)::float8 * 1000 AS at, reason
       FROM reading_correction ORDER BY device_id`,
    );
    const wrong = asked?.question === 'RISE' ? [500, 901] : [901, 502];
    expect(rows).toEqual([
      { device: low, at: begin + 18 * day, reason: 'Wrong reading: 501, then 3' },
      {
        device: high,
        at: begin + 17 * day,
        reason: `Wrong reading: ${wrong[0]}, then ${wrong[1]}`,
      },
    ]);
  });
});

describe('a set date', () => {
  it('is said for a property or a device, and answers the questions that it explains', async () => {
    const category = 'HCA';
    const [follows, own] = [
      await addDevice(database, { propertyId: 1, category, serialNumber: 'follows' }),
      await addDevice(database, { propertyId: 1, category, serialNumber: 'own' }),
    ];
    await addDevice(database, { propertyId: 1, serialNumber: 'cold' });
    const april = Date.parse('2026-04-27T06:00:00+02:00');
    const values = [970, 973, 976, 979, 0, 3, 6];
    for (const deviceId of [follows, own]) {
      const readings = values.map((value, index) => ({ at: april + index * day, value }));
      await addReadings(database, { propertyId: 1, deviceId }, readings);
    }
    const asked = async () =>
      (await caller.ask(support, 'readingQuestion.list', { query: {} })).content
        .filter(({ question }) => question === 'DROP')
        .map(({ serialNumber }) => serialNumber)
        .sort();
    expect(await asked()).toEqual(['follows', 'own']);
    const change = (body: object) =>
      caller.ask(support, 'setDate.change', { body: { worksNo: 'W-1', ...body } } as never);
    const refusal = (body: object) =>
      caller.refusal(support, 'setDate.change', { body: { worksNo: 'W-1', ...body } } as never);
    expect(await change({ serialNumber: 'own', day: 31, month: 12 })).toEqual({ devices: 1 });
    expect(await change({ day: 30, month: 4 })).toEqual({ devices: 1 });
    expect(await asked()).toEqual(['own']);
    expect(await change({ serialNumber: 'own', day: 30, month: 4 })).toEqual({ devices: 1 });
    expect(await asked()).toEqual([]);
    expect(await refusal({ day: 31, month: 4 })).toMatchObject({
      status: 'VALIDATION_FAILED',
      errors: [{ field: 'body.day' }],
    });
    expect(await refusal({ serialNumber: 'cold', day: 1, month: 4 })).toMatchObject({
      status: 'VALIDATION_FAILED',
      errors: [{ field: 'body.serialNumber' }],
    });
    expect(await refusal({ worksNo: 'W-2', day: 1, month: 4 })).toMatchObject({
      status: 'PROPERTY_NOT_FOUND',
    });
  });
});

describe('a fact of supply', () => {
  it('is written over the one before, taken away, and refused by its field', async () => {
    const tax = { worksNo: 'W-1', year: 2026, fact: 'TAX', name: 'VAT' };
    const given = { value: 23, unit: '%', source: 'Act of 2004', isRemoved: false };
    const change = (body: object) => caller.ask(support, 'supplyFact.change', { body } as never);
    const refusal = async (body: object) =>
      (await caller.refusal(support, 'supplyFact.change', { body } as never)) as object;
    const values = async () =>
      (await database.pool.query('SELECT value FROM supply_fact')).rows.map(({ value }) => value);
    await database.pool.query('DELETE FROM supply_fact');
    expect(await change({ ...tax, ...given })).toEqual({ isChanged: true });
    expect(await change({ ...tax, ...given })).toEqual({ isChanged: false });
    expect(await change({ ...tax, ...given, value: 8 })).toEqual({ isChanged: true });
    expect(await values()).toEqual([8]);
    expect(await change({ ...tax, isRemoved: true })).toEqual({ isChanged: true });
    expect(await values()).toEqual([]);
    const mix = { ...tax, ...given, fact: 'ENERGY_MIX', GAS: 60 };
    expect(await change({ ...mix, WASTE: 40 })).toEqual({ isChanged: true });
    // The form has words for each of the rules.
    const at = (field: string, rule: string) => ({
      status: 'VALIDATION_FAILED',
      errors: [{ field: `body.${field}`, rule }],
    });
    const refused: [object, string, string][] = [
      [{ ...mix, WASTE: 10 }, 'COAL', 'supplyShares'],
      [{ ...tax, ...given, unit: 'VAT' }, 'unit', 'supplyUnit'],
      [{ ...tax, ...given, name: '' }, 'name', 'supplyName'],
      [{ ...tax, ...given, value: null }, 'value', 'supplyValue'],
      [{ ...tax, ...given, source: null }, 'source', 'supplySource'],
    ];
    for (const [body, field, rule] of refused) {
      expect(await refusal(body)).toMatchObject(at(field, rule));
      expect(validation).toHaveProperty(rule);
    }
    expect(await refusal({ ...tax, ...given, worksNo: 'W-2' })).toMatchObject({
      status: 'PROPERTY_NOT_FOUND',
    });
  });
});
