import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { portalKey } from '../../../renderer/app/portalState.ts';
import { applyTheme } from '../../../renderer/app/theme.ts';
import { ConnectionError } from '../../../renderer/core/callError.ts';
import { defaultPreferences } from '../../../schemas/entities/defaultPreferences.ts';
import { session } from '../support/renderNode.tsx';
import { bodies, calls, cleanUpApps, makeIndex, ok, refuse, start } from '../support/startApp.tsx';

/** What happened, in its order: calls of the account, and events with what the page then was like. */
let happened: string[];

function note(event: Event) {
  const { lang, classList } = document.documentElement;
  const { detail } = event as CustomEvent<object>;
  const look = `${lang} ${classList.contains('bp6-dark') ? 'dark' : 'light'}`;
  const asked = calls.filter((call) => call.includes('/user/')).length;
  happened.push(`${event.type} ${JSON.stringify(detail)} ${look}, after ${asked} calls`);
}

const events = ['meterhouse:authenticated', 'meterhouse:language-updated'];

cleanUpApps();
beforeEach(() => {
  happened = [];
  applyTheme(undefined);
  for (const event of events) window.addEventListener(event, note);
});
afterEach(() => {
  for (const event of events) window.removeEventListener(event, note);
});

const home = () => screen.findByText(session.mail, { selector: 'main p' });
const choose = async (label: string, language: string) =>
  userEvent.selectOptions(await screen.findByLabelText(label), language);
const inCzech = { '/api/session': ok({ ...session, language: 'CZ' }) };

describe('after signing in', () => {
  it('language, preferences and dark mode are restored, and then it is told, once', async () => {
    const preferences = { ...defaultPreferences, darkMode: true };
    const answers = { ...inCzech, '/api/user/1/preferences': ok(preferences) };
    const { portal } = start('/auth/callback?code=1', { signedIn: false, answers });
    await home();
    await waitFor(() =>
      expect(happened).toEqual(['meterhouse:authenticated {"userId":"1"} cs dark, after 1 calls']),
    );
    expect(localStorage.getItem('meterhouse.language')).toBe('cs');
    await act(() => portal.queries.invalidateQueries({ queryKey: portalKey }));
    expect(happened).toHaveLength(1);
  });

  it('it is told, too, when the preferences can’t be had', async () => {
    start('/dashboard', {
      answers: { ...inCzech, '/api/user/1/preferences': refuse(500, 'INTERNAL') },
    });
    await home();
    await waitFor(() => expect(happened).toHaveLength(1));
    expect(happened[0]).toContain('cs light');
  });

  it.each([
    ['the domain’s ending without any choice', {}, undefined, 'en'],
    ['what was chosen in the browser before', { stored: 'pl' }, undefined, 'pl'],
    ['the profile before both', { stored: 'pl' }, 'CZ', 'cs'],
    ['what was just chosen by hand before all', { stored: 'pl', unsent: 'da' }, 'CZ', 'da'],
    ['no language that the portal does not have', { stored: 'xx' }, undefined, 'en'],
  ])('the language is %s', async (_what, { stored, unsent }: Chosen, profile, expected) => {
    if (stored) localStorage.setItem('meterhouse.language', stored);
    if (unsent) sessionStorage.setItem('meterhouse.unsentLanguage', unsent);
    const answers = { '/api/session': ok({ ...session, language: profile }) };
    const { portal } = start('/dashboard', { signedIn: profile !== undefined, answers });
    await screen.findByRole('main');
    await waitFor(() => expect(portal.i18n.language).toBe(expected));
    // Danish has no texts of its own, so what is read aloud is English.
    expect(document.documentElement.lang).toBe(expected === 'da' ? 'en' : expected);
    await waitFor(() =>
      expect(happened).toHaveLength(Number(Boolean(profile)) + Number(Boolean(unsent))),
    );
    const sent = calls.filter((call) => call.startsWith('PUT'));
    expect(sent).toEqual(unsent ? ['PUT /api/user/1/language'] : []);
  });
});

interface Chosen {
  readonly stored?: string;
  readonly unsent?: string;
}

