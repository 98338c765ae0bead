import type { SessionUser } from '../../../schemas/entities/account.ts';
import type { ManifestService } from '../../manifests/serve/service.ts';
import type { Session } from '../../session.ts';

/** Who asks, as the page gets it, with what the market's file and the operator say. */
export function readSessionUser(
  { user, preview }: Session,
  {
    manifests,
    phoneMessages = false,
  }: { manifests: Pick<ManifestService, 'market'>; phoneMessages?: boolean },
): SessionUser {
  return {
    ...user,
    instance: manifests.market(user.country).instance,
    previewId: preview?.id ?? null,
    previewedBy: preview?.actor.user.username ?? null,
    previewEndsAt: preview?.endsAt ?? null,
    lacksPhoneMessages: !phoneMessages,
  };
}
