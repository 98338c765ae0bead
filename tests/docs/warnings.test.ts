import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { measuredKinds } from '../../schemas/kinds/warnings.ts';
import { ruleDefaults } from '../../server/warnings/rules.ts';

const text = readFileSync('docs/warnings.md', 'utf8');

test('the defaults of warnings are those that the page names', () => {
  const LEAKAGE = measuredKinds.LEAKAGE.defaults;
  const WATER_SPILL = measuredKinds.WATER_SPILL.defaults;
  const HIGH_WATER_CONSUMPTION = measuredKinds.HIGH_WATER_CONSUMPTION.defaults;
  const TEMPERATURE = measuredKinds.TEMPERATURE.defaults;
  const HUMIDITY = measuredKinds.HUMIDITY.defaults;
  const CO2 = measuredKinds.CO2.defaults;
  const { recovery, hysteresis } = ruleDefaults;
  const rows = [
    ['leakage', `${LEAKAGE.litresPerHour} l/h, ${LEAKAGE.hours} hours`],
    ['leakage', `critical above ${LEAKAGE.criticalLitresPerHour} l/h`],
    ['leakage', `${recovery.HOURLY} hours below the limit`],
    ['water spill', `${WATER_SPILL.litresPerHour} l/h, ${WATER_SPILL.hours} hour`],
    [
      'high water consumption',
      `${HIGH_WATER_CONSUMPTION.litresPerDay} l, ${HIGH_WATER_CONSUMPTION.timesUsual} times, ${HIGH_WATER_CONSUMPTION.days} day`,
    ],
    ['high water consumption', `${recovery.DAILY} day that isn’t`],
    [
      'temperature',
      `${TEMPERATURE.lowest} °C, ${TEMPERATURE.highest} °C, ${TEMPERATURE.hours} hours`,
    ],
    ['high humidity', `${HUMIDITY.percent} %RH, ${HUMIDITY.hours} hours`],
    ['high humidity', `${hysteresis.HUMIDITY} %RH below`],
    ['CO₂', `${CO2.ppm.toLocaleString('en')} ppm, ${CO2.hours} hours`],
    ['CO₂', `critical above ${CO2.criticalPpm.toLocaleString('en')} ppm`],
    ['CO₂', `${hysteresis.CO2} ppm below`],
  ];
  const missing = rows.filter(([name, figure = '']) => {
    const row = text.split('\n').find((line) => line.startsWith(`| ${name} |`));
    return !row?.replaceAll("'", '’').includes(figure);
  });
  expect(missing).toEqual([]);
  expect(hysteresis.TEMPERATURE).toBe(0.5);
  expect(text).toContain(
    `known days among the ${ruleDefaults.usualDays} before. While fewer than ${ruleDefaults.fewestUsualDays} of them`,
  );
});
