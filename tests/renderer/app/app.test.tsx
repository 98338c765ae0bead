import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../renderer/core/callError.ts';
import { session } from '../support/renderNode.tsx';
import { cleanUpApps, makeIndex, ok, refuse, start } from '../support/startApp.tsx';

cleanUpApps();

const property = {
  worksId: 1,
  worksNo: '1',
  worksOldNumber: null,
  name: 'Lipowa 5',
  address: 'Lipowa 5',
  city: 'Warszawa',
  zipCode: '02-001',
  warningSeverity: null,
  features: [],
  geo: null,
  timeZone: 'Europe/Warsaw',
  areaSquareMetres: null,
  tenantCount: 1,
  deviceCount: 0,
  accessSince: null,
};

const heading = () => screen.findByRole('heading', { level: 1, name: 'Skip to content' });

describe('the way in', () => {
  it('leads a stranger to the login page, and remembers where they wanted to go', async () => {
    const auth = start('/things/1?a=b', { signedIn: false });
    await heading();
    expect(window.location.pathname).toBe('/auth/login');
    await userEvent.click(within(screen.getByRole('main')).getByRole('button'));
    expect(auth.signIn).toHaveBeenCalledExactlyOnceWith('/things/1?a=b', 'en');
  });

  it('leads from the provider’s answer to the page asked for', async () => {
    start('/auth/callback?code=1', { signedIn: false });
    expect(await screen.findByText(session.mail, { selector: 'main p' })).toBeTruthy();
    expect(window.location.pathname).toBe('/dashboard');
  });

  it('says when signing in failed, and offers to begin anew', async () => {
    window.history.replaceState(null, '', '/');
    const auth = start('/auth/callback?error=x', { signedIn: false });
    auth.completeSignIn.mockRejectedValue(new Error('state is gone'));
    await userEvent.click(await screen.findByRole('button', { name: 'Sign in again' }));
    expect(auth.signIn).toHaveBeenCalledTimes(1);
  });

  it('tells whom the provider knows and the portal doesn’t, and lets them sign out', async () => {
    const auth = start('/auth/callback?code=1', {
      signedIn: false,
      answers: {
        '/api/manifest': ok(makeIndex(false)),
        '/api/session': refuse(401, 'UNAUTHENTICATED'),
      },
    });
    await screen.findByRole('button', { name: 'Sign in again' });
    expect(screen.getByRole('alert').textContent).toContain('you have no account here');
    // Signing in over and over would end nowhere.
    expect(auth.completeSignIn).toHaveBeenCalledTimes(1);
    await userEvent.click(screen.getByRole('button', { name: 'Log out' }));
    await waitFor(() => expect(auth.signOut).toHaveBeenCalledTimes(1));
  });

  it('looks at the session when a screen that the index had is gone', async () => {
    const base = makeIndex(true);
    const [route] = base.routes;
    const gone = {
      ...route,
      name: 'gone',
      path: '/gone',
      redirect: undefined,
      screen: 'core.gone',
    };
    const answers = [ok({ ...session, language: 'EN' }), refuse(423, 'ACCOUNT_BLOCKED')];
    start('/gone', {
      answers: {
        '/api/manifest': ok({ ...base, routes: [...base.routes, gone] }),
        '/api/session': () => (answers.length > 1 ? answers.shift() : answers[0])!(),
      },
    });
    // Sooner than the watch, which looks every five seconds.
    await waitFor(() => expect(window.location.pathname).toBe('/auth/blocked-user'));
  });

  it.each(['/', '/auth/login', '/secret'])('leads who is signed in from %s home', async (path) => {
    start(path);
    await heading();
    expect(window.location.pathname).toBe('/dashboard');
  });

  it('shows blocked accounts their page', async () => {
    start('/dashboard', { answers: { '/api/session': refuse(423, 'ACCOUNT_BLOCKED') } });
    await heading();
    expect(window.location.pathname).toBe('/auth/blocked-user');
  });

  it('has a page for addresses that lead nowhere', async () => {
    start('/nowhere');
    expect(await screen.findByRole('heading', { name: 'There is no such page' })).toBeTruthy();
  });

  it('says that the API is away, and starts once it is back', async () => {
    let isAway = true;
    start('/dashboard', {
      answers: {
        '/api/manifest': () =>
          isAway ? new Response('', { status: 502 }) : Response.json(makeIndex(true)),
      },
    });
    const retry = await screen.findByRole('button', { name: 'Try again' });
    expect(screen.getByRole('alert').textContent).toBe('API connection error');
    isAway = false;
    await userEvent.click(retry);
    await heading();
  });
});

