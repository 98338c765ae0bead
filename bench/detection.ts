import { type MeasuredType, measuredKinds } from '../schemas/kinds/warnings.ts';
import { timeframeOf } from '../server/warnings/detect.ts';
import { co2Scenario, humidityScenario, temperatureScenario } from './detection/gauges.ts';
import { measureHouseholds } from './detection/households.ts';
import { type Circumstances, day, hour, type Scenario } from './detection/scenario.ts';
import { judge, type Outcome, share, summarizeOutcomes } from './detection/score.ts';
import { highScenario, leakageScenario, spillScenario } from './detection/water.ts';
import type { Options, Size } from './options.ts';
import { print } from './store.ts';

const required = 0.95;
/** Devices of each type. */
const sizes = { full: 600, small: 100, tiny: 4 } as const satisfies Record<Size, number>;
/** Readings of a hundred that get lost on their way, beside those of gaps. */
const lossesOf = (type: MeasuredType) => (type === 'LEAKAGE' ? [0, 0.5, 2] : [0.5]);

type Making = (given: Circumstances) => Scenario;
const scenarios: Readonly<Partial<Record<MeasuredType, Making>>> = {
  WATER_SPILL: spillScenario,
  LEAKAGE: leakageScenario,
  TEMPERATURE: temperatureScenario,
  HIGH_WATER_CONSUMPTION: highScenario,
  HUMIDITY: humidityScenario,
  CO2: co2Scenario,
};

/**
 * How well warnings are noticed (docs/warnings.md, «How well»): devices whose readings are made with
 * known faults in them go through metering and detection with the default limits. Then a year of real
 * households, of which nobody knows what was wrong.
 */
export async function run({ size }: Options): Promise<void> {
  for (const [type, make] of Object.entries(scenarios) as [MeasuredType, Making][]) {
    for (const lostPercent of lossesOf(type)) {
      const outcomes: Outcome[] = [];
      for (let number = 0; number < sizes[size]; number++) {
        const scenario = make({ number, lostPercent });
        outcomes.push(await judge(type, measuredKinds[type].defaults, scenario));
      }
      const given = { benchmark: 'detection', type, lostPercent };
      print({ ...given, ...summarizeOutcomes(outcomes, durationOf(type)), required });
      for (const line of classesOf(type, outcomes)) print({ ...given, ...line });
    }
  }
  await measureHouseholds(size);
}

function durationOf(type: MeasuredType): number {
  const limits = measuredKinds[type].defaults;
  const count = 'days' in limits ? limits.days : limits.hours;
  return count * (timeframeOf(type) === 'DAILY' ? day : hour);
}

/** From where on a leakage or a spill is of the next class, in l/h; and in hours. */
const classes: Readonly<
  Partial<Record<MeasuredType, { figures: readonly number[]; hours: readonly number[] }>>
> = {
  LEAKAGE: { figures: [0.5, 2, 4, 5, 10, 20, 40], hours: [2, 24, 27, 48, 720] },
  WATER_SPILL: { figures: [300, 750, 1500, 2500, 4000], hours: [0.5, 2, 12] },
};

function classesOf(type: MeasuredType, outcomes: readonly Outcome[]) {
  const { figures = [], hours = [] } = classes[type] ?? {};
  const planted = outcomes.flatMap((one) => one.planted);
  const between = (value: number, list: readonly number[], index: number) =>
    value >= (list[index] as number) && value < (list[index + 1] as number);
  return figures.slice(1).flatMap((above, size) =>
    hours.slice(1).flatMap((longest, length) => {
      const own = planted.filter(({ from, until, size: figure }) => {
        return between(figure, figures, size) && between((until - from) / hour, hours, length);
      });
      if (own.length === 0) return [];
      const noticed = own.filter(({ episodes }) => episodes.length > 0).length;
      return {
        litresPerHour: [figures[size], above],
        hours: [hours[length], longest],
        planted: own.length,
        noticed,
        share: share(noticed, own.length),
      };
    }),
  );
}
