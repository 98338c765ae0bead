import { type Cell, readXlsx, type Sheet } from 'hucre';
import { describe, expect, it } from 'vitest';
import {
  type FileStyle,
  settleStyle,
} from '../../../../../server/features/report/files/fileStyle.ts';
import { writeXlsx } from '../../../../../server/features/report/files/xlsx.ts';
import { sheetName } from '../../../../../server/features/report/files/xlsxParts.ts';
import type { ReportColumn, ReportRow } from '../../../../../server/features/report/reportTable.ts';
import { column, tableOf, written } from './written.ts';

async function workbook(
  columns: readonly ReportColumn[],
  rows: readonly ReportRow[],
  { style = {}, title = 'Odczyty' }: { style?: FileStyle; title?: string } = {},
): Promise<Sheet> {
  const table = tableOf(columns, rows);
  const bytes = await written({ format: 'XLSX', table, style, title });
  const { sheets } = await readXlsx(bytes, { readStyles: true });
  expect(sheets).toHaveLength(1);
  return sheets[0] as Sheet;
}

function cellAt(sheet: Sheet, row: number, at: number): Partial<Cell> {
  return sheet.cells?.get(`${row},${at}`) ?? {};
}

describe('a workbook', () => {
  const columns = [
    column('Ulica'),
    column('count', { kind: 'integer' }),
    column('value', { kind: 'quantity' }),
    column('day', { kind: 'date' }),
    column('at', { kind: 'instant' }),
  ];
  const rows = [
    ['Příčná', 7, -1234.5, '2026-03-09', '2026-03-09T17:45'],
    [null, null, Number.POSITIVE_INFINITY, null, null],
  ];

  it('has numbers and days as such, in the formats of the style', async () => {
    const style = { precisionFormat: '0,00', dateFormat: 'DD.MM.YYYY' } as const;
    const sheet = await workbook(columns, rows, { style });
    const { rows: read } = sheet;
    expect(read[1]).toEqual([
      'Příčná',
      7,
      -1234.5,
      new Date('2026-03-09T00:00Z'),
      new Date('2026-03-09T17:45Z'),
    ]);
    expect([0, 1, 2, 3, 4].map((at) => cellAt(sheet, 1, at).type)).toEqual([
      'string',
      'number',
      'number',
      'date',
      'date',
    ]);
    expect([0, 1, 2, 3, 4].map((at) => cellAt(sheet, 1, at).style?.numFmt)).toEqual([
      '@',
      '0',
      '0.00',
      'dd\\.mm\\.yyyy',
      'dd\\.mm\\.yyyy\\ hh:mm',
    ]);
    // What isn't known, and what is no number, is no cell.
    expect([...(sheet.cells?.keys() ?? [])].filter((place) => place.startsWith('2,'))).toEqual([]);
  });

  it('begins with headings in bold that stay in view and filter, wide enough for what follows', async () => {
    const sheet = await workbook(columns, rows);
    expect(sheet.rows[0]).toEqual(columns.map(({ heading }) => heading));
    expect(cellAt(sheet, 0, 0).style?.font?.bold).toBe(true);
    expect(sheet.freezePane).toMatchObject({ rows: 1 });
    expect(sheet.autoFilter?.range).toBe('A1:E3');
    expect(sheet.columns?.map(({ width }) => width)).toEqual([10, 10, 11, 12, 18]);
  });

  it('begins with its rows where no headings are wanted', async () => {
    const sheet = await workbook(columns, rows, { style: { useHeaders: false } });
    expect(sheet.rows[0]?.[0]).toBe('Příčná');
    expect(sheet.freezePane).toBeUndefined();
    expect(sheet.autoFilter).toBeUndefined();
  });

  it('has no formula, whatever a text begins with, and gives every text back', async () => {
    const texts = [
      '=1+1',
      '+48 123',
      '@A1',
      '<a href="x">&amp;</a>',
      ' two\nlines ',
      'tab\tand\u0001control\r',
      '_x000D_',
      'ąęłřžøå 𝄞',
      '00123',
    ];
    expect(texts.length).toBeGreaterThan(0);
    const sheet = await workbook(
      [column('=head'), column('number')],
      texts.map((text) => [text, 5]),
    );
    for (const [index, text] of texts.entries()) {
      expect(cellAt(sheet, index + 1, 0)).toMatchObject({ value: text, type: 'string' });
      expect(cellAt(sheet, index + 1, 0).formula).toBeUndefined();
    }
    expect(cellAt(sheet, 0, 0)).toMatchObject({ value: '=head', type: 'string' });
  });

  it('writes what can be no part of a workbook in another way', async () => {
    const days = [['1899-12-31'], ['not a day'], ['9'.repeat(40_000)], ['\ud800x']];
    const sheet = await workbook([column('day', { kind: 'date' })], days);
    expect(sheet.rows.slice(1).map(([cell]) => String(cell).slice(0, 12))).toEqual([
      '1899-12-31',
      'not a day',
      '999999999999',
      '\ufffdx',
    ]);
    expect(String(sheet.rows[3]?.[0])).toHaveLength(32_767);
  });

  it('multiplies quantities, and cuts texts but fills none', async () => {
    const style = { multiplyBy1000: true, columnCompletionCharacter: '_' };
    const wide = [
      column('value', { kind: 'quantity', maxWidth: 3 }),
      column('unit', { maxWidth: 9 }),
      column('name', { maxWidth: 3 }),
    ];
    const sheet = await workbook(wide, [[1.001, 'm³', 'Kowalska']], { style });
    expect(sheet.rows[1]).toEqual([1001, 'l', 'Kow']);
  });
});

