import type { Feature } from '../../schemas/entities/access.ts';
import type { DeviceCategory } from '../../schemas/entities/device.ts';
import type { Alert, Urgency } from '../../schemas/entities/warning.ts';
import {
  type MeasuredType,
  smokeCategories,
  warnedCategories,
} from '../../schemas/entities/warningLimits.ts';

/** What the portal knows of each alert, besides its limits. */
interface AlertFacts {
  /** Whoever sees it has this in the property's package. */
  readonly feature: Feature;
  /** Whether it is raised where nobody has set anything. */
  readonly isOn: boolean;
  /** Null: the limits say it. */
  readonly urgency: Urgency | null;
}

interface WatchedKind {
  readonly category: DeviceCategory;
  readonly isMain: boolean;
}

export const alertFacts: Readonly<Record<Alert, AlertFacts>> = {
  WATER_SPILL: { feature: 'WARNING_WATER_SPILL', isOn: true, urgency: 10 },
  LEAKAGE: { feature: 'WARNING_WATER_LEAKAGE', isOn: true, urgency: null },
  TEMPERATURE: { feature: 'WARNING_TEMPERATURE', isOn: false, urgency: 5 },
  HIGH_WATER_CONSUMPTION: {
    ...{ feature: 'WARNING_HIGH_WATER_CONSUMPTION', isOn: false, urgency: 5 },
  },
  HUMIDITY: { feature: 'WARNING_HIGH_HUMIDITY', isOn: false, urgency: 5 },
  CO2: { feature: 'WARNING_CO2', isOn: false, urgency: null },
  SMOKE: { feature: 'WARNING_SMOKE_DETECTION', isOn: true, urgency: 10 },
};

/** Whoever has one of them sees warnings of some kind. */
export const warningFeatures: readonly Feature[] = Object.values(alertFacts).map(
  ({ feature }) => feature,
);

export const measuredTypes = Object.keys(warnedCategories) as MeasuredType[];

/** What is noticed on a device. A main meter counts what all flats use, which never stands still. */
export function typesOf({ category, isMain }: WatchedKind): MeasuredType[] {
  if (isMain) return [];
  return measuredTypes.filter((type) => warnedCategories[type].includes(category));
}

/** Whether anything is noticed on a device. */
export function isWatched({ category, isMain }: WatchedKind): boolean {
  return smokeCategories.includes(category) || typesOf({ category, isMain }).length > 0;
}
