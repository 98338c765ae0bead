import type { Feature } from '../../schemas/entities/access.ts';
import type { Alert, Urgency } from '../../schemas/entities/warning.ts';

/** What the portal knows of each alert, besides its limits. */
interface AlertFacts {
  /** Whoever sees it has this in the property's package. */
  readonly feature: Feature;
  /** Whether it is raised where nobody has set anything. */
  readonly isOn: boolean;
  /** Null: the limits say it. */
  readonly urgency: Urgency | null;
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

const cases = Object.entries(alertFacts).map(
  ([alert, { feature }]) => `WHEN '${alert}' THEN '${feature}'`,
);

/** SQL for the feature that the alert in the column `alert` asks for. */
export const featureOfAlert = `CASE alert ${cases.join(' ')} END`;