describe('the shell', () => {
  it('has navigation, locked entries, breadcrumbs and a title', async () => {
    start('/things/1');
    const navigation = await screen.findByRole('navigation', { name: 'Main navigation' });
    const current = within(navigation).getByRole('link', { name: 'Dark mode' });
    expect(current.getAttribute('aria-current')).toBe('page');
    const locked = within(navigation).getByRole('link', { name: 'Language' });
    expect(locked.getAttribute('aria-disabled')).toBe('true');
    const trail = screen.getByRole('navigation', { name: 'You are here' });
    expect(within(trail).getByRole('link', { name: 'Settings' }).getAttribute('href')).toBe(
      '/dashboard',
    );
    expect(document.title).toBe('Skip to content – Meterhouse');
  });

  it('opens the notification panel, and remembers that it is open', async () => {
    const notifications = [
      { id: 'a.one', label: 'ui:menu.dark', screen: 'core.home' },
      { id: 'a.two', label: 'ui:menu.language', screen: 'test.thing' },
    ];
    const answers = { '/api/manifest': ok(makeIndex(true, { notifications })) };
    start('/dashboard', { answers });
    await userEvent.click(await screen.findByRole('button', { name: 'Notifications' }));
    const menu = await screen.findByRole('navigation', { name: 'Sections' });
    expect(within(menu).getByText('Dark mode').getAttribute('aria-current')).toBe('true');
    await userEvent.click(within(menu).getByText('Language'));
    expect(within(menu).getByText('Language').getAttribute('aria-current')).toBe('true');
    cleanup();
    start('/dashboard', { answers });
    await screen.findByRole('navigation', { name: 'Sections' });
    await userEvent.click(screen.getByRole('button', { name: 'Close the notifications' }));
    expect(localStorage.getItem('meterhouse.notifications')).toBeNull();
  });

  it('moves the focus to the heading after a navigation', async () => {
    start('/dashboard');
    await heading();
    await userEvent.click(await screen.findByRole('link', { name: 'Dark mode' }));
    await waitFor(() => expect(window.location.pathname).toBe('/things/1'));
    await waitFor(() => expect(document.activeElement?.tagName).toBe('H1'));
  });

  it('speaks the profile’s language, then the chosen one, and remembers that', async () => {
    start('/dashboard', { answers: { '/api/session': ok({ ...session, language: 'CZ' }) } });
    const language = await screen.findByLabelText('Jazyk');
    expect(document.documentElement.lang).toBe('cs');
    await userEvent.selectOptions(language, 'Polski');
    expect(await screen.findByText('Wyloguj się')).toBeTruthy();
    expect(document.documentElement.lang).toBe('pl');
    expect(localStorage.getItem('meterhouse.language')).toBe('pl');
  });

  it('switches to dark and remembers it', async () => {
    start('/dashboard');
    await userEvent.click(await screen.findByLabelText('Dark mode'));
    expect(document.documentElement.classList.contains('bp6-dark')).toBe(true);
    expect(localStorage.getItem('meterhouse.theme')).toBe('dark');
    await userEvent.click(screen.getByLabelText('Dark mode'));
    expect(document.documentElement.classList.contains('bp6-dark')).toBe(false);
  });

  it('logs out', async () => {
    const auth = start('/dashboard');
    await userEvent.click(await screen.findByText('Log out'));
    expect(auth.signOut).toHaveBeenCalledTimes(1);
    await waitFor(() => expect(window.location.pathname).toBe('/auth/login'));
  });

  it('tells support which manifest files are broken', async () => {
    const problems = ['manifests/markets/pl.json:3:1: expected a language'];
    start('/dashboard', { answers: { '/api/manifest': ok(makeIndex(true, { problems })) } });
    expect(await screen.findByText(/1 manifest file is broken/)).toBeTruthy();
    expect(screen.getByText(problems[0] ?? '')).toBeTruthy();
  });
});

