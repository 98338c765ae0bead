import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { reportRangeDays } from '../../schemas/entities/report.ts';
import { deviceErrorCodes } from '../../schemas/entities/reportKinds.ts';
import { reportKinds, reportTypes } from '../../schemas/kinds/reports.ts';

const text = readFileSync(path.resolve(import.meta.dirname, '../../docs/reports.md'), 'utf8');
const [, lists = ''] = text.split('| list | errors |');

describe('docs/reports.md', () => {
  it.each(reportTypes)('tells of %s', (type) => {
    expect(text).toContain(`(\`${type}\``);
  });

  it.each(['DISASSEMBLY', 'EXCHANGE'] as const)(
    'lists the errors of %s, all and no others',
    (kind) => {
      const line = lists.split('\n').find((one) => one.startsWith(`| ${kind.toLowerCase()}`)) ?? '';
      const listed = [...line.matchAll(/`(\w+)`/g)].map(([, code]) => code);
      expect(listed).toEqual(deviceErrorCodes[kind]);
      expect(new Set(listed).size).toBe(listed.length);
    },
  );

  it('has each error in one list', () => {
    const { DISASSEMBLY, EXCHANGE } = deviceErrorCodes;
    expect(DISASSEMBLY.filter((code) => EXCHANGE.includes(code))).toEqual([]);
    expect(
      [...DISASSEMBLY, ...EXCHANGE].filter((code) => !/^[A-Z]+(_[A-Z]+)*$/.test(code)),
    ).toEqual([]);
  });

  it('says how long a report may be, and what licenses lists of errors', () => {
    const [line = ''] = /^- \*\*How long\.\*\* .*$/m.exec(text) ?? [];
    expect([...line.matchAll(/\d+/g)].map(([days]) => Number(days))).toEqual(
      Object.values(reportRangeDays),
    );
    expect(text).toContain(`\`${reportKinds.DISASSEMBLY_ERRORS.feature}\``);
  });
});
