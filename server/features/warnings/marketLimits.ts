import type { Country } from '../../../schemas/entities/market.ts';
import { urgencySchema } from '../../../schemas/entities/warning.ts';
import {
  type Limits,
  limitsSchema,
  type MeasuredType,
  measuredKinds,
} from '../../../schemas/kinds/warnings.ts';
import type { ManifestService } from '../../manifests/serve/service.ts';
import type { DefaultsOf } from '../../warnings/defaults.ts';

/** What counts in a market where nobody has set anything: what its form of the type begins with. */
export function createMarketLimits(manifests: Pick<ManifestService, 'formDefaults'>): DefaultsOf {
  return (country: Country, type: MeasuredType) => {
    const { form, defaults, urgency: usual } = measuredKinds[type];
    const given = manifests.formDefaults(country, form);
    // What the form leaves empty is as the portal has it; all of it is, should the two not agree.
    const laid = limitsSchema(type).safeParse({ ...defaults, ...given });
    const limits: Limits = laid.data ?? defaults;
    const urgency = urgencySchema.safeParse(given['urgency']).data ?? usual;
    return { limits, urgency: usual === null ? null : urgency };
  };
}
