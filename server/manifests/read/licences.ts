import type { Feature } from '../../../schemas/entities/access.ts';
import { featuresOf } from '../../../schemas/entities/featureSets.ts';
import { moduleFileSchema } from '../../../schemas/manifest/files.ts';
import { toValue } from '../ground/located.ts';
import type { LoadedFiles } from './load.ts';

/** The features that license each module, as its file is written: the same in all markets. */
export function readLicences({ modules }: LoadedFiles): Map<string, readonly Feature[]> {
  return new Map(
    [...modules].flatMap(([id, { file }]) => {
      // The licence alone: other members may be written in ways that are for the markets, too.
      const written = file && (toValue(file) as { readonly licence?: unknown } | null);
      const parsed = written && moduleFileSchema.shape.licence.safeParse(written.licence);
      const features = parsed?.data?.anyFeature ?? [];
      // As it is written: the whole of a short form is for the markets.
      const whole = typeof features === 'string' ? featuresOf(features) : features;
      return parsed?.success ? [[id, whole] as const] : [];
    }),
  );
}
