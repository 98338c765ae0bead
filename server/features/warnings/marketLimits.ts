import type { Country } from '../../../schemas/entities/market.ts';
import { urgencySchema } from '../../../schemas/entities/warning.ts';
import {
  defaultLimits,
  type Limits,
  type MeasuredType,
  warningLimits,
} from '../../../schemas/entities/warningLimits.ts';
import type { ManifestService } from '../../manifests/serve/service.ts';
import { alertFacts } from '../../warnings/alertFacts.ts';
import type { DefaultsOf } from '../../warnings/defaults.ts';

/** The form that begins with what counts for a type where nobody has set anything. */
export const warningForms = {
  WATER_SPILL: 'warnings.water-spill',
  LEAKAGE: 'warnings.leakage',
  TEMPERATURE: 'warnings.temperature',
  HIGH_WATER_CONSUMPTION: 'warnings.high-water-consumption',
  HUMIDITY: 'warnings.humidity',
  CO2: 'warnings.co2',
} as const satisfies Record<MeasuredType, string>;

/** What counts in a market where nobody has set anything: what its form of the type begins with. */
export function createMarketLimits(manifests: Pick<ManifestService, 'formDefaults'>): DefaultsOf {
  return (country: Country, type: MeasuredType) => {
    const said = manifests.formDefaults(country, warningForms[type]);
    // What the form leaves empty is as the portal has it; all of it is, should the two not agree.
    const laid = warningLimits[type].safeParse({ ...defaultLimits[type], ...said });
    const limits: Limits = laid.data ?? defaultLimits[type];
    const usual = alertFacts[type].urgency;
    const urgency = urgencySchema.safeParse(said['urgency']).data ?? usual;
    return { limits, urgency: usual === null ? null : urgency };
  };
}
