import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { askConsent } from '../../../renderer/app/consent/askConsent.ts';
import { cleanUpApps, makeIndex, ok, start } from '../support/startApp.tsx';

const url = 'https://tags.example/container.js';
const question = () => screen.findByRole('region', { name: 'May we count visits?' });
const scripts = () => [...document.scripts].map(({ src }) => src);

cleanUpApps();
afterEach(() => {
  for (const script of document.querySelectorAll('script')) script.remove();
});

function open() {
  const { market } = makeIndex(false);
  const tagManager = { url, name: 'Counter' };
  const answers = { '/api/manifest': ok(makeIndex(false, { market: { ...market, tagManager } })) };
  return start('/auth/login', { signedIn: false, answers }).portal;
}

it('nothing is asked and nothing runs where the market has no tag manager', async () => {
  const { portal } = start('/auth/login', { signedIn: false });
  await screen.findByRole('main');
  expect(screen.queryByRole('region', { name: 'May we count visits?' })).toBeNull();
  askConsent(portal, false);
  await screen.findByText(/does not count visits/);
  expect(scripts()).toEqual([]);
});

it('says whose script it is and from where, and runs it once it is allowed', async () => {
  open();
  const region = await question();
  expect(region.textContent).toContain('Counter runs a script from tags.example');
  expect(scripts()).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Allow' }));
  await waitFor(() => expect(scripts()).toEqual([url]));
  expect(screen.queryByRole('region', { name: 'May we count visits?' })).toBeNull();
  expect(localStorage.getItem('meterhouse.consent')).toBe(`yes ${url}`);
});

it('keeps a no, which can be changed', async () => {
  const portal = open();
  await question();
  await userEvent.click(screen.getByRole('button', { name: 'Decline' }));
  expect(scripts()).toEqual([]);
  expect(localStorage.getItem('meterhouse.consent')).toBe(`no ${url}`);
  askConsent(portal, true);
  const region = await question();
  await waitFor(() => expect(document.activeElement).toBe(region));
  await userEvent.click(screen.getByRole('button', { name: 'Allow' }));
  await waitFor(() => expect(scripts()).toEqual([url]));
});

it('asks anew for another script', async () => {
  localStorage.setItem('meterhouse.consent', 'yes https://elsewhere.example/x.js');
  open();
  await question();
  expect(scripts()).toEqual([]);
});
