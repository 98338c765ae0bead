import type { Country } from '../../schemas/entities/market.ts';
import type { Urgency } from '../../schemas/entities/warning.ts';
import {
  defaultLimits,
  type Limits,
  type MeasuredType,
} from '../../schemas/entities/warningLimits.ts';
import { alertFacts } from './alertFacts.ts';

/** What counts in a market where nobody has set anything; the urgency is null where limits say it. */
export type DefaultsOf = (
  country: Country,
  type: MeasuredType,
) => { readonly limits: Limits; readonly urgency: Urgency | null };

/** The portal's own, in all markets. */
export const portalDefaults: DefaultsOf = (_country, type) => ({
  ...{ limits: defaultLimits[type], urgency: alertFacts[type].urgency },
});
