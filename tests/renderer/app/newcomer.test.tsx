import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { cleanUpApps, start } from '../support/startApp.tsx';

describe('before the provider has said whether it knows somebody', () => {
  cleanUpApps();
  const never = () => new Promise<boolean>(() => undefined);

  it('an open page is shown where nobody was signed in yet', async () => {
    const { restore } = start('/auth/login', { signedIn: false, restore: never });
    expect(await screen.findByRole('button')).toBeDefined();
    await waitFor(() => expect(restore).toHaveBeenCalledOnce());
  });

  it('and who turns out to be known goes on to the dashboard', async () => {
    start('/auth/login', { signedIn: false, restore: 'later' });
    expect(await screen.findByRole('button')).toBeDefined();
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
