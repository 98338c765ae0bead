import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { columnSeparators } from '../../../../../schemas/entities/fileLanguage.ts';
import type { Locale } from '../../../../../schemas/entities/languages.ts';
import type {
  precisionFormats,
  reportDateFormats,
} from '../../../../../schemas/entities/report.ts';
import type { FileStyle } from '../../../../../server/features/report/files/fileStyle.ts';
import type { ReportColumn, ReportRow } from '../../../../../server/features/report/reportTable.ts';
import { column, tableOf, written } from './written.ts';

type Separator = keyof typeof columnSeparators;
const separators = Object.keys(columnSeparators) as Separator[];

async function csv(
  columns: readonly ReportColumn[],
  rows: readonly ReportRow[],
  style: FileStyle = {},
): Promise<string> {
  const separated = { columnSeparator: 'SEMICOLON', ...style } as const;
  const bytes = await written({
    format: 'CSV',
    table: tableOf(columns, rows),
    style: separated,
  });
  return bytes.toString('utf8');
}

/** The cells below the headings. */
async function cells(
  columns: readonly ReportColumn[],
  rows: readonly ReportRow[],
  style: FileStyle = {},
): Promise<string[][]> {
  const delimiter = columnSeparators[style.columnSeparator ?? 'SEMICOLON'];
  return parse(await csv(columns, rows, style), { bom: true, delimiter, from_line: 2 });
}

const one = async (value: ReportRow[number], more: Partial<ReportColumn>, style: FileStyle = {}) =>
  (await cells([column('a'), column('b', more)], [['x', value]], style))[0]?.[1];