describe('another language', () => {
  it('shows at once, is stored, sent and then told', async () => {
    start('/dashboard', { answers: inCzech });
    await choose('Jazyk', 'Polski');
    await waitFor(() => expect(happened).toHaveLength(2));
    expect(happened[1]).toBe(
      'meterhouse:language-updated {"language":"PL"} pl light, after 2 calls',
    );
    expect(localStorage.getItem('meterhouse.language')).toBe('pl');
    expect(sessionStorage.getItem('meterhouse.unsentLanguage')).toBeNull();
  });

  it('stays when it can’t be sent, which is said', async () => {
    const answers = { ...inCzech, 'PUT /api/user/1/language': refuse(500, 'INTERNAL') };
    start('/dashboard', { answers });
    await choose('Jazyk', 'English');
    await screen.findByText('Details', { selector: '.bp6-toast *' });
    expect(document.documentElement.lang).toBe('en');
    expect(localStorage.getItem('meterhouse.language')).toBe('en');
  });

  it('of a stranger is kept, and sent to nobody', async () => {
    start('/auth/login', { signedIn: false });
    await choose('Language', 'Čeština');
    await waitFor(() => expect(happened).toHaveLength(1));
    expect(calls.filter((call) => call.startsWith('PUT'))).toEqual([]);
    expect(sessionStorage.getItem('meterhouse.unsentLanguage')).toBe('cs');
  });
});

describe('the theme', () => {
  it('goes to the profile alone, and an information says that it is saved', async () => {
    start('/dashboard');
    await userEvent.click(await screen.findByLabelText('Dark mode'));
    const said = await screen.findByText('Your preferences have been saved.');
    expect(said.closest('.bp6-toast')?.classList.contains('bp6-intent-primary')).toBe(true);
    expect(bodies.get('PUT /api/user/1/preferences')).toEqual({ darkMode: true });
    expect(document.documentElement.classList.contains('bp6-dark')).toBe(true);
  });

  it('is taken back when it can’t be saved, which is said', async () => {
    start('/dashboard', { answers: { 'PUT /api/user/1/preferences': refuse(500, 'INTERNAL') } });
    await userEvent.click(await screen.findByLabelText('Dark mode'));
    await screen.findByText('Details', { selector: '.bp6-toast *' });
    expect(document.documentElement.classList.contains('bp6-dark')).toBe(false);
  });

  it('follows what is tried out, and the device where nothing is chosen', async () => {
    const { portal } = start('/dashboard');
    await home();
    const key = ['preferences.get', { id: '1' }];
    const dark = () => document.documentElement.classList.contains('bp6-dark');
    await waitFor(() => expect(portal.queries.getQueryData(key)).toBeDefined());
    act(() => portal.queries.setQueryData(key, { ...defaultPreferences, darkMode: true }));
    await waitFor(() => expect(dark()).toBe(true));
    act(() => portal.queries.setQueryData(key, defaultPreferences));
    await waitFor(() => expect(dark()).toBe(false));
    expect(localStorage.getItem('meterhouse.theme')).toBeNull();
  });
});

