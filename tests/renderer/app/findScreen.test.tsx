import { expect, it } from 'vitest';
import { findScreen } from '../../../renderer/app/findScreen.ts';
import { makeIndex } from '../support/startApp.tsx';

it.each([
  ['not', '/auth/login', 'core.login'],
  ['redirected', '/', 'core.login'],
  ['guarded', '/things/1', 'core.login'],
  [true, '/things/1', 'test.thing'],
  [true, '/auth/login', 'core.home'],
  [true, '/nowhere', undefined],
])('signed in: %s, %s shows %s', (signedIn, path, shown) => {
  expect(findScreen(makeIndex(signedIn === true), path)).toBe(shown);
});

it('ends where addresses lead round in a circle', () => {
  const index = makeIndex(false);
  const routes = index.routes.map((route) =>
    route.path === '/auth/login' ? { ...route, redirect: '/' } : route,
  );
  expect(findScreen({ ...index, routes }, '/')).toBeUndefined();
});