describe('a CSV file', () => {
  it.each<[Locale, string, FileStyle]>([
    ['pl', 'a;b;c\r\n-1234,500;10.11.2026;10.11.2026 08:30\r\n', {}],
    ['cs', 'a;b;c\r\n-1234,500;10.11.2026;10.11.2026 08:30\r\n', {}],
    ['da', 'a;b;c\r\n-1234,500;10-11-2026;10-11-2026 08:30\r\n', {}],
    ['en', 'a,b,c\r\n-1234.500,2026-11-10,2026-11-10 08:30\r\n', {}],
    // What is chosen goes before it, each for itself.
    ['pl', 'a;b;c\r\n-1234.5;10.11.2026;10.11.2026 08:30\r\n', { precisionFormat: '0.0' }],
    [
      'en',
      'a|b|c\r\n-1234.500|20261110|20261110 08:30\r\n',
      { dateFormat: 'YYYYMMDD', columnSeparator: 'PIPE' },
    ],
  ])(
    'is as spreadsheets of the language %s read it, unless it is chosen: %j',
    async (locale, text, style) => {
      const columns = [
        column('a', { kind: 'quantity' }),
        column('b', { kind: 'date' }),
        column('c', { kind: 'instant' }),
      ];
      const table = tableOf(columns, [[-1234.5, '2026-11-10', '2026-11-10T08:30']]);
      const bytes = await written({ format: 'CSV', table, style, locale });
      expect(bytes.toString('utf8')).toBe(`\ufeff${text}`);
    },
  );

  it('is UTF-8 with its mark, lines end as RFC 4180 says, and headings come first', async () => {
    const text = await csv([column('Miasto'), column('Ulice')], [['Łódź', 'Příčná']]);
    expect(text).toBe('\ufeffMiasto;Ulice\r\nŁódź;Příčná\r\n');
    expect(await csv([column('Miasto')], [['Łódź']], { useHeaders: false })).toBe('\ufeffŁódź\r\n');
    expect(await csv([column('Miasto')], [])).toBe('\ufeffMiasto\r\n');
  });

  it.each(separators)('gives back what was written, separated by %s', async (columnSeparator) => {
    const row = ['a;b,c|d\te', 'say "yes"', 'two\r\nlines', '', 'ąęłřžøå 𝄞', ' spaces '];
    const columns = row.map((_, index) => column(`c${index}`));
    expect(await cells(columns, [row], { columnSeparator })).toEqual([row]);
  });

  it.each(separators)('keeps numbers numbers, separated by %s', async (columnSeparator) => {
    const columns = [column('q', { kind: 'quantity' }), column('i', { kind: 'integer' })];
    const rows = [
      [-1234.5, -7],
      [0.0004, 0],
      [null, Number.NaN],
    ];
    const style = { columnSeparator, precisionFormat: '0,00' } as const;
    expect(await cells(columns, rows, style)).toEqual([
      ['-1234,50', '-7'],
      ['0,00', '0'],
      ['', ''],
    ]);
  });

  it.each<[(typeof precisionFormats)[number], number, string]>([
    ['0', 0.5, '1'],
    ['0', -0.4, '0'],
    ['0.0', 0.05, '0.1'],
    ['0.000', 1.0005, '1.001'],
    ['0.00', 1.005, '1.01'],
    ['0.000', -1.0005, '-1.001'],
    ['0,000', 12_345_678.9, '12345678,900'],
    ['0.00', 2 ** 53, '9007199254740992.00'],
  ])(
    'writes with the precision %s, halves away from zero: %f is %s',
    async (precisionFormat, value, text) => {
      expect(await one(value, { kind: 'quantity' }, { precisionFormat })).toBe(text);
    },
  );

  it.each<[(typeof reportDateFormats)[number], string, string]>([
    ['YYYY-MM-DD', '2026-03-09', '2026-03-09 17:05'],
    ['DD.MM.YYYY', '09.03.2026', '09.03.2026 17:05'],
    ['DD-MM-YYYY', '09-03-2026', '09-03-2026 17:05'],
    ['DD/MM/YYYY', '09/03/2026', '09/03/2026 17:05'],
    ['YYYYMMDD', '20260309', '20260309 17:05'],
  ])('writes days as %s', async (dateFormat, day, instant) => {
    expect(await one('2026-03-09', { kind: 'date' }, { dateFormat })).toBe(day);
    expect(await one('2026-03-09T17:05', { kind: 'instant' }, { dateFormat })).toBe(instant);
  });

  it('multiplies quantities and what they are in, and nothing else', async () => {
    const columns = [
      column('value', { kind: 'quantity' }),
      column('unit'),
      column('share', { kind: 'percent' }),
      column('area', { kind: 'quantity', keepsScale: true }),
      column('count', { kind: 'integer' }),
      column('note'),
    ];
    const style = { multiplyBy1000: true, precisionFormat: '0.000' } as const;
    const rows = [
      [1.001, 'm³', 12.5, 54.5, 3, 'm³'],
      [2, 'kWh', 12.5, 54.5, 3, null],
      [0.0015, 'units', null, null, 3, null],
      [null, null, null, null, null, null],
    ];
    expect(await cells(columns, rows, style)).toEqual([
      ['1001.000', 'l', '12.500', '54.500', '3', 'm³'],
      ['2000.000', 'Wh', '12.500', '54.500', '3', ''],
      ['1.500', '10⁻³ units', '', '', '3', ''],
      ['', '', '', '', '', ''],
    ]);
  });

  it('cuts texts to so many characters as readers count them, and never numbers', async () => {
    expect(await one('Kowalska-Nowakowska', { maxWidth: 8 })).toBe('Kowalska');
    expect(await one('👩‍👩‍👧‍👦e\u0301ab', { maxWidth: 3 })).toBe('👩‍👩‍👧‍👦e\u0301a');
    expect(await one(123_456.7, { kind: 'quantity', maxWidth: 5 })).toBe('#####');
    expect(await one('2026-03-09', { kind: 'date', maxWidth: 4 })).toBe('####');
    expect(await one(0.5, { kind: 'quantity', maxWidth: 5 })).toBe('0.500');
  });

  it('fills columns up to their width, numbers from the left', async () => {
    const filled = (columnCompletionCharacter: string) => ({ columnCompletionCharacter });
    expect(await one('Łódź', { maxWidth: 6 }, filled('_'))).toBe('Łódź__');
    expect(await one(-12, { kind: 'integer', maxWidth: 6 }, filled('0'))).toBe('-00012');
    expect(await one(-12, { kind: 'integer', maxWidth: 6 }, filled(' '))).toBe('   -12');
    expect(await one('2026-03-09', { kind: 'date', maxWidth: 12 }, filled('.'))).toBe(
      '2026-03-09..',
    );
    expect(await one('Łódź', {}, filled('_'))).toBe('Łódź');
  });
});

