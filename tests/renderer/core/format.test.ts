import { describe, expect, it, vi } from 'vitest';
import { formatValue } from '../../../renderer/core/format.ts';
import type { Translate } from '../../../renderer/core/text.ts';
import type { Format } from '../../../schemas/manifest/parts.ts';
import { createTexts } from '../support/texts.ts';

const nbsp = '\u00a0';
const narrow = '\u202f';
const { t } = await createTexts();

function write(format: Format, value: unknown, locale = 'en', row: unknown = {}) {
  return formatValue(format, value, row, { locale, t: t as Translate, timeZone: 'Europe/Warsaw' });
}

describe('formats', () => {
  it.each([
    ['en', '1,234.56'],
    ['pl', `1${nbsp}234,56`],
    ['cs', `1${nbsp}234,56`],
  ])('writes numbers the way of %s', (locale, expected) => {
    expect(write({ as: 'quantity', decimals: 2 }, 1234.56, locale)).toBe(expected);
  });

  it('says in words what a value is known by', () => {
    const coverage = { measured: 0.5, interpolated: 0, unknown: 0.5 };
    expect(write({ as: 'coverage' }, coverage)).toBe('50% not read');
    expect(write({ as: 'coverage' }, { ...coverage, measured: 1, unknown: 0 })).toBe(
      'All measured',
    );
    // So little that it would be 0 %.
    expect(write({ as: 'coverage' }, { measured: 1, interpolated: 0.0004, unknown: 0 })).toBe(
      'All measured',
    );
    expect(write({ as: 'coverage' }, null)).toBe('–');
  });

  it('sets units off by a narrow space that does not break', () => {
    expect(write({ as: 'quantity', unit: { fixed: 'kWh' } }, 5)).toBe(`5.0${narrow}kWh`);
    expect(write({ as: 'quantity', unit: 'unit' }, 5, 'en', { unit: 'm³' })).toBe(
      `5.00${narrow}m³`,
    );
    expect(write({ as: 'quantity', unit: 'unit' }, 5, 'en', { unit: 'HCA' })).toBe(
      `5.0${narrow}units`,
    );
    expect(write({ as: 'quantity', unit: 'unit' }, 5)).toBe('5');
  });

  it.each([
    [0.12345, '0.123'],
    [12.3456, '12.35'],
    [1234.567, '1,234.6'],
    [3, '3'],
  ])('gives %d as many places as its size deserves', (value, expected) => {
    expect(write({ as: 'quantity' }, value)).toBe(expected);
  });

  it('signs percentages, but not zero', () => {
    expect(write({ as: 'percent', signed: true }, 12.34)).toBe('+12.3%');
    expect(write({ as: 'percent', signed: true }, 0)).toBe('0.0%');
    expect(write({ as: 'percent', signed: true }, -4, 'cs')).toBe(`−4,0${nbsp}%`);
    expect(write({ as: 'percent' }, 50, 'pl')).toBe('50%');
  });

  it.each(['en', 'pl', 'cs', 'da', 'sv', 'nb'])('has a minus sign, no hyphen, in %s', (locale) => {
    const formats: Format[] = [
      { as: 'percent' },
      { as: 'percent', signed: true },
      { as: 'integer' },
      { as: 'quantity' },
      { as: 'quantity', decimals: 1, unit: { fixed: '°C' } },
    ];
    for (const format of formats) {
      expect(write(format, -4, locale)).toMatch(/^\u22124(?![^-]*-)/);
    }
    expect(write({ as: 'bars' }, [-4, null, 2], locale)).toBe('−4 · – · 2');
    expect(write({ as: 'bars' }, [null, null], locale)).toBe('–');
  });

  it('has no sign where a number rounds to nothing', () => {
    expect(write({ as: 'percent' }, -0.04)).toBe('0%');
    expect(write({ as: 'quantity', decimals: 1 }, -0.04)).toBe('0.0');
  });

  it('writes days as DD.MM.YYYY in every language', () => {
    for (const locale of ['en', 'pl', 'cs']) {
      expect(write({ as: 'date' }, '2026-03-09', locale)).toBe('09.03.2026');
    }
  });

  it('takes the day and time of an instant from the zone', () => {
    expect(write({ as: 'date' }, '2026-03-28T23:30:00Z')).toBe('29.03.2026');
    expect(write({ as: 'datetime' }, '2026-03-29T01:30:00Z')).toBe('29.03.2026 03:30');
    expect(write({ as: 'datetime' }, 'nonsense')).toBe('–');
    // A row about a property says in which zone its days are.
    const row = { timeZone: 'Atlantic/Canary' };
    expect(write({ as: 'datetime' }, '2026-03-29T01:30:00Z', 'en', row)).toBe('29.03.2026 02:30');
    expect(write({ as: 'date' }, '2026-03-28T23:30:00Z', 'en', row)).toBe('28.03.2026');
  });

  it.each([
    [0, '0 byte', '0 B'],
    [999, '999 byte', '999 B'],
    [1000, '1 kB', '1 kB'],
    [340_123, '340 kB', '340 kB'],
    [1_234_567, '1.23 MB', '1,23 MB'],
    [5e12, '5,000 GB', `5${nbsp}000 GB`],
  ])('says how large %d bytes are', (bytes, english, polish) => {
    const spaces = (text: string) => text.replaceAll(nbsp, ' ');
    expect(spaces(write({ as: 'bytes' }, bytes))).toBe(english);
    expect(spaces(write({ as: 'bytes' }, bytes, 'pl'))).toBe(spaces(polish));
  });

  it.each([
    [12, '12 seconds ago', 'před 12 sekundami'],
    [119, '1 minute ago', 'před 1 minutou'],
    [47 * 3600, '47 hours ago', 'před 47 hodinami'],
    [75 * 3600, '3 days ago', 'před 3 dny'],
    // The server's clock may be ahead of the reader's.
    [-30, '0 seconds ago', 'před 0 sekundami'],
  ])('says in words how long ago %d seconds are', (seconds, english, czech) => {
    vi.useFakeTimers({ now: new Date('2026-11-10T10:00:00Z') });
    const at = new Date(Date.now() - seconds * 1000).toISOString();
    expect([write({ as: 'age' }, at), write({ as: 'age' }, at, 'cs')]).toEqual([english, czech]);
    expect(write({ as: 'age' }, 'nonsense')).toBe('–');
    vi.useRealTimers();
  });

  it.each([null, undefined, '', Number.NaN])('marks %s as missing', (value) => {
    expect(write({ as: 'quantity' }, value)).toBe('–');
  });

  it('keeps zero', () => {
    expect(write({ as: 'integer' }, 0)).toBe('0');
  });

  it('keeps nothing of a format for another language, zone or row', async () => {
    const polish = (await createTexts('pl')).t as Translate;
    const heat: Format = { as: 'quantity', unit: 'unit' };
    const day: Format = { as: 'date' };
    const text: Format = { as: 'text' };
    for (let twice = 0; twice < 2; twice++) {
      expect(write(heat, 1234.5, 'en', { unit: 'HCA' })).toBe(`1,234.5${narrow}units`);
      expect(write(heat, 1234.5, 'en', { unit: 'm³' })).toBe(`1,234.50${narrow}m³`);
      expect(write(heat, 1234.5, 'pl', { unit: 'kWh' })).toBe(`1${nbsp}234,5${narrow}kWh`);
      expect(write(text, true)).toBe('Yes');
      expect(formatValue(text, true, {}, { locale: 'pl', t: polish })).toBe('Tak');
      expect(write(day, '2026-03-28T23:30:00Z')).toBe('29.03.2026');
      const inLondon = { locale: 'en', t: t as Translate, timeZone: 'Europe/London' };
      expect(formatValue(day, '2026-03-28T23:30:00Z', {}, inLondon)).toBe('28.03.2026');
    }
  });

  it('labels enumerations', () => {
    expect(write({ as: 'enumeration', of: 'deviceCategory' }, 'HCA')).toBe('Heating');
    expect(write({ as: 'severity' }, 10)).toBe('Critical');
  });
});
