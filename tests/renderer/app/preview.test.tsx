import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readPreview, stopPreview } from '../../../renderer/app/previewedAccount.ts';
import { reloadPage } from '../../../renderer/app/reloadPage.ts';
import { PreviewBanner } from '../../../renderer/app/shell/PreviewBanner.tsx';
import { TranslationProvider } from '../../../renderer/core/translation.ts';
import { defaultPreferences } from '../../../schemas/entities/defaultPreferences.ts';
import { session } from '../support/renderNode.tsx';
import { calls, cleanUpApps, makeIndex, ok, start } from '../support/startApp.tsx';
import { createTexts } from '../support/texts.ts';

vi.mock('../../../renderer/app/reloadPage.ts');
const reload = vi.mocked(reloadPage);
cleanUpApps();

const look = (account: unknown) =>
  sessionStorage.setItem('meterhouse.preview', JSON.stringify(account));
const nowak = { username: 'jan.nowak', userId: '7', endsAt: '' };
const nobody = { username: '', userId: '', endsAt: '' };

it('the store holds a user name, an id and an end, all empty at first', () => {
  expect(readPreview()).toEqual(nobody);
  look(nowak);
  expect(readPreview()).toEqual(nowak);
  look({ username: 7 });
  expect(readPreview()).toEqual(nobody);
  sessionStorage.setItem('meterhouse.preview', 'no JSON');
  expect(readPreview()).toEqual(nobody);
  look(nowak);
  stopPreview();
  expect(sessionStorage.getItem('meterhouse.preview')).toBeNull();
});

it('the banner says whose account is looked at, and has a button where there is a way out', async () => {
  const i18n = await createTexts();
  const draw = (onDismiss?: () => void) =>
    render(
      <TranslationProvider i18n={i18n}>
        <PreviewBanner {...(onDismiss && { onDismiss })} />
      </TranslationProvider>,
    );
  draw();
  expect(screen.queryByRole('status')).toBeNull();
  cleanup();
  look(nowak);
  draw();
  expect(screen.getByRole('status').textContent).toBe('Current account preview: jan.nowak');
  cleanup();
  const onDismiss = vi.fn();
  draw(onDismiss);
  await userEvent.click(screen.getByRole('button', { name: 'End the preview' }));
  expect(onDismiss).toHaveBeenCalledTimes(1);
});

const endsAt = new Date(Date.now() + 1_800_000).toISOString();
const previewed = {
  ...session,
  language: 'EN',
  previewId: 7,
  previewedBy: 'support.pl',
  previewEndsAt: endsAt,
};
/** As the server answers within a preview. */
const within = (id: string, body: unknown) => () =>
  Response.json(body, { headers: { 'Meterhouse-Preview': id } });

it.each([
  ['/dashboard', true, true],
  ['/faq', true, false],
  ['/auth/blocked-user', true, false],
  ['/faq', false, false],
])('on %s, signed in: %s, it shows: %s', async (path, signedIn, shows) => {
  const index = makeIndex(signedIn);
  const faq = {
    name: 'faq',
    path: '/faq',
    title: 'ui:skip',
    guard: 'open',
    screen: 'core.home',
    layout: 'resources',
  } as const;
  const answers = {
    '/api/manifest': ok({ ...index, routes: [...index.routes, faq] }),
    '/api/session': within('7', previewed),
    '/api/user/1/preferences': within('7', defaultPreferences),
  };
  start(path, { signedIn, answers });
  await screen.findByRole('heading', { level: 1 });
  const banner = () => screen.queryByText(/Current account preview/) !== null;
  await waitFor(() => expect(banner()).toBe(shows));
  if (signedIn) expect(readPreview()).toEqual({ username: 'admin.pl', userId: '1', endsAt });
  // A page of questions leaves a signed-in user the way on.
  const navigation = screen.queryByRole('navigation', { name: 'Main navigation' });
  if (path === '/faq') expect(navigation !== null).toBe(signedIn);
});

describe('an answer that is another account’s than the page’s', () => {
  it.each([
    ['began in another window', { ...session, language: 'EN' }, '8', 1],
    ['has ended', previewed, '', 1],
    ['is another one by now', previewed, '8', 1],
    ['is the page’s', previewed, '7', 0],
    ['was never there', { ...session, language: 'EN' }, '', 0],
  ])('loads the page anew when a preview %s', async (_what, user, id, times) => {
    let answer = within(`${user.previewId ?? ''}`, user);
    const { portal } = start('/dashboard', { answers: { '/api/session': () => answer() } });
    await screen.findByRole('heading', { level: 1 });
    reload.mockClear();
    answer = within(id, user);
    await portal.api.call('session.get', {});
    expect(reload).toHaveBeenCalledTimes(times);
  });
});

it('a preview is ended at the server before the page is loaded anew', async () => {
  start('/dashboard', {
    answers: {
      '/api/session': within('7', previewed),
      '/api/user/1/preferences': within('7', defaultPreferences),
      'DELETE /api/preview': ok({}),
    },
  });
  const button = await screen.findByRole('button', { name: 'End the preview' });
  await userEvent.click(button);
  await waitFor(() => expect(reload).toHaveBeenCalled());
  expect(calls).toContain('DELETE /api/preview');
  await waitFor(() => expect(readPreview()).toEqual(nobody));
});

describe('the rest of a preview', () => {
  const start = Date.UTC(2026, 5, 1, 12);
  beforeEach(() => void vi.useFakeTimers({ now: start }));
  afterEach(() => void vi.useRealTimers());
  const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));
  const spoken = () =>
    screen
      .getAllByRole('status')
      .map((region) => region.textContent)
      .slice(1);

  async function draw(locale: string) {
    const i18n = await createTexts(locale);
    look({ ...nowak, endsAt: new Date(start + 90_000).toISOString() });
    const onOver = vi.fn();
    render(
      <TranslationProvider i18n={i18n}>
        <PreviewBanner onOver={onOver} />
      </TranslationProvider>,
    );
    return onOver;
  }

  it('is told in minutes and then in seconds, which nobody hears but once', async () => {
    const onOver = await draw('en');
    const timer = screen.getByRole('timer');
    expect(timer.textContent).toMatch(/^It ends in 2 minutes, at \d\d:01\.$/);
    expect(timer.closest('[role=status]')).toBeNull();
    expect(spoken()).toEqual(['']);
    await pass(30_000);
    expect(timer.textContent).toContain('in 60 seconds');
    expect(spoken()).toEqual(['The preview ends in less than a minute.']);
    await pass(59_000);
    expect(timer.textContent).toContain('in 1 second,');
    expect(spoken()).toEqual(['The preview ends in less than a minute.']);
    expect(onOver).not.toHaveBeenCalled();
    await pass(60_000);
    expect(onOver).toHaveBeenCalledTimes(1);
  });

  it('is told in Polish', async () => {
    await draw('pl');
    expect(screen.getByRole('timer').textContent).toContain('Kończy się za 2 minuty, o ');
  });
});

it('a page whose preview has ended by itself asks the server, and is loaded anew', async () => {
  let answer = within('7', {
    ...previewed,
    previewEndsAt: new Date(Date.now() + 1500).toISOString(),
  });
  start('/dashboard', {
    answers: {
      '/api/session': () => answer(),
      '/api/user/1/preferences': within('7', defaultPreferences),
    },
  });
  await screen.findByRole('timer');
  reload.mockClear();
  answer = within('', session);
  await waitFor(() => expect(reload).toHaveBeenCalled(), { timeout: 4000 });
});
