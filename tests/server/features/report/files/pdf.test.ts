import { getDocumentProxy } from 'unpdf';
import { describe, expect, it } from 'vitest';
import type { FileStyle } from '../../../../../server/features/report/files/fileStyle.ts';
import { rowLimits, TooManyRows } from '../../../../../server/features/report/files/rowLimits.ts';
import type { ReportColumn, ReportRow } from '../../../../../server/features/report/reportTable.ts';
import { column, tableOf, written } from './written.ts';

interface Piece {
  readonly text: string;
  readonly left: number;
  readonly right: number;
}

/** The pages' sizes and what is written on them, in the order in which it was. */
async function pages(
  columns: readonly ReportColumn[],
  rows: readonly ReportRow[],
  { style = {}, title = 'Odczyty' }: { style?: FileStyle; title?: string } = {},
) {
  const bytes = await written({ format: 'PDF', table: tableOf(columns, rows), style, title });
  const pdf = await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0 });
  const found: { width: number; height: number; pieces: Piece[]; texts: string[] }[] = [];
  for (let number = 1; number <= pdf.numPages; number++) {
    const page = await pdf.getPage(number);
    const { items } = await page.getTextContent();
    const pieces = items.flatMap((item): Piece[] =>
      'str' in item && item.str.trim() !== ''
        ? [{ text: item.str, left: item.transform[4], right: item.transform[4] + item.width }]
        : [],
    );
    const [, , width = 0, height = 0] = page.view;
    found.push({ width, height, pieces, texts: pieces.map(({ text }) => text) });
  }
  await pdf.loadingTask.destroy();
  return found;
}

const places = [column('Ulica'), column('Zużycie', { kind: 'quantity' })];

describe('a PDF', () => {
  it('has title, time, headings and number on each page, in the letters of the markets', async () => {
    const rows = Array.from({ length: 150 }, (_, index) => [`Příčná ąęłřžøå ${index}`, index / 4]);
    const style = { precisionFormat: '0,00', dateFormat: 'DD.MM.YYYY' } as const;
    const found = await pages(places, rows, { style, title: 'Żółć – spotřeba' });
    expect(found).toHaveLength(3);
    for (const [index, { texts, width, height }] of found.entries()) {
      expect(texts.slice(0, 5)).toEqual([
        'Żółć – spotřeba',
        '22.11.2026 10:05',
        `${index + 1} / 3`,
        'Ulica',
        'Zużycie',
      ]);
      expect(width).toBeLessThan(height);
    }
    expect(found.flatMap(({ texts }) => texts.slice(5))).toEqual(
      rows.flatMap(([text, value]) => [text, Number(value).toFixed(2).replace('.', ',')]),
    );
  });

  it('has numbers end where those above them do', async () => {
    const [page] = await pages(places, [
      ['a', 1],
      ['b', -1000],
      ['c', 22.5],
    ]);
    const ends = page?.pieces.filter(({ text }) => /\d\.\d/.test(text)).map(({ right }) => right);
    expect(ends).toHaveLength(3);
    expect(page?.texts.find((text) => text.endsWith('1000.000'))).toBe('−1000.000');
    expect(Math.max(...(ends ?? [])) - Math.min(...(ends ?? []))).toBeLessThan(0.5);
  });

  it('lies on its side when it is wide, on larger paper when it is wider', async () => {
    const wide = (count: number) =>
      Array.from({ length: count }, (_, index) => column(`A rather wide column ${index}`));
    const sizes: number[][] = [];
    for (const count of [3, 6, 10]) {
      const [page] = await pages(wide(count), [wide(count).map(() => 'x')]);
      sizes.push([Math.round(page?.width ?? 0), Math.round(page?.height ?? 0)]);
    }
    expect(sizes).toEqual([
      [595, 842],
      [842, 595],
      [1191, 842],
    ]);
  });

  it.each([20, 40])(
    'of %i columns breaks and ends long texts, and never cuts a number',
    async (count) => {
      const columns = Array.from({ length: count }, (_, index) =>
        column(`c${index}`, { kind: index % 2 ? 'quantity' : 'text' }),
      );
      const long =
        'Nowa Wieś pod Warszawą i jeszcze dalej oraz bardzo daleko stąd, Chrząszczyżewoszyce';
      const row = columns.map(({ kind }) => (kind === 'text' ? long : 1_234_567.125));
      const [page] = await pages(columns, [row]);
      const texts = page?.texts ?? [];
      expect(texts.filter((text) => text === '1234567.125')).toHaveLength(count / 2);
      expect(texts.filter((text) => text.endsWith('…'))).toHaveLength(count / 2);
      expect(texts.filter((text) => text.startsWith('N'))).toHaveLength(count / 2);
      expect(Math.max(...(page?.pieces.map(({ right }) => right) ?? []))).toBeLessThan(1191 - 29);
    },
  );

  it('says what it is about when there is nothing to tell, without headings if so wished', async () => {
    const [page, ...others] = await pages(places, [], { style: { useHeaders: false } });
    expect(others).toEqual([]);
    expect(page?.texts).toEqual(['Odczyty', '2026-11-22 10:05', '1 / 1']);
  });

  it('is none when it would have more pages than anyone leafs through', async () => {
    expect(rowLimits.PDF).toBe(20_000);
    const rows = Array.from({ length: rowLimits.PDF + 1 }, () => ['a', 1]);
    const refused = written({ format: 'PDF', table: tableOf(places, rows) });
    await expect(refused).rejects.toThrow(TooManyRows);
    await expect(refused).rejects.toMatchObject({
      failure: 'TOO_MANY_ROWS',
      message: expect.stringContaining('20000 rows'),
    });
  });
});
