import { describe, expect, it } from 'vitest';
import { fileNameOf } from '../../../../../server/features/report/files/fileName.ts';

const day = '2026-11-22';

describe('what a report’s file is called', () => {
  it.each([
    ['Zużycie – Łódź', 'Zużycie – Łódź.csv'],
    ['Spotřeba 3/2026: byty', 'Spotřeba 3-2026- byty.csv'],
    ['a<b>"c"|d?e*f\\g', 'a-b-c-d-e-f-g.csv'],
    ['CON', 'CON-.csv'],
    ['com1', 'com1-.csv'],
    ['../../etc/passwd', '-..-etc-passwd.csv'],
    ['faktura\u202Efdp.exe', 'faktura-fdp.exe.csv'],
    ['line\r\nbreak\u0000', 'line break-.csv'],
    ['dots...', 'dots.csv'],
    ['...', '-.csv'],
    ['\ud800', '-.csv'],
  ])('of one named «%s» is %s', (reportName, fileName) => {
    expect(fileNameOf({ reportName }, day)).toBe(fileName);
  });

  it('tells its format, and the day if so wished', () => {
    const reportName = 'Odečty';
    expect(fileNameOf({ reportName, format: 'XLSX' }, day)).toBe('Odečty.xlsx');
    const dated = { reportName, format: 'PDF', addDateToFileName: true } as const;
    expect(fileNameOf(dated, day)).toBe('Odečty 2026-11-22.pdf');
  });

  it.each(['ż', '👩‍👩‍👧‍👦', 'a. b'])('is never longer than file systems take: %s', (letter) => {
    const reportName = letter.repeat(200 / letter.length);
    const name = fileNameOf({ reportName, format: 'XLSX', addDateToFileName: true }, day);
    expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255);
    expect(name.startsWith(letter)).toBe(true);
    expect(name.endsWith(' 2026-11-22.xlsx')).toBe(true);
    expect(name.isWellFormed()).toBe(true);
  });
});
