import { describe, expect, it } from 'vitest';
import {
  addDays,
  addMonths,
  clampDay,
  readDay,
  weekdayOf,
  weeksOfMonth,
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
    expect(addMonths('2026-01-31', 1)).toBe('2026-02-28');
    expect(addMonths('2026-01-15', -1)).toBe('2025-12-15');
  });

  it('begins weeks on Monday', () => {
    expect(weekdayOf('2026-11-16')).toBe(0);
    const weeks = weeksOfMonth('2026-11-20');
    expect(weeks[0]?.[0]).toBe('2026-10-26');
    expect(weeks.at(-1)?.[6]).toBe('2026-12-06');
    expect(weeks.every((week) => week.length === 7)).toBe(true);
  });

  it('keeps a day within bounds', () => {
    const range = { first: '2026-01-10', last: '2026-01-20' };
    expect(clampDay('2026-01-01', range)).toBe('2026-01-10');
    expect(clampDay('2026-02-01', range)).toBe('2026-01-20');
    expect(clampDay('2026-01-15', range)).toBe('2026-01-15');
  });
});
