import type { Feature } from '../../../schemas/entities/access.ts';
import type { Country } from '../../../schemas/entities/market.ts';
import { packageDraftSchema } from '../../../schemas/entities/permissionPackage.ts';
import type { TakeLines } from '../../imports/importBatch.ts';
import { eachLine } from '../../imports/outcome.ts';
import type { createPermissionPackageService } from '../permissionPackage/permissionPackage.service.ts';
import { asLineFault, readDraft, readFeatures, withDuplicates } from './cells.ts';

/** Makes packages, or brings those of the same name up to date. */
export function createTakePackages(deps: {
  readonly offered: (country: Country) => readonly Feature[];
  readonly packages: Pick<ReturnType<typeof createPermissionPackageService>, 'write'>;
}): TakeLines {
  return async (tx, { country, actorId }, lines) => {
    let duplicates = 0;
    const outcome = await eachLine(lines, async ({ cells }) => {
      const draft = readDraft(packageDraftSchema, {
        name: cells.name ?? '',
        features: readFeatures(cells.features, deps.offered(country)),
        ...(cells.description && { description: cells.description }),
      });
      const by = { country, actorId };
      if (!(await asLineFault(() => deps.packages.write(tx, by, draft)))) duplicates += 1;
    });
    return withDuplicates(outcome, duplicates);
  };
}
