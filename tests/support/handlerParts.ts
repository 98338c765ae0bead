import { createBackgroundWork } from '../../server/backgroundWork.ts';
import { createLimits } from '../../server/identity/limits.ts';
import { noDirectory } from '../../server/identity/noDirectory.ts';

/** An identity for tests in which nobody signs in or out by it. */
export const noIdentity = {
  directory: noDirectory,
  endSession: async () => undefined,
  endByLogoutToken: undefined,
  onLocked: () => undefined,
  openLock: async () => undefined,
  provider: undefined,
};

/** What handlers need beside the parts that a test is about. */
export function handlerParts() {
  return {
    identity: noIdentity,
    limits: createLimits(),
    background: createBackgroundWork({
      error: (detail: unknown) => {
        throw new Error(`Work in the background failed: ${JSON.stringify(detail)}`);
      },
    }),
    publicUrl: 'http://localhost',
  };
}
