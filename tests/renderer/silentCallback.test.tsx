import { UserManager } from 'oidc-client-ts';
import { afterEach, expect, it, vi } from 'vitest';

afterEach(() => vi.restoreAllMocks());

it('hands the answer over in the message that oidc-client-ts itself would send', async () => {
  const post = vi.spyOn(window.parent, 'postMessage').mockReturnValue(undefined);
  const address = 'http://localhost:3000';
  const library = new UserManager({ authority: address, client_id: 'c', redirect_uri: address });
  await library.signinSilentCallback();
  await import('../../renderer/silentCallback.ts');
  expect(post).toHaveBeenCalledTimes(2);
  expect(post.mock.calls[1]).toEqual(post.mock.calls[0]);
});
