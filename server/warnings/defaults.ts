import type { Country } from '../../schemas/entities/market.ts';
import type { Urgency } from '../../schemas/entities/warning.ts';
import { type Limits, type MeasuredType, measuredKinds } from '../../schemas/kinds/warnings.ts';

/** What counts in a market where nobody has set anything; the urgency is null where limits say it. */
export type DefaultsOf = (
  country: Country,
  type: MeasuredType,
) => { readonly limits: Limits; readonly urgency: Urgency | null };

/** The portal's own, in all markets. */
export const portalDefaults: DefaultsOf = (_country, type) => {
  const { defaults: limits, urgency } = measuredKinds[type];
  return { limits, urgency };
};
