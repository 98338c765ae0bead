import fc from 'fast-check';
import { expect, it, test } from 'vitest';
import { minusSign } from '../../../renderer/core/numberFormat.ts';
import { filterRows, sortRows } from '../../../renderer/nodes/table/clientRows.ts';
import { toCsv } from '../../../renderer/nodes/table/exportRows.ts';
import type { TableColumn } from '../../../renderer/nodes/table/tableColumns.ts';

const column = { id: 'a', field: 'a', label: 'x:a' } as TableColumn;
const values = (rows: readonly unknown[]) => rows.map((row) => (row as { a?: unknown }).a);
const rowsOf = (...list: unknown[]) => list.map((a) => ({ a }));

it.each<[string, unknown[], boolean, unknown[]]>([
  ['numbers by size', [10, 9, -1, 2.5], false, [-1, 2.5, 9, 10]],
  ['numbers in texts by size', ['m 10', 'm 9', 'm 1'], false, ['m 1', 'm 9', 'm 10']],
  [
    'letters of the language',
    ['zebra', 'łąka', 'lato', 'ława'],
    false,
    ['lato', 'ława', 'łąka', 'zebra'],
  ],
  ['missing values last', [3, null, 1, undefined, ''], false, [1, 3, null, undefined, '']],
  ['missing values last, descending too', [3, null, 1], true, [3, 1, null]],
  ['days', ['2026-03-01', '2025-12-31'], false, ['2025-12-31', '2026-03-01']],
])('sorts %s', (_name, list, isDescending, expected) => {
  expect(values(sortRows(rowsOf(...list), column, isDescending, 'pl'))).toEqual(expected);
});

test('sorting keeps every row, and equal ones in their order', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.record({ a: fc.oneof(fc.integer(), fc.string(), fc.constant(null)), n: fc.nat() }),
      ),
      (rows) => {
        const sorted = sortRows(rows, column, false, 'en');
        expect(sorted).toHaveLength(rows.length);
        expect(new Set(sorted)).toEqual(new Set(rows));
      },
    ),
  );
  const equal = [
    { a: 1, n: 1 },
    { a: 1, n: 2 },
    { a: 0, n: 3 },
  ];
  expect(sortRows(equal, column, false, 'en').map((row) => (row as { n: number }).n)).toEqual([
    3, 1, 2,
  ]);
});

test('thousands of texts are in the order of the language, whichever way they came', () => {
  const texts = Array.from({ length: 3000 }, (_, at) => `ł${(at * 7919) % 3000} Ć${at % 7}`);
  const { compare } = new Intl.Collator('pl', { numeric: true, sensitivity: 'base' });
  expect(values(sortRows(rowsOf(...texts), column, false, 'pl'))).toEqual(texts.toSorted(compare));
  expect(values(sortRows(rowsOf(...texts), column, true, 'pl'))).toEqual(
    texts.toSorted(compare).toReversed(),
  );
});

it.each<[string, Parameters<typeof filterRows>[3], unknown[]]>([
  ['a part of a text', { a: { kind: 'text', text: ' AB ' } }, ['xabx']],
  ['numbers from', { a: { kind: 'range', from: '5' } }, [5, 70]],
  ['numbers to', { a: { kind: 'range', from: '', to: '5' } }, [5]],
  [
    'days within',
    { a: { kind: 'range', from: '2026-01-01', to: '2026-01-31' } },
    ['2026-01-31T10:00:00Z'],
  ],
  ['choices', { a: { kind: 'choice', values: ['70', 'xabx'] } }, [70, 'xabx']],
])('filters by %s', (_name, filters, expected) => {
  const rows = rowsOf(5, 70, 'xabx', null, '2026-01-31T10:00:00Z');
  expect(
    values(filterRows(rows, [column], '', filters)).filter((one) => expected.includes(one)),
  ).toEqual(expected);
});

it('finds each searched word anywhere in the row', () => {
  const two = [column, { ...column, id: 'b', field: 'b' } as TableColumn];
  const rows = [
    { a: 'Anna', b: 'Kraków' },
    { a: 'Anna', b: 'Gdańsk' },
  ];
  expect(filterRows(rows, two, 'kra ANN', {})).toEqual([rows[0]]);
});

it('writes CSV that no spreadsheet runs', async () => {
  const rows = rowsOf('=1+1', '+48', '-3', -3, '@x', 'a;b', 'say "x"', 'two\nlines', null);
  const format = (_column: TableColumn, row: unknown) => String((row as { a: unknown }).a);
  const file = toCsv({
    columns: [column],
    labels: ['A'],
    rows,
    format,
    unitLabel: String,
    locale: 'pl',
  });
  expect([...new Uint8Array(await file.arrayBuffer()).slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  const text = await file.text();
  expect(text).toBe(
    'A\r\n\'=1+1\r\n\'+48\r\n\'-3\r\n-3\r\n\'@x\r\n"a;b"\r\n"say ""x"""\r\n"two\nlines"\r\n\r\n',
  );
});

it.each([
  ['pl', 'A [m³];B;C [%];D\r\n1234,5;-1 kWh;12,5;26.11.2026 09:30\r\n0;2 m³;;\r\n'],
  ['cs', 'A [m³];B;C [%];D\r\n1234,5;-1 kWh;12,5;26.11.2026 09:30\r\n0;2 m³;;\r\n'],
  ['da', 'A [m³];B;C [%];D\r\n1234,5;-1 kWh;12,5;26-11-2026 09:30\r\n0;2 m³;;\r\n'],
  ['en', 'A [m³],B,C [%],D\r\n1234.5,-1 kWh,12.5,2026-11-26 09:30\r\n0,2 m³,,\r\n'],
])('writes CSV as spreadsheets of the language %s read it', async (locale, text) => {
  const rows = [
    { a: 1234.5, b: -1, unit: 'kWh', c: 12.5, d: '2026-11-26T09:30:00Z' },
    { a: 0, b: 2, unit: 'm³', c: null, d: null },
  ];
  const columns = [
    { field: 'a', format: { as: 'quantity', unit: { fixed: 'm³' } } },
    // A sum of different units would be none: each row says its own.
    { field: 'b', format: { as: 'quantity', unit: 'unit' } },
    { field: 'c', format: { as: 'percent' } },
    { field: 'd', format: { as: 'datetime' } },
  ] as unknown as TableColumn[];
  const shown = {
    b: (row: (typeof rows)[number]) => `${String(row.b).replace('-', minusSign)} ${row.unit}`,
    d: () => '26.11.2026 09:30',
  };
  const format = ({ field }: TableColumn, row: unknown) =>
    shown[field as keyof typeof shown](row as (typeof rows)[number]);
  const labels = ['A', 'B', 'C', 'D'];
  const file = toCsv({ columns, labels, rows, format, unitLabel: String, locale });
  expect(await file.text()).toBe(text);
});
