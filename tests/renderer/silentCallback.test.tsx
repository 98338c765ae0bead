import { UserManager } from 'oidc-client-ts';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

const address = 'http://localhost:3000';
const location = {
  href: `${address}/auth/silent-callback?code=1`,
  origin: address,
  replace: vi.fn(),
};

beforeEach(() => {
  vi.resetModules();
  location.replace.mockReset();
});
afterEach(() => vi.unstubAllGlobals());

/** Opens the page within that window, or as one of its own. */
async function open(parent: object | undefined) {
  const own: Record<string, unknown> = { location };
  vi.stubGlobal('window', Object.assign(own, { parent: parent ?? own }));
  await import('../../renderer/silentCallback.ts');
}

it('hands the answer over in the message that oidc-client-ts itself would send', async () => {
  const library = new UserManager({ authority: address, client_id: 'c', redirect_uri: address });
  const parent = { postMessage: vi.fn() };
  await open(parent);
  await library.signinSilentCallback();
  expect(parent.postMessage).toHaveBeenCalledTimes(2);
  expect(parent.postMessage.mock.calls[1]).toEqual(parent.postMessage.mock.calls[0]);
  expect(location.replace).not.toHaveBeenCalled();
});

it('leads on to the portal when it is opened as a page', async () => {
  await open(undefined);
  expect(location.replace).toHaveBeenCalledExactlyOnceWith('/');
});