describe('a session', () => {
  const banner = (text: string) => screen.findByText(text, { exact: false });

  it('that can’t be renewed leads to the login page, which says so, and the place is kept', async () => {
    const { lose } = start('/things/1?a=b#c');
    await screen.findByRole('navigation', { name: 'Main navigation' });
    act(lose);
    const said = await banner('Your session has ended.');
    expect(window.location.pathname).toBe('/auth/login');
    expect(sessionStorage.getItem('meterhouse.returnTo')).toBe('/things/1?a=b#c');
    await userEvent.click(within(said.parentElement as HTMLElement).getByRole('button'));
    expect(screen.queryByText('Your session has ended.', { exact: false })).toBeNull();
  });

  it('ends at the server first, and leaves nothing on the page', async () => {
    const auth = start('/dashboard');
    const left: string[] = [];
    auth.signOut.mockImplementation(async () => {
      await waitFor(() => expect(document.body.textContent).toBe('Meterhouse'));
      left.push(calls.at(-1) ?? '');
      await auth.forget();
    });
    await userEvent.click(await screen.findByText('Log out'));
    await waitFor(() => expect(window.location.pathname).toBe('/auth/login'));
    expect(left).toEqual(['DELETE /api/session']);
    expect(screen.queryByText('You logged out', { exact: false })).toBeNull();
  });

  it('asks for nothing more once it has said farewell', async () => {
    const { portal, ...auth } = start('/dashboard');
    const refusals: unknown[] = [];
    auth.signOut.mockImplementation(async () => {
      const asked = portal.api.call('property.list', { query: { page: 0, size: 5 } });
      refusals.push(await asked.catch((error: unknown) => error));
      await auth.forget();
    });
    await userEvent.click(await screen.findByText('Log out'));
    await waitFor(() => expect(window.location.pathname).toBe('/auth/login'));
    expect(refusals).toMatchObject([{ status: 401 }]);
    expect(calls.filter((one) => one.includes('/api/property'))).toEqual([]);
  });

  it('that ends by itself leaves nothing behind that asks as a stranger', async () => {
    const { portal } = start('/dashboard');
    await home();
    portal.session().life.end('ended');
    const asked = portal.api.call('property.list', { query: { page: 0, size: 5 } });
    await expect(asked).rejects.toMatchObject({ status: 401 });
    await waitFor(() => expect(window.location.pathname).toBe('/auth/login'));
    expect(calls.filter((one) => one.includes('/api/property'))).toEqual([]);
  });

  it('ends here though the provider is away, which is said', async () => {
    const auth = start('/dashboard');
    auth.signOut.mockImplementation(async () => {
      await auth.forget();
      throw new TypeError('Failed to fetch');
    });
    await userEvent.click(await screen.findByText('Log out'));
    await screen.findByText('API connection error', { selector: '.bp6-toast *' });
    expect(window.location.pathname).toBe('/auth/login');
  });

  it('ends with the one of the same user in another tab', async () => {
    start('/dashboard');
    await home();
    const other = new BroadcastChannel('meterhouse.session');
    other.postMessage({ userId: 'somebody else', ending: 'elsewhere' });
    other.postMessage({ userId: '1', ending: 'idle' });
    other.close();
    await banner('nothing had happened for 15 minutes');
    expect(window.location.pathname).toBe('/auth/login');
  });

  it('is looked at without a word about faults, and follows what changed', async () => {
    let answer = ok({ ...session, language: 'EN' });
    const { portal } = start('/dashboard', { answers: { '/api/session': () => answer() } });
    await home();
    const looks = () => calls.filter((call) => call === 'GET /api/session').length;
    const { life } = portal.session();
    const before = calls.length;
    await life.check();
    expect(calls.slice(before)).toEqual(['GET /api/session']);
    answer = refuse(503, 'UNAVAILABLE');
    await life.check();
    expect(looks()).toBe(3);
    expect(screen.queryByText('Details')).toBeNull();
    // Other rights: everything is asked for anew.
    answer = ok({ ...session, language: 'EN', mail: 'new@example.org' });
    await act(() => life.check());
    expect(await screen.findByText('new@example.org', { selector: 'main p' })).toBeTruthy();
    expect(calls.filter((call) => call === 'GET /api/manifest').length).toBeGreaterThan(1);
  });

  it('of a blocked account gives way to its page', async () => {
    let answer = ok({ ...session, language: 'EN' });
    const answers = { '/api/session': () => answer(), '/api/manifest': ok(makeIndex(false)) };
    const { portal } = start('/dashboard', { answers });
    await screen.findByRole('main');
    answer = refuse(423, 'ACCOUNT_BLOCKED');
    await act(() => portal.session().life.check());
    await waitFor(() => expect(window.location.pathname).toBe('/auth/blocked-user'));
    expect(screen.queryByText(session.username)).toBeNull();
  });

  it('that was left for a quarter of an hour is not restored', async () => {
    localStorage.setItem('meterhouse.lastActivity', String(Date.now() - 15 * 60_000));
    const auth = start('/things/1', { signedIn: false });
    auth.restore.mockResolvedValue(true);
    auth.getAccessToken.mockResolvedValue('token');
    await waitFor(() => expect(auth.signOut).toHaveBeenCalledOnce());
    await banner('nothing had happened for 15 minutes');
    expect(sessionStorage.getItem('meterhouse.returnTo')).toBe('/things/1');
    // No page is there yet, and the server is told all the same.
    expect(calls).toContain('DELETE /api/session');
  });
});

