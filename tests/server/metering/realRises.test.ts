import path from 'node:path';
import { parse } from 'csv-parse';
import { beforeAll, describe, expect, it } from 'vitest';
import { openCsv } from '../../../server/imports/daiad.ts';
import {
  countFlows,
  flowBetween,
  maxFlow,
  plausibilityDefaults,
} from '../../../server/metering/plausibility.ts';
import { type Reading, unwrap } from '../../../server/metering/registers.ts';

/** What is doubted of a year of 92 real households (tests/data/daiad-water-2016/README.md). */

const file = path.resolve(import.meta.dirname, '../../data/daiad-water-2016/daiad-water-2016.zip');
const hour = 3_600_000;
const flat = { category: 'COLD_WATER_METER', tenantId: 1, isMain: false } as const;
const households = new Map<string, Reading[]>();

beforeAll(async () => {
  const lines = (await openCsv(file)).pipe(parse({ delimiter: ';', from_line: 2 }));
  for await (const [user, datetime, litres] of lines as AsyncIterable<string[]>) {
    const [, day, month, year, clock] = /^(\d+)\/(\d+)\/(\d+) (.+)$/.exec(datetime ?? '') ?? [];
    const at = Date.parse(`${year}-${month}-${day}T${clock}Z`);
    const readings = households.get(user as string) ?? [];
    households.set(user as string, readings);
    readings.push({ at, value: Number(litres) * 1000, quality: 0 });
  }
  for (const [user, readings] of households) {
    readings.sort((a, b) => a.at - b.at);
    households.set(
      user,
      readings.filter(({ at }, index) => at !== readings[index - 1]?.at),
    );
  }
}, 120_000);

function judge(readings: readonly Reading[]) {
  const flows: number[] = [];
  countFlows(flows, readings, hour, 1);
  const most = maxFlow(flat, flows);
  const traits = { resetsYearly: false, timeZone: 'UTC', usual: hour, maxFlow: most };
  return unwrap(readings, [], traits).rises;
}

/** The flow that 95 in a hundred hours with use stay below; 0 when there are too few of them. */
function usualTop(readings: readonly Reading[]): number {
  const flows = readings
    .slice(1)
    .map((one, index) => flowBetween(readings[index] as Reading, one, hour))
    .filter((flow) => flow >= 1)
    .sort((a, b) => a - b);
  if (flows.length < plausibilityDefaults.fewestFlows) return 0;
  return flows[Math.ceil(0.95 * flows.length) - 1] as number;
}

describe('a year of real households', () => {
  it('has four rises that no flat can use, of one register that another’s was mixed into', () => {
    expect(households.size).toBe(92);
    const litres = [...households.values()].flatMap((readings) =>
      judge(readings).map(({ value, previousValue }) => (value - previousValue) / 1000),
    );
    expect(litres.sort((a, b) => a - b)).toEqual([248_243, 248_459, 248_502, 248_541]);
  });

  it('has every rise doubted that is planted twenty times above its usual top', () => {
    let planted = 0;
    const missed: string[] = [];
    for (const [user, readings] of households) {
      const top = usualTop(readings);
      if (top === 0) continue;
      for (const times of [20, 30, 100]) {
        const place = Math.floor(readings.length / 2);
        const at = (readings[place] as Reading).at;
        const previous = readings[place - 1] as Reading;
        // In an hour of its own, so that what is planted is the flow.
        const use = Math.ceil((times * top * Math.max(hour, at - previous.at)) / hour);
        const changed = readings.map((one, index) =>
          index < place ? one : { ...one, value: one.value + use },
        );
        planted += 1;
        if (!judge(changed).some((rise) => rise.at === at)) missed.push(`${user} ${times}`);
      }
    }
    expect(missed).toEqual([]);
    expect(planted).toBeGreaterThan(240);
  });
});
