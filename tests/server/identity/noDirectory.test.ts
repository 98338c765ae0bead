import { expect, it } from 'vitest';
import { unlinkedSubject } from '../../../server/identity/accounts.repository.ts';
import { noDirectory } from '../../../server/identity/noDirectory.ts';

it('a directory that the portal may not change refuses what people have to do there', async () => {
  for (const refused of [
    noDirectory.setPassword('a', 'b'),
    noDirectory.setEmail('a', 'b'),
    noDirectory.removeTotp('a'),
  ]) {
    await expect(refused).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      message: expect.stringContaining('OIDC_ADMIN_CLIENT_ID'),
    });
  }
});

it('what the portal does for itself goes on without it', async () => {
  expect(noDirectory.keeper).toBe('NONE');
  expect(await noDirectory.hasTotp('a')).toBe(false);
  expect(await noDirectory.findRoles('a')).toBeUndefined();
  await noDirectory.setEnabled('a', false);
  await noDirectory.setRoles('a', []);
  await noDirectory.endSession('a', 'b');
  await noDirectory.endSessions('a');
});

it('an account that is made waits for the first sign-in under its name', async () => {
  const account = { username: 'Anna', email: 'a@example.org', name: 'A', roles: [] };
  expect(await noDirectory.create(account)).toBe(unlinkedSubject('anna'));
});
