import { expect, it } from 'vitest';
import { shareOf } from '../../../../server/features/consumption/edgeGaps.repository.ts';

const shares = [
  { deviceId: 1, tenantId: 7, category: 'COLD_WATER_METER', share: 1 },
  { deviceId: 2, tenantId: 7, category: 'COLD_WATER_METER', share: 20 },
  { deviceId: 3, tenantId: 7, category: 'HOT_WATER_METER', share: 300 },
  { deviceId: 7, tenantId: null, category: 'COLD_WATER_METER', share: 4000 },
] as const;

it.each([
  ['device', 2, 20],
  ['device', 7, 4000],
  ['device', 3, 0],
  ['tenant', 7, 21],
  ['tenant', 1, 0],
  ['property', 99, 4021],
] as const)('of a %s %i a total leaves out what gaps have beyond its period', (kind, id, share) => {
  expect(shareOf(shares as never, kind, id, 'COLD_WATER_METER')).toBe(share);
});
