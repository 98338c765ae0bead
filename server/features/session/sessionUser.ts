import type { SessionUser } from '../../../schemas/entities/account.ts';
import type { ManifestService } from '../../manifests/service.ts';
import type { Session } from '../../session.ts';

/** Who asks, as the page gets it, with the instance that the market's file says. */
export function readSessionUser(
  { user }: Session,
  { manifests }: { manifests: Pick<ManifestService, 'market'> },
): SessionUser {
  return { ...user, instance: manifests.market(user.country).instance };
}
