import type { AlarmKind } from '../warningKind.ts';

/** What a detector tells by an alarm counter or an event. */
export const smoke = {
  type: 'SMOKE',
  feature: 'WARNING_SMOKE_DETECTION',
  categories: ['SMOKE_DETECTOR'],
  unit: 'count',
  isOn: true,
  urgency: 10,
} as const satisfies AlarmKind;
