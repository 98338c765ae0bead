import { describe, expect, test } from 'vitest';
import { balanceMainMeters } from '../../../server/demo/mainMeters.ts';
import { type PlannedDevice, planProperties } from '../../../server/demo/plan.ts';
import { createHistory } from '../../../server/demo/readings.ts';
import { demoMarkets } from '../../support/markets.ts';

const size = { properties: 12, months: 3, seed: 7, until: '2026-11-20' };
const now = Date.parse('2026-11-20T23:59:00Z');
const planned = planProperties(size, demoMarkets);
const balanced = planned.map((property, at) => balanceMainMeters(property, size, at));

/** What a meter counts over all days, exchanges and roll-overs left aside. */
function useOf(device: PlannedDevice, timeZone: string): number {
  const events = { ...device.events, hasExchange: false, rollsOver: false, hasGap: false };
  const { readings } = createHistory({ ...device, events }, timeZone, size, now);
  return (readings.at(-1)?.value ?? 0) - (readings[0]?.value ?? 0);
}

describe('main meters of the demo', () => {
  test('count what the meters behind them do, and somewhat more; some much more', () => {
    const shares = balanced.map(({ mainMeters, tenants, market }) => {
      const [main] = mainMeters as [PlannedDevice];
      const { silentDays: _silent, unreadDays: _unread, ...heard } = main;
      const behind = tenants
        .flatMap(({ devices }) => devices)
        .filter(({ category }) => category.endsWith('WATER_METER'))
        // A leak in a flat is drawn by chance, and no part of the plan.
        .map((device) => ({ ...device, events: { ...device.events, hasLeak: false } }))
        .reduce((sum, device) => sum + useOf(device, market.timeZone), 0);
      return useOf(heard, market.timeZone) / behind - 1;
    });
    expect(shares).toHaveLength(12);
    for (const [at, share] of shares.entries()) {
      const [least, most] = at % 6 === 5 ? [0.1, 0.26] : [-0.02, 0.12];
      expect(share, `property ${at}`).toBeGreaterThan(least);
      expect(share, `property ${at}`).toBeLessThan(most);
    }
  });

  test('one is silent, one wasn’t read around the first of a month, and nothing else changes', () => {
    const mains = balanced.map(({ mainMeters }) => mainMeters[0]);
    expect(mains.map((main) => main?.silentDays !== undefined).indexOf(true)).toBe(8);
    expect(mains[4]?.unreadDays).toEqual({ first: '2026-09-26', last: '2026-10-06' });
    expect(balanced.map(({ tenants }) => tenants)).toEqual(planned.map(({ tenants }) => tenants));
    const history = createHistory(mains[4] as PlannedDevice, 'Europe/Warsaw', size, now);
    const days = new Set(history.readings.map(({ at }) => new Date(at).toISOString().slice(0, 10)));
    expect(days.has('2026-09-25')).toBe(true);
    expect(days.has('2026-10-01')).toBe(false);
    expect(days.has('2026-10-07')).toBe(true);
  });
});