describe('no cell of a CSV file is a formula', () => {
  /** What is passed over at a cell's beginning, and then what makes it a formula. */
  const trigger = /^[\s"]*[=+\-@＝＋－＠]/;
  const attacks = [
    '=1+1',
    '+48 123',
    '-2+3',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    ' =1',
    '"=1',
    '＝1',
    '＋1',
    '－1',
    '＠1',
    'Nowak;=1',
    'Nowak,=1',
    'Nowak|=1',
    'Nowak\t=1',
    'a","=1',
    'a";"=1',
    'a\r\n=1',
    'a, +1',
    ';;=1',
  ];
  /** Cells as programs see them that expect any separator and do or don't mind quotation marks. */
  const readings = (text: string) =>
    Object.values(columnSeparators).flatMap((delimiter) => [
      ...readLeniently(text.slice(1), delimiter),
      ...text.slice(1).split(new RegExp(`[\\r\\n\\${delimiter}]`)),
    ]);

  it.each(separators)(
    'whichever separator the reader expects of one with %s',
    async (columnSeparator) => {
      expect(attacks.length).toBeGreaterThan(0);
      for (const attack of attacks) {
        const columns = [column('a'), column('b', { heading: attack }), column('c')];
        const text = await csv(
          columns,
          [
            ['x', attack, 'y'],
            [attack, 'x', attack],
          ],
          { columnSeparator },
        );
        for (const cell of readings(text)) expect(cell).not.toMatch(trigger);
      }
    },
  );

  it('whatever the text, the width and the filling', async () => {
    const part = fc.constantFrom(...'=+-@＝;,|\t\r\n" \'aż1'.split(''));
    const text = fc.array(part, { maxLength: 12 }).map((parts) => parts.join(''));
    const filler = fc.constantFrom('', '=', '-', ';', ' ', '"', '\t', '@');
    const width = fc.option(fc.integer({ min: 1, max: 14 }), { nil: undefined });
    await fc.assert(
      fc.asyncProperty(
        text,
        filler,
        width,
        fc.constantFrom(...separators),
        async (cell, filling, maxWidth, columnSeparator) => {
          const columns = [column('a'), column('b', maxWidth === undefined ? {} : { maxWidth })];
          const style = { columnSeparator, columnCompletionCharacter: filling };
          const file = await csv(columns, [['x', cell]], style);
          for (const read of readings(file)) expect(read).not.toMatch(trigger);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('but texts that are none stay as they are', async () => {
    for (const text of ['Kowalski-Nowak', 'Nowak, Jan', 'a = b', "d'Arc"]) {
      expect(await one(text, {})).toBe(text);
    }
  });

  it('nor does a number become one by what fills its column', async () => {
    const wide = { kind: 'integer', maxWidth: 6 } as const;
    expect(await one(-12, wide, { columnCompletionCharacter: '=' })).toBe("'===-12");
    expect(await one('2026-03-09', { kind: 'text' })).toBe('2026-03-09');
  });
});

/** As spreadsheets read: a quotation mark counts where a cell begins, and nothing is an error. */
function readLeniently(text: string, delimiter: string): string[] {
  const cells: string[] = [];
  let cell = '';
  let isQuoted = false;
  let begins = true;
  for (let at = 0; at < text.length; at++) {
    const mark = text[at] ?? '';
    if (isQuoted && mark === '"' && text[at + 1] === '"') {
      cell += text[at++];
    } else if (mark === '"' && (isQuoted || begins)) {
      isQuoted = !isQuoted;
      begins = false;
    } else if (!isQuoted && [delimiter, '\r', '\n'].includes(mark)) {
      cells.push(cell);
      cell = '';
      begins = true;
    } else {
      cell += mark;
      begins = false;
    }
  }
  return [...cells, cell];
}