describe('before an idle session ends', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  async function waitUntilWarned() {
    const auth = start('/things/1');
    await screen.findByRole('navigation', { name: 'Main navigation' });
    act(() => vi.advanceTimersByTime(14 * 60_000 + 1000));
    return {
      auth,
      dialog: await screen.findByRole('alertdialog', { name: 'Are you still there?' }),
    };
  }

  it('a dialog counts down, and only its button goes on', async () => {
    const { auth, dialog } = await waitUntilWarned();
    expect(dialog.textContent).toContain('in 59 seconds');
    expect(document.title).toBe('Are you still there?');
    act(() => {
      window.dispatchEvent(new Event('keydown'));
      vi.advanceTimersByTime(9000);
    });
    expect(dialog.textContent).toContain('in 50 seconds');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Stay signed in' }));
    act(() => vi.advanceTimersByTime(1000));
    expect(screen.queryByRole('alertdialog')).toBeNull();
    act(() => vi.advanceTimersByTime(14 * 60_000 - 2000));
    expect(auth.signOut).not.toHaveBeenCalled();
  });

  it('a sign of life in another tab takes it away', async () => {
    await waitUntilWarned();
    localStorage.setItem('meterhouse.lastActivity', String(Date.now()));
    act(() => vi.advanceTimersByTime(1000));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  });

  it('and a machine that wakes up later ends it at once, whatever woke it', async () => {
    const auth = start('/things/1');
    await screen.findByRole('navigation', { name: 'Main navigation' });
    vi.setSystemTime(Date.now() + 8 * 60 * 60_000);
    act(() => void window.dispatchEvent(new Event('keydown')));
    await waitFor(() => expect(auth.signOut).toHaveBeenCalledOnce());
    expect(sessionStorage.getItem('meterhouse.ending')).toBe('idle');
  });
});

it('a sign-in that the portal refuses names the incident for its operator', async () => {
  const errors = [{ field: 'incident', message: '7F3A-91C2' }];
  const body = { status: 'UNAUTHENTICATED', message: 'no', code: 1, errors };
  const timestamp = '2026-01-01T10:00:00.000Z';
  const answers = { '/api/session': () => Response.json({ ...body, timestamp }, { status: 401 }) };
  start('/auth/callback?code=1', { signedIn: false, answers });
  expect(await screen.findByText('For the portal’s operator: incident 7F3A-91C2')).toBeTruthy();
});

describe('while the provider is down', () => {
  it('the page stays as it is and says so, until it is back', async () => {
    const { setAway } = start('/dashboard');
    await home();
    act(() => setAway(true));
    await screen.findByText(/We can’t renew your sign-in/);
    await home();
    act(() => setAway(false));
    expect(screen.queryByText(/We can’t renew your sign-in/)).toBeNull();
    await home();
  });

  it('calls that need a token fail as without a connection, and nobody is signed out', async () => {
    const { portal, getAccessToken, forget } = start('/dashboard');
    await home();
    getAccessToken.mockRejectedValue(new ConnectionError({}));
    await act(() => portal.queries.refetchQueries());
    await home();
    expect(forget).not.toHaveBeenCalled();
    expect(sessionStorage.getItem('meterhouse.ending')).toBeNull();
  });

  it('a reload waits for it, and asks again', async () => {
    const { restore } = start('/dashboard', { signedIn: false });
    restore.mockRejectedValue(new ConnectionError({}));
    const retry = await screen.findByRole('button', { name: 'Try again' });
    const before = restore.mock.calls.length;
    restore.mockResolvedValue(false);
    await userEvent.click(retry);
    await screen.findByRole('main');
    expect(restore.mock.calls.length).toBe(before + 1);
  });
});
