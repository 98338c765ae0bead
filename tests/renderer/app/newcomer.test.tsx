import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { createPortal } from '../../../renderer/app/portal.ts';
import { cleanUpApps, makeIndex, start } from '../support/startApp.tsx';

// own process: what a page has loaded before it is asked for anything.
/** What the login page's screen has. */
const findLogin = async () => within(await screen.findByRole('main')).findByRole('button');

describe('before the provider has said whether it knows somebody', () => {
  cleanUpApps();
  const never = () => new Promise<boolean>(() => undefined);

  it('the screen is asked for beside the texts, not after them', async () => {
    const asked: string[] = [];
    vi.stubGlobal('fetch', async (url: string) => {
      asked.push(url);
      if (url === '/api/manifest') return Response.json(makeIndex(false));
      return new Promise<never>(() => undefined);
    });
    window.history.replaceState(null, '', '/auth/login');
    void createPortal(() => new Promise<never>(() => undefined)).start();
    await vi.waitFor(() => expect(asked).toHaveLength(3));
    expect(asked[1]).toBe('/api/manifest/screens/core.login');
    expect(asked[2]).toMatch('/api/manifest/texts/');
  });

  it('an open page is shown where nobody was signed in yet', async () => {
    const { restore } = start('/auth/login', { signedIn: false, restore: never });
    expect(await findLogin()).toBeDefined();
    await waitFor(() => expect(restore).toHaveBeenCalledOnce());
  });

  it('and who turns out to be known goes on to the dashboard', async () => {
    start('/auth/login', { signedIn: false, restore: 'later' });
    expect(await findLogin()).toBeDefined();
    await waitFor(() => expect(window.location.pathname).toBe('/dashboard'));
  });

  it('nothing is shown behind the sign-in, nor where somebody was signed in', async () => {
    const guarded = start('/things/1', { signedIn: false, restore: never });
    await vi.waitFor(() => expect(guarded.restore).toHaveBeenCalledOnce());
    localStorage.setItem('meterhouse.lastActivity', String(Date.now()));
    const known = start('/auth/login', { signedIn: false, restore: never });
    await vi.waitFor(() => expect(known.restore).toHaveBeenCalledOnce());
    expect(screen.queryByRole('button')).toBeNull();
  });
});