describe('failures', () => {
  it('shows a failed call as a toast whose details can be read', async () => {
    start('/things/1', { answers: { '/api/consumption': refuse(403, 'FORBIDDEN') } });
    const message = await screen.findByText(/You have no access to this/, {
      selector: '.bp6-toast *',
    });
    const toast = message.closest('.bp6-toast');
    await userEvent.click(within(toast as HTMLElement).getByText('Details'));
    expect(within(screen.getByRole('main')).getByText(/You have no access/)).toBeTruthy();
    const dialog = await screen.findByRole('dialog', { name: 'Details of the error' });
    expect(within(dialog).getByText('Api')).toBeTruthy();
    expect(within(dialog).getByText('1')).toBeTruthy();
    const place = ['test.thing/figures', 'consumption.overview', 'manifests/thing.screen.json:7'];
    for (const one of place) expect(within(dialog).getByText(one)).toBeTruthy();
    expect(within(screen.getByRole('main')).getByText(place.join(' · '))).toBeTruthy();
  });

  it('says the server’s own words of a download, and of nothing else', async () => {
    const { portal } = start('/dashboard');
    await screen.findByRole('main');
    const body = { errors: [], code: 1200, timestamp: '2026-05-01T10:00:00.000Z' };
    const failure = (message: string) =>
      new ApiError(404, { ...body, status: 'NOT_FOUND', message });
    const toastWith = async (text: string) =>
      (await screen.findByText(text, { selector: '.bp6-toast *', exact: false })).closest(
        '.bp6-toast',
      );
    act(() => portal.failures.report(failure('Package 7 is gone.'), 'download'));
    const said = await toastWith('Package 7 is gone.');
    expect(said?.textContent).toContain('Something went wrong');
    act(() => portal.failures.report(failure('Secret 8.')));
    expect((await toastWith('Not found.'))?.textContent).not.toContain('Secret 8');
  });
});

describe('the way above a page', () => {
  it.each([true, false])('begins where one may enter; signed in: %s', async (signedIn) => {
    const index = makeIndex(signedIn);
    const faq = {
      name: 'faq',
      path: '/faq',
      title: 'ui:skip',
      guard: 'open',
      screen: 'core.home',
      layout: 'resources',
      breadcrumb: { label: 'ui:skip', parent: 'dashboard' },
    } as const;
    start('/faq', {
      signedIn,
      answers: { '/api/manifest': ok({ ...index, routes: [...index.routes, faq] }) },
    });
    await heading();
    const way = screen.queryByRole('navigation', { name: 'You are here' });
    const links = way && within(way).getAllByRole('link');
    expect(links?.map((link) => link.getAttribute('href'))).toEqual(
      signedIn ? ['/dashboard'] : undefined,
    );
    // Who is signed in keeps their navigation, also where everybody may enter.
    expect(screen.queryAllByRole('link', { name: 'Dark mode' })).toHaveLength(signedIn ? 1 : 0);
  });
});

it('the window’s title names what the page is about, once that is known', async () => {
  start('/things/1', { answers: { '/api/property/1': ok(property) } });
  await waitFor(() => expect(document.title).toBe('Lipowa 5 – Skip to content – Meterhouse'));
});
