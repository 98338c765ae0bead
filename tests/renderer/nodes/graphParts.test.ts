import { describe, expect, it } from 'vitest';
import { spanAround, spanInside } from '../../../renderer/nodes/graph/drill.ts';
import { toCsv } from '../../../renderer/nodes/graph/graphCsv.ts';
import { bucketLabel, tickLabel } from '../../../renderer/nodes/graph/graphDates.ts';
import { changePercent, hasValues, toPoints } from '../../../renderer/nodes/graph/graphPoints.ts';
import type { Graph } from '../../../schemas/entities/consumption.ts';

const place = { locale: 'pl', timeZone: 'Europe/Warsaw' };
const march = '2026-02-28T23:00:00.000Z';

function graph(part: Partial<Graph> = {}): Graph {
  return {
    category: 'COLD_WATER_METER',
    group: 'COLD_WATER',
    kind: 'register',
    unit: 'm³',
    timeframe: 'MONTHLY',
    timeZone: 'Europe/Warsaw',
    periodBegin: '2026-03-01',
    periodEnd: '2026-04-30',
    series: [
      {
        role: 'CURRENT',
        starts: [march, '2026-03-31T22:00:00.000Z'],
        values: [12, null],
        statuses: ['MEASURED', 'MISSING'],
        coverage: [{ measured: 0.75, interpolated: 0.25, unknown: 0 }, null],
        total: 12,
      },
      {
        role: 'COMPARE',
        starts: ['2025-02-28T23:00:00.000Z'],
        values: [10],
        statuses: ['ESTIMATED'],
        total: 10,
      },
    ],
    ...part,
  };
}

describe('the names of buckets', () => {
  it('are those of the property’s clock on both days of its change', () => {
    const hours = [
      '2026-03-29T00:00:00Z',
      '2026-03-29T01:00:00Z',
      '2026-10-25T00:00:00Z',
      '2026-10-25T01:00:00Z',
    ];
    expect(hours.map((hour) => tickLabel(hour, 'HOURLY', place))).toEqual([
      '01:00',
      '03:00',
      '02:00',
      '02:00',
    ]);
    expect(hours.slice(2).map((hour) => bucketLabel(hour, 'HOURLY', place))).toEqual([
      '25.10.2026 02:00 (GMT+2)',
      '25.10.2026 02:00 (GMT+1)',
    ]);
  });

  it('say day, week and month', () => {
    expect(tickLabel(march, 'MONTHLY', place)).toBe('mar');
    expect(bucketLabel(march, 'MONTHLY', place)).toBe('marzec 2026');
    expect(bucketLabel('2026-03-01T23:00:00Z', 'WEEKLY', place)).toBe('02.03.2026–08.03.2026');
    expect(tickLabel('2026-03-01T23:00:00Z', 'DAILY', place)).toBe('02.03.');
  });
});

describe('points', () => {
  it('put both periods side by side, and know what is unknown', () => {
    const points = toPoints(graph());
    expect(points).toHaveLength(2);
    expect(changePercent(points[0] as (typeof points)[number])).toBeCloseTo(20);
    expect(changePercent(points[1] as (typeof points)[number])).toBeNull();
    expect(hasValues(points)).toBe(true);
    expect(hasValues(toPoints(graph({ series: [] })))).toBe(false);
  });

  it('become a file with a line each', () => {
    expect(toCsv(graph(), [], 'pl').split('\r\n')).toEqual([
      'start;value [m³];status;interpolated share;unknown share;compare start;compare value [m³];compare status;compare interpolated share;compare unknown share',
      '01.03.2026;12;MEASURED;0,25;0;01.03.2025;10;ESTIMATED;;',
      '01.04.2026;;MISSING;;;;;;;',
      '',
    ]);
    const [, english] = toCsv(graph({ timeframe: 'HOURLY' }), [], 'en').split('\r\n');
    expect(english).toBe('2026-03-01 00:00,12,MEASURED,0.25,0,2025-03-01 00:00,10,ESTIMATED,,');
  });
});

describe('drilling', () => {
  it('goes into what there is inside, and back', () => {
    expect(spanInside(graph({ inside: 'DAILY' }), march)).toEqual({
      timeframe: 'DAILY',
      begin: '2026-03-01',
      end: '2026-03-31',
    });
    expect(spanInside(graph({ timeframe: 'DAILY', inside: 'HOURLY' }), march)).toEqual({
      timeframe: 'HOURLY',
      begin: '2026-03-01',
      end: '2026-03-01',
    });
    expect(spanInside(graph({ timeframe: 'DAILY' }), march)).toBeUndefined();
    expect(spanAround(graph({ timeframe: 'HOURLY', periodBegin: '2026-03-29' }))).toEqual({
      timeframe: 'DAILY',
      begin: '2026-03-01',
      end: '2026-03-31',
    });
    expect(spanAround(graph())).toBeUndefined();
  });
});
