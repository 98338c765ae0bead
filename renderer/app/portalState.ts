import type { SessionUser } from '../../schemas/entities/account.ts';
import type { ManifestIndex } from '../../schemas/manifest/compiled.ts';

/** What the page is built from, in the query cache under `portalKey`. */
export interface PortalState {
  readonly index: ManifestIndex;
  readonly session: SessionUser | undefined;
  readonly isBlocked: boolean;
}

export const portalKey = ['portal'] as const;