describe('more rows than a sheet holds', () => {
  const columns = [column('n', { kind: 'integer' }), column('text')];
  const numbers = Array.from({ length: 10 }, (_, index) => index);

  async function sheetsOf(limits: { rows: number; bytes: number }, style: FileStyle = {}) {
    const { batches } = tableOf(
      columns,
      numbers.map((number) => [number, 'x'.repeat(100)]),
      3,
    );
    const contents = {
      columns,
      slices: batches,
      title: 'Odczyty',
      generatedAt: '',
      style: settleStyle(style, 'en'),
    };
    const bytes: Uint8Array[] = [];
    for await (const chunk of writeXlsx(contents, limits)) bytes.push(chunk);
    return (await readXlsx(Buffer.concat(bytes))).sheets;
  }

  it('go on in further sheets, each with the headings', async () => {
    const sheets = await sheetsOf({ rows: 5, bytes: Number.POSITIVE_INFINITY });
    expect(sheets.map(({ name }) => name)).toEqual(['Odczyty', 'Odczyty (2)', 'Odczyty (3)']);
    expect(sheets.map(({ rows }) => rows[0]?.[0])).toEqual(['n', 'n', 'n']);
    expect(sheets.flatMap(({ rows }) => rows.slice(1).map(([number]) => number))).toEqual(numbers);
    expect(sheets.map(({ autoFilter }) => autoFilter?.range)).toEqual(['A1:B5', 'A1:B5', 'A1:B3']);
  });

  it('fill a sheet to the last row', async () => {
    const sheets = await sheetsOf(
      { rows: 5, bytes: Number.POSITIVE_INFINITY },
      { useHeaders: false },
    );
    expect(sheets.map(({ rows }) => rows.length)).toEqual([5, 5]);
  });

  it('nor is a sheet larger than an archive of 32 bits can say', async () => {
    const sheets = await sheetsOf({ rows: 1000, bytes: 1000 });
    expect(sheets.length).toBeGreaterThan(1);
    expect(sheets.flatMap(({ rows }) => rows.slice(1).map(([number]) => number))).toEqual(numbers);
  });
});

it.each([
  ['Zużycie', 1, 'Zużycie'],
  ['Zużycie', 2, 'Zużycie (2)'],
  ['a/b\\c?d*e[f]:g', 1, 'a b c d e f  g'],
  ["'quoted'", 1, 'quoted'],
  ['x'.repeat(40), 1, 'x'.repeat(31)],
  ['x'.repeat(40), 12, `${'x'.repeat(26)} (12)`],
  ['///', 1, 'Report'],
])('names a sheet of «%s», number %i', (title, number, name) => {
  expect(sheetName(title, number)).toBe(name);
});
