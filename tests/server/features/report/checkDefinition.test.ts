import { describe, expect, it } from 'vitest';
import {
  type ReportDefinition,
  reportDefinitionSchema,
} from '../../../../schemas/entities/report.ts';
import { fieldsOf } from '../../../../schemas/entities/reportKinds.ts';
import { reportJobTypes, reportKinds, reportTypes } from '../../../../schemas/kinds/reports.ts';
import { AppError } from '../../../../server/errors.ts';
import { checkDefinition } from '../../../../server/features/report/checkDefinition.ts';
import { compareReportNames, completeLanguages } from '../../../support/labels.ts';
import { now } from './reportWorld.ts';

type Given = Partial<ReportDefinition>;

const base: ReportDefinition = {
  reportName: 'Test',
  reportType: 'DEVICE_READING',
  sampling: 'DAILY',
  startDate: '2026-01-01',
  endDate: '2026-01-31',
};

/** Field and rule of each fault. */
function faultsOf(given: Given): [string, string | undefined][] {
  try {
    checkDefinition({ ...base, ...given }, now);
    return [];
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    expect(error.code).toBe('VALIDATION_FAILED');
    expect(error.message).toBe(error.details[0]?.message);
    return error.details.map(({ field, rule }) => [field, rule]);
  }
}

describe('the range of a report', () => {
  // 2026-01-01 is the first day of each.
  it.each([
    ['DAILY', '2026-03-03', '2026-03-04', 'reportRangeDaily'],
    ['WEEKLY', '2027-02-24', '2027-02-25', 'reportRangeWeekly'],
    ['MONTHLY', '2027-02-02', '2027-02-03', 'reportRangeMonthly'],
  ] as const)('with %s values may be as long as until %s, not %s', (sampling, last, over, rule) => {
    expect(faultsOf({ sampling, endDate: last })).toEqual([]);
    expect(faultsOf({ sampling, endDate: over })).toEqual([['body.endDate', rule]]);
  });

  it.each([
    ['DAILY', 62, 'reportRangeDaily'],
    ['WEEKLY', 420, 'reportRangeWeekly'],
    ['MONTHLY', 398, 'reportRangeMonthly'],
  ] as const)('of a job with %s values is %i days back at most', (sampling, days, rule) => {
    const job = { reportType: 'DEVICE_READING_JOB', generationDay: 1, sampling } as const;
    expect(faultsOf({ ...job, timeBackwards: days })).toEqual([]);
    expect(faultsOf({ ...job, timeBackwards: days + 1 })).toEqual([['body.timeBackwards', rule]]);
  });

  it.each([
    ['DAILY', 2, 'MONTHS'],
    ['DAILY', 8, 'WEEKS'],
    ['MONTHLY', 13, 'MONTHS'],
    ['MONTHLY', 4, 'QUARTERS'],
    ['MONTHLY', 1, 'BILLING_PERIODS'],
  ] as const)('with %s values may be %i %s, and not one more', (sampling, count, timeUnit) => {
    const moving = { sampling, startDate: undefined, endDate: undefined, timeUnit };
    const job = { ...moving, reportType: 'DEVICE_READING_JOB', generationDay: 7 } as const;
    for (const given of [moving, job]) {
      expect(faultsOf({ ...given, timeBackwards: count })).toEqual([]);
      expect(faultsOf({ ...given, timeBackwards: count + 1 })).toEqual([
        ['body.timeBackwards', expect.stringMatching(/^reportRange/)],
      ]);
    }
    const late = faultsOf({ ...job, timeBackwards: count, generationDay: 8 });
    expect(late).toEqual(timeUnit === 'WEEKS' ? [['body.generationDay', 'weekday']] : []);
  });

  it('without samples is thirteen months at most', () => {
    const { sampling: _, ...unsampled } = base;
    const given = { ...unsampled, reportType: 'FLAT_CONSUMPTION', endDate: '2027-02-03' } as const;
    expect(faultsOf({ ...given, sampling: undefined })).toEqual([
      ['body.endDate', 'reportRangeMonthly'],
    ]);
  });

  it('doesn’t end before it begins, nor begin in the future', () => {
    expect(faultsOf({ endDate: '2025-12-31' })).toEqual([['body.endDate', 'endBeforeStart']]);
    expect(faultsOf({ startDate: '2026-11-22', endDate: '2026-11-23' })).toEqual([
      ['body.startDate', 'inFuture'],
    ]);
    expect(faultsOf({ startDate: '2026-11-20', endDate: '2026-11-30' })).toEqual([]);
  });
});

describe('a definition', () => {
  it('has what its type needs, all faults at once', () => {
    const nothing = { sampling: undefined, startDate: undefined, endDate: undefined };
    expect(faultsOf(nothing)).toEqual([
      ['body.sampling', 'required'],
      ['body.startDate', 'required'],
      ['body.endDate', 'required'],
    ]);
    expect(faultsOf({ ...nothing, reportType: 'AMM_ERROR_LIST' })).toEqual([]);
    expect(faultsOf({ ...nothing, reportType: 'ZERO_OR_LOW_CONSUMPTION' })).toEqual([
      ['body.numberOfDays', 'required'],
    ]);
    expect(faultsOf({ ...nothing, reportType: 'DEVICE_READING_JOB' })).toEqual([
      ['body.sampling', 'required'],
      ['body.generationDay', 'required'],
    ]);
  });

  it('names devices and columns that its type has, each once', () => {
    const flat = { reportType: 'AREA_ANALYSIS', deviceType: 'TEMPERATURE_LOGGER' } as const;
    expect(
      faultsOf({ ...flat, columns: [{ name: 'area' }, { name: 'volume' }, { name: 'area' }] }),
    ).toEqual([
      ['body.deviceType', 'choice'],
      ['body.columns.1.name', 'choice'],
      ['body.columns.2.name', 'uniqueItems'],
    ]);
    expect(faultsOf({ ...flat, deviceType: 'HCA', columns: [{ name: 'area' }] })).toEqual([]);
  });
});

describe('the types', () => {
  it.each([...reportTypes, ...reportJobTypes])('%s take fields that a definition has', (type) => {
    const { needs, takes } = fieldsOf(type);
    const known = Object.keys(reportDefinitionSchema.shape);
    for (const field of [...needs, ...takes, 'reportName']) expect(known).toContain(field);
    expect(needs.filter((field) => takes.includes(field))).toEqual([]);
  });

  it('a job’s days move with it; the rest is its type’s', () => {
    const sorted = (type: ReportDefinition['reportType']) => {
      const { needs, takes } = fieldsOf(type);
      return { needs: needs.toSorted(), takes: takes.toSorted() };
    };
    expect(sorted('ZERO_OR_LOW_CONSUMPTION').takes).toEqual(['endDate', 'minimumConsumption']);
    expect(sorted('ZERO_OR_LOW_CONSUMPTION_JOB').takes).not.toContain('endDate');
    expect(sorted('ZERO_OR_LOW_CONSUMPTION_JOB').takes).toContain('minimumConsumption');
    expect(sorted('DEVICE_READING_JOB').needs).toContain('generationDay');
    expect(sorted('DEVICE_READING_JOB').takes).toContain('timeBackwards');
  });

  it.each(completeLanguages)('have names in %s, and so has what licenses them', (language) => {
    const { found, wanted } = compareReportNames(language);
    expect(found).toEqual(wanted);
  });

  it.each(reportTypes)('%s have each column once', (type) => {
    const { columns } = reportKinds[type];
    expect(columns.length).toBeGreaterThan(5);
    expect(new Set(columns).size).toBe(columns.length);
  });
});
