import { describe, expect, it } from 'vitest';
import { decideRoute } from '../../../renderer/app/guard.ts';
import type { CompiledRoute } from '../../../schemas/manifest/compiled.ts';

function route(path: string, rest: Partial<CompiledRoute> = {}): CompiledRoute {
  return {
    name: path,
    path,
    title: 'a:b',
    guard: 'open',
    layout: 'default',
    screen: 's.s',
    ...rest,
  };
}

const root = route('/', { redirect: '/auth/login' });
const login = route('/auth/login');
const home = route('/dashboard');
const routes = [root, login, home];

describe('guards', () => {
  it('sends who is not signed in to the start, and remembers where they wanted to go', () => {
    const wanted = route('/reports', { guard: 'signIn' });
    expect(decideRoute(wanted, { routes, signedIn: false })).toEqual({
      do: 'go',
      to: '/',
      remember: true,
    });
  });

  it('sends who may not enter to the start, for good', () => {
    const wanted = route('/billing-admin', { guard: 'denied' });
    expect(decideRoute(wanted, { routes, signedIn: true })).toEqual({
      do: 'go',
      to: '/',
      remember: false,
    });
  });

  it('comes before a redirect', () => {
    const wanted = route('/old', { guard: 'signIn', redirect: '/reports' });
    expect(decideRoute(wanted, { routes, signedIn: false })).toMatchObject({ to: '/' });
  });

  it('never sends the start to itself', () => {
    const closed = route('/', { guard: 'denied' });
    expect(decideRoute(closed, { routes: [closed], signedIn: false })).toEqual({ do: 'show' });
  });

  it('leads from the start to the login page, or past it', () => {
    expect(decideRoute(root, { routes, signedIn: false })).toMatchObject({ to: '/auth/login' });
    expect(decideRoute(root, { routes, signedIn: true })).toMatchObject({ to: '/dashboard' });
    expect(decideRoute(login, { routes, signedIn: true })).toMatchObject({ to: '/dashboard' });
    expect(decideRoute(login, { routes, signedIn: false })).toEqual({ do: 'show' });
  });

  it('knows the login page under another brand, too', () => {
    const branded = route('/auth/other', { brand: 'eco-trend' });
    const all = [...routes, branded];
    expect(decideRoute(branded, { routes: all, signedIn: false })).toEqual({ do: 'show' });
    expect(decideRoute(branded, { routes: all, signedIn: true })).toMatchObject({
      to: '/dashboard',
    });
  });

  it('shows the rest', () => {
    expect(decideRoute(home, { routes, signedIn: true })).toEqual({ do: 'show' });
  });
});
