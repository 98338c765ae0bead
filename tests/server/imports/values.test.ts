import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  LineFault,
  parseInstant,
  parseValue,
  readInstants,
} from '../../../server/imports/values.ts';

/** What is read by a short way says the same as what is read by the long one. */

const register = { unit: 'm³', isGauge: false } as const;
const read = (text: string, given?: string) => {
  try {
    return parseValue(text, { ...register, given });
  } catch (error) {
    if (error instanceof LineFault) return error.code;
    throw error;
  }
};

describe('a value', () => {
  it('is the same in the device’s own unit, said or not', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^\d{0,14}([.,]\d{0,8})?$/), (text) => {
        expect(read(text)).toEqual(read(text, 'm³'));
      }),
    );
  });

  it.each([
    ['9007199254.740991', Number.MAX_SAFE_INTEGER],
    ['9007199254.740992', 'BAD_VALUE'],
    ['1234567890123', 'BAD_VALUE'],
    ['0000000000001', 'BAD_VALUE'],
    ['0.0000005', 1],
    ['12,', 12_000_000],
    ['.5', 'BAD_VALUE'],
    ['', 'BAD_VALUE'],
    ['1.2.3', 'BAD_VALUE'],
    ['-1', 'NEGATIVE'],
  ])('«%s» is %s', (text, found) => {
    expect(read(text)).toBe(found);
  });
});

describe('an instant', () => {
  const now = new Date('2026-01-01');
  it.each([
    ['2025-03-30T01:59', '2025-03-30T00:59:00.000Z'],
    ['2025-03-30T03:00', '2025-03-30T01:00:00.000Z'],
    ['2025-10-26 00:30:15', '2025-10-25T22:30:15.000Z'],
    ['2025-07-01T24:00Z', '2025-07-02T00:00:00.000Z'],
    ['2025-07-01T10:00:00.250Z', '2025-07-01T10:00:00.250Z'],
    ['2025-07-01T10:00:00.250', '2025-07-01T08:00:00.000Z'],
    ['2025-07-01T10:00:00+05:45', '2025-07-01T04:15:00.000Z'],
  ])('%s in Warsaw is %s', (text, at) => {
    expect(new Date(parseInstant(text, 'Europe/Warsaw', { now })).toISOString()).toBe(at);
  });

  it('may be two in the hour that autumn doubles, and none in the one that spring leaves out', () => {
    expect(readInstants('2025-10-26T02:30', 'Europe/Warsaw')).toHaveLength(2);
    expect(() => readInstants('2025-03-30T02:30', 'Europe/Warsaw')).toThrow('put forward');
    expect(() => readInstants('2025-02-29T02:30', 'Europe/Warsaw')).toThrow('no date');
  });

  it('is the same on every day of a zone as the clocks there say', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('Europe/Prague', 'America/St_Johns', 'Australia/Lord_Howe', 'Asia/Kolkata'),
        fc.date({ min: new Date('1995-01-01'), max: new Date('2025-12-31'), noInvalidDate: true }),
        (timeZone, date) => {
          const at = Math.floor(date.getTime() / 60_000) * 60_000;
          const local = new Intl.DateTimeFormat('sv-SE', {
            timeZone,
            dateStyle: 'short',
            timeStyle: 'medium',
          }).format(at);
          expect(readInstants(local, timeZone)).toContain(at);
        },
      ),
    );
  });
});
