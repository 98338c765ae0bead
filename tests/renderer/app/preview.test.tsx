import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { I18nextProvider } from 'react-i18next';
import { expect, it, vi } from 'vitest';
import { readPreview, stopPreview } from '../../../renderer/app/previewedAccount.ts';
import { PreviewBanner } from '../../../renderer/app/shell/PreviewBanner.tsx';
import { cleanUpApps, makeIndex, ok, start } from '../support/startApp.tsx';
import { createTexts } from '../support/texts.ts';

cleanUpApps();

const look = (account: unknown) =>
  sessionStorage.setItem('meterhouse.preview', JSON.stringify(account));
const nowak = { username: 'jan.nowak', userId: '7' };

it('the store holds a user name and an id, both empty at first', () => {
  expect(readPreview()).toEqual({ username: '', userId: '' });
  look(nowak);
  expect(readPreview()).toEqual(nowak);
  look({ username: 7 });
  expect(readPreview()).toEqual({ username: '', userId: '' });
  sessionStorage.setItem('meterhouse.preview', 'no JSON');
  expect(readPreview()).toEqual({ username: '', userId: '' });
  look(nowak);
  stopPreview();
  expect(sessionStorage.getItem('meterhouse.preview')).toBeNull();
});

it('the banner says whose account is looked at, and has a button where there is a way out', async () => {
  const i18n = await createTexts();
  const draw = (onDismiss?: () => void) =>
    render(
      <I18nextProvider i18n={i18n}>
        <PreviewBanner {...(onDismiss && { onDismiss })} />
      </I18nextProvider>,
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

it.each([
  ['/dashboard', true, true],
  ['/faq', true, false],
  ['/auth/blocked-user', true, false],
  ['/faq', false, false],
])('on %s, signed in: %s, it shows: %s', async (path, signedIn, shows) => {
  look(nowak);
  const index = makeIndex(signedIn);
  const faq = {
    ...{ name: 'faq', path: '/faq', title: 'ui:home', guard: 'open', screen: 'core.home' },
    layout: 'resources',
  } as const;
  const answers = { '/api/manifest': ok({ ...index, routes: [...index.routes, faq] }) };
  start(path, { signedIn, answers });
  await screen.findByRole('heading', { level: 1 });
  expect(screen.queryByText(/Current account preview/) !== null).toBe(shows);
  // A page of questions leaves a signed-in user the way on.
  const navigation = screen.queryByRole('navigation', { name: 'Main navigation' });
  if (path === '/faq') expect(navigation !== null).toBe(signedIn);
});
