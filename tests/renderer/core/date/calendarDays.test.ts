import { describe, expect, it } from 'vitest';
import {
  addDays,
  clampDay,
  dateOf,
  dayOf,
  lastDayOfMonth,
  readDay,
} from '../../../../renderer/core/date/calendarDays.ts';

describe('days of the calendar', () => {
  it.each([
    ['05.03.2026', '2026-03-05'],
    ['5.3.2026', '2026-03-05'],
    [' 5. 3. 2026 ', '2026-03-05'],
    ['5/3/2026', '2026-03-05'],
    ['2026-03-05', '2026-03-05'],
    ['29.02.2024', '2024-02-29'],
    ['29.02.2026', undefined],
    ['31.04.2026', undefined],
    ['12.13.2026', undefined],
    ['tomorrow', undefined],
    ['', undefined],
  ])('reads «%s»', (typed, day) => {
    expect(readDay(typed)).toBe(day);
  });

  it('counts over the ends of months, years and summer time', () => {
    expect(addDays('2026-03-28', 2)).toBe('2026-03-30');
    expect(addDays('2025-12-31', 1)).toBe('2026-01-01');
    expect(addDays('2026-10-26', -1)).toBe('2026-10-25');
    expect(lastDayOfMonth('2024-02-10')).toBe('2024-02-29');
    expect(lastDayOfMonth('2026-10-31')).toBe('2026-10-31');
  });

  it('is the same day as a date of the reader’s zone', () => {
    expect(dateOf('2026-03-29').getHours()).toBe(0);
    expect(dayOf(dateOf('2026-03-29'))).toBe('2026-03-29');
    expect(dayOf(new Date(2026, 9, 25, 23, 59))).toBe('2026-10-25');
  });

  it('keeps a day within bounds', () => {
    const range = { first: '2026-01-10', last: '2026-01-20' };
    expect(clampDay('2026-01-01', range)).toBe('2026-01-10');
    expect(clampDay('2026-02-01', range)).toBe('2026-01-20');
    expect(clampDay('2026-01-15', range)).toBe('2026-01-15');
  });
});
