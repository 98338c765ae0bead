import { readFileSync } from 'node:fs';
import { beforeEach, expect, it, vi } from 'vitest';

const script = readFileSync('renderer/start.js', 'utf8');
const index = {
  languages: ['en', 'pl'],
  market: { language: 'pl' },
  texts: 'v7',
  routes: [
    { path: '/', guard: 'open', redirect: '/auth/login' },
    { path: '/auth/login', guard: 'open', screen: 'auth.login' },
    { path: '/dashboard', guard: 'signIn', screen: 'dashboard.home' },
  ],
};
const asked: string[] = [];

/** Runs the script as the page does, and answers how the rest of the page takes what it has asked for. */
async function start(path: string) {
  window.history.replaceState(null, '', path);
  // biome-ignore lint/security/noGlobalEval: it is a script of the page, and no module.
  window.eval(script);
  await vi.waitFor(() => expect(asked.length).toBeGreaterThan(1));
  vi.resetModules();
  return (await import('../../../renderer/core/headStart.ts')).takeHeadStart;
}

beforeEach(() => {
  asked.length = 0;
  localStorage.clear();
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined }));
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url);
    return Response.json(url === '/api/manifest' ? index : { url });
  });
});

it('asks for the index, then for the texts and the open screen of the address', async () => {
  await start('/');
  await vi.waitFor(() =>
    expect(asked).toEqual([
      '/api/manifest',
      '/api/manifest/texts/pl?version=v7',
      '/api/manifest/screens/auth.login',
    ]),
  );
});

it('asks for the language that this browser remembers, and for no screen behind the sign-in', async () => {
  localStorage.setItem('meterhouse.language', 'en');
  await start('/dashboard');
  expect(asked).toEqual(['/api/manifest', '/api/manifest/texts/en?version=v7']);
});

it('gives each answer once, and none to a call that says who asks', async () => {
  const take = await start('/auth/login');
  const url = '/api/manifest';
  const asUser = { method: 'GET', headers: { Authorization: 'Bearer token' } };
  expect(take(url, asUser)).toBeUndefined();
  expect(take(url, { method: 'PUT' })).toBeUndefined();
  const answer = await take(url, { method: 'GET' });
  expect(await answer?.json()).toEqual(index);
  expect(take(url, { method: 'GET' })).toBeUndefined();
});

it('leaves the page to itself when the calls fail', async () => {
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url, url);
    throw new TypeError('offline');
  });
  const take = await start('/');
  await expect(take('/api/manifest', { method: 'GET' })).rejects.toThrow('offline');
});
