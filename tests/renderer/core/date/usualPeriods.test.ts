import { describe, expect, it } from 'vitest';
import {
  areSame,
  type Days,
  stepFrom,
  usualPeriods,
} from '../../../../renderer/core/date/usualPeriods.ts';
import { usualPeriodNames } from '../../../../schemas/usualPeriods.ts';

/** Which days usual periods are, and which stand before and after: no page of a test gets to a leap day. */

const days = (begin: string, end: string): Days => ({ begin, end });

describe('usual periods', () => {
  it.each([
    ['2026-11-27', '2026-11', '2026-10', '31', '2025-12'],
    ['2026-03-31', '2026-03', '2026-02', '28', '2025-04'],
    ['2028-03-31', '2028-03', '2028-02', '29', '2027-04'],
    ['2026-01-01', '2026-01', '2025-12', '31', '2025-02'],
  ])('on %s are whole months and years', (today, month, before, last, first) => {
    const { thisMonth, lastMonth, thisYear, lastTwelveMonths } = usualPeriods(today);
    expect(thisMonth.begin).toBe(`${month}-01`);
    expect(lastMonth).toEqual(days(`${before}-01`, `${before}-${last}`));
    expect(thisYear).toEqual(days(`${today.slice(0, 4)}-01-01`, `${today.slice(0, 4)}-12-31`));
    expect(lastTwelveMonths).toEqual(days(`${first}-01`, thisMonth.end));
  });

  it('are the same where only days to come differ', () => {
    const { thisMonth } = usualPeriods('2026-11-27');
    expect(areSame(thisMonth, days('2026-11-01', '2026-11-27'), '2026-11-27')).toBe(true);
    expect(areSame(thisMonth, days('2026-11-01', '2026-11-26'), '2026-11-27')).toBe(false);
  });
});

describe('the period before and after', () => {
  const today = '2026-11-27';
  it.each([
    ['a month', ['2026-03-01', '2026-03-31'], ['2026-02-01', '2026-02-28']],
    ['this month so far', ['2026-11-01', today], ['2026-10-01', '2026-10-31']],
    ['this year so far', ['2026-01-01', today], ['2025-01-01', '2025-12-31']],
    ['twelve months so far', ['2025-12-01', today], ['2024-12-01', '2025-11-30']],
    ['a leap year', ['2025-01-01', '2025-12-31'], ['2024-01-01', '2024-12-31']],
    // 25 October has 25 hours, and 29 March 23.
    ['days over a change of the clock', ['2026-10-20', '2026-10-26'], ['2026-10-13', '2026-10-19']],
    ['days over the other one', ['2026-03-28', '2026-03-30'], ['2026-03-25', '2026-03-27']],
    ['one day', ['2026-03-01', '2026-03-01'], ['2026-02-28', '2026-02-28']],
  ] as const)('of %s', (_, [begin, end], [beforeBegin, beforeEnd]) => {
    const period = days(begin, end);
    const before = stepFrom(period, -1, today) as Days;
    expect(before).toEqual(days(beforeBegin, beforeEnd));
    const back = stepFrom(before, 1, today) as Days;
    expect(areSame(back, period, today)).toBe(true);
  });

  it('doesn’t begin after today', () => {
    for (const name of usualPeriodNames.filter((one) => one !== 'lastMonth')) {
      expect(stepFrom(usualPeriods(today)[name], 1, today)).toBeUndefined();
    }
  });

  it('is that of those which are offered, and none outside of them', () => {
    const offered = [
      days('2025-06-01', '2026-05-31'),
      days('2023-06-01', '2024-05-31'),
      days('2024-06-01', '2025-05-31'),
    ];
    const step = (period: Days, direction: -1 | 1) => stepFrom(period, direction, today, offered);
    expect(step(days('2024-06-01', '2025-05-31'), -1)).toEqual(offered[1]);
    expect(step(days('2024-06-01', '2025-05-31'), 1)).toEqual(offered[0]);
    // Two of them, before which there is one.
    expect(step(days('2024-06-01', '2026-05-31'), -1)).toEqual(offered[1]);
    expect(step(days('2023-06-01', '2024-05-31'), -1)).toBeUndefined();
    expect(step(days('2025-06-01', '2026-05-31'), 1)).toBeUndefined();
    expect(step(days('2026-03-01', '2026-03-31'), -1)).toEqual(days('2026-02-01', '2026-02-28'));
  });
});
