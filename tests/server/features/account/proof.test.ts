import { expect, it } from 'vitest';
import { createProof } from '../../../../server/features/account/proof.service.ts';
import { createLimits } from '../../../../server/identity/limits.ts';
import { noDirectory } from '../../../../server/identity/noDirectory.ts';

const at = new Date('2026-11-22T12:00:00Z');
const seconds = at.getTime() / 1000;
const prove = createProof({
  identity: { directory: noDirectory, endSession: async () => undefined },
  limits: createLimits(),
  now: () => at,
} as never);

it.each([
  ['never, as far as the provider says', undefined, false],
  ['five minutes and a second ago', seconds - 301, false],
  ['five minutes ago', seconds - 300, true],
  ['now', seconds, true],
])('of who signed in at a foreign provider %s', async (_when, authenticatedAt, isEnough) => {
  const session = { accountId: 1, authenticatedAt };
  const proof = prove.passwordAndCode(session as never, {});
  if (isEnough) await expect(proof).resolves.toBeUndefined();
  else await expect(proof).rejects.toMatchObject({ code: 'PROOF_REQUIRED' });
});
