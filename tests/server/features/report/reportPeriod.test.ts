import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { samplings } from '../../../../schemas/entities/report.ts';
import { reportJobTypes } from '../../../../schemas/kinds/reports.ts';
import { countDays, periodOf, samplesOf } from '../../../../server/features/report/reportPeriod.ts';
import { countSamples } from '../../../../server/features/report/reportSamples.ts';
import { localTime, plusDays } from './reportWorld.ts';

const zone = 'Europe/Prague';
const periodsFrom = (first: string, days: number) => ({ first, last: plusDays(first, days - 1) });

describe('the days of a report', () => {
  const definition = {
    reportName: 'Test',
    startDate: '2026-11-01',
    endDate: '2026-12-31',
  } as const;
  const at = (instant: string, accessSince: string | null = null) => ({
    now: new Date(instant),
    accessSince,
  });

  it('end today at the latest, by the clock of the property', () => {
    const given = { ...definition, reportType: 'FLAT_CONSUMPTION' } as const;
    const evening = at('2026-11-20T23:30:00Z');
    expect(periodOf(given, zone, evening)).toEqual({ first: '2026-11-01', last: '2026-11-21' });
    expect(periodOf(given, 'Europe/London', evening)?.last).toBe('2026-11-20');
  });

  it('begin where the account may see; none are left of what ended before', () => {
    const given = { ...definition, reportType: 'FLAT_CONSUMPTION' } as const;
    const noon = '2026-11-20T12:00:00Z';
    expect(periodOf(given, zone, at(noon, '2026-11-07'))?.first).toBe('2026-11-07');
    expect(periodOf(given, zone, at(noon, '2026-10-07'))?.first).toBe('2026-11-01');
    expect(periodOf(given, zone, at(noon, '2026-11-21'))).toBeUndefined();
  });

  it('of a job are those up to yesterday, of errors those up to now', () => {
    const noon = at('2026-11-20T12:00:00Z');
    const job = { ...definition, reportType: 'DEVICE_READING_JOB', timeBackwards: 7 } as const;
    expect(periodOf(job, zone, noon)).toEqual({ first: '2026-11-13', last: '2026-11-19' });
    const usual = { first: '2026-10-20', last: '2026-11-19' };
    for (const reportType of reportJobTypes) {
      const days = { numberOfDays: 31, startDate: '2026-01-01', endDate: '2026-01-31' };
      expect(periodOf({ reportName: 'Test', reportType, ...days }, zone, noon)).toEqual(usual);
    }
    const errors = { ...definition, reportType: 'AMM_ERROR_LIST' } as const;
    expect(periodOf(errors, zone, noon)).toEqual({ first: '2026-10-20', last: '2026-11-20' });
  });
});

describe('samples', () => {
  it('are whole buckets, but for the ends', () => {
    const weeks = samplesOf({ first: '2026-10-21', last: '2026-11-03' }, 'WEEKLY', zone);
    expect(weeks.map(({ first, last, bucket }) => [first, last, bucket])).toEqual([
      ['2026-10-21', '2026-10-25', undefined],
      ['2026-10-26', '2026-11-01', 'WEEKLY'],
      ['2026-11-02', '2026-11-03', undefined],
    ]);
    const [year] = samplesOf({ first: '2026-12-01', last: '2026-12-31' }, 'MONTHLY', zone);
    expect(year).toMatchObject({ bucket: 'MONTHLY', until: localTime(zone, '2027-01-01') });
  });

  it('follow each other from the first to the last day, and are as many as were foretold', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 1500 }),
        fc.integer({ min: 1, max: 420 }),
        fc.constantFrom(...samplings),
        (offset, days, sampling) => {
          const period = periodsFrom(plusDays('2024-01-01', offset), days);
          const samples = samplesOf(period, sampling, zone);
          expect(samples[0]?.from).toBe(localTime(zone, period.first));
          expect(samples.at(-1)?.until).toBe(localTime(zone, plusDays(period.last, 1)));
          const gaps = samples.filter(
            ({ from, first }, at) =>
              at > 0 &&
              (samples[at - 1]?.until !== from ||
                plusDays(samples[at - 1]?.last ?? '', 1) !== first),
          );
          expect(gaps).toEqual([]);
          expect(samples.reduce((sum, sample) => sum + countDays(sample), 0)).toBe(days);
          expect(samples).toHaveLength(countSamples(period, { sampling }));
        },
      ),
      { numRuns: 60 },
    );
  });
});
