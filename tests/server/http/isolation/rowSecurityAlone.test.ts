import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { drawOnEmbedded } from '../../../support/alsoOnServer.ts';
import { closeMatrix, createMatrix, interrogate, type Matrix } from './interrogate.ts';
import { hasParts, type Principal } from './principals.ts';

/**
 * The same questions to a portal that has forgotten its own checks: every building is everybody's,
 * with all features and from its first day on. What the database's row-level security shows is all
 * that there is, and it isn't more.
 */
vi.mock('../../../../server/features/property/visible.repository.ts', () => ({
  visibleProperties: (account: string, features: string) =>
    `SELECT id AS property_id, NULL::date AS access_since,
       ARRAY(SELECT DISTINCT unnest(features) FROM permission_package) AS features
     FROM property WHERE ${account}::bigint > 0 AND ${features}::text[] IS NOT NULL`,
}));

let matrix: Matrix;
beforeAll(async () => {
  matrix = await createMatrix();
});
afterAll(() => closeMatrix(matrix));

/** Who has the rights to ask for data at all, and not those of staff. */
const principals = ['user', 'main user', 'level 2', 'other market', 'previewing'] as const;

/**
 * Of a building since whose first day: a rollup packs many days, and only the portal cuts it. The
 * ranking names none, and has a row of each; of another's building its row would tell the name, too.
 */
const isCutByPortal = (who: Principal, [id, thing, , told]: unknown[]) =>
  hasParts(who) &&
  (thing === 'since' || id === 'consumption.properties') &&
  String(told) === 'figures';

it.each(drawOnEmbedded(principals, 1, 'row security'))(
  '%s is told nothing of what they may not see',
  async (who) => {
    const { leaks, differing, broken, shown } = await interrogate(matrix, who);
    const rest = leaks.filter((leak) => !isCutByPortal(who, leak as unknown[]));
    expect({ leaks: rest, differing, broken }).toEqual({ leaks: [], differing: [], broken: [] });
    if (who !== 'other market') expect(shown.size).toBeGreaterThan(40);
  },
  120_000,
);
