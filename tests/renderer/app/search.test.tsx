import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { SearchBox } from '../../../renderer/app/shell/SearchBox.tsx';
import { type Api, ApiProvider } from '../../../renderer/core/api.ts';
import { QueryDefaultsProvider } from '../../../renderer/core/bindings.ts';
import { ConnectionError } from '../../../renderer/core/callError.ts';
import { ManifestIndexProvider } from '../../../renderer/core/manifest.ts';
import { SessionProvider } from '../../../renderer/core/session.ts';
import { TranslationProvider } from '../../../renderer/core/translation.ts';
import { index, session } from '../support/renderNode.tsx';
import { createTexts } from '../support/texts.ts';

const addresses = vi.hoisted(() => ({ ...Promise.withResolvers<void>(), asked: 0 }));
vi.mock('virtual:operations', async (original) => {
  const real = await original<typeof import('virtual:operations')>();
  const search = () => {
    addresses.asked += 1;
    return addresses.promise.then(() => real.loaders['search']?.());
  };
  return { ...real, loaders: { ...real.loaders, search } };
});

afterEach(cleanup);
beforeAll(() => {
  // jsdom has no modal dialogs.
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close() {
    this.open = false;
    this.dispatchEvent(new Event('close'));
  };
});

const hit = (id: number, title: string, more: object = {}) => ({
  id,
  title,
  route: 'consumption-property',
  path: `/consumption/${id}`,
  worksId: id,
  worksNo: `W-${id}`,
  worksOldNumber: null,
  propertyName: title,
  address: 'Lipowa 1',
  city: 'Łódź',
  tenantNo: null,
  category: null,
  documentType: null,
  periodBegin: null,
  periodEnd: null,
  ...more,
});
const found = {
  groups: [
    { kind: 'PROPERTY', hits: [hit(7, 'Lime house', { worksOldNumber: 'O-7' })], hasMore: true },
    {
      kind: 'DEVICE',
      hits: [
        hit(9, 'AB-9', {
          route: 'consumption-tenant',
          path: '/consumption/7/3?devices.filter.serialNumber=AB-9',
          category: 'HCA',
          tenantNo: '012',
        }),
      ],
      hasMore: false,
    },
  ],
};

async function open(answer: (q: string) => unknown, at = '/consumption/7?timeframe=DAILY&lost=1') {
  const call = vi.fn((_id: string, { query }: { query: { q: string } }) =>
    Promise.resolve(query.q).then(answer),
  );
  const routes = ['consumption-property', 'consumption-tenant'].map((name) => ({
    name,
    path: '/',
    title: '',
    guard: 'open',
    layout: 'default',
    query: ['timeframe'],
  }));
  const page = (
    <QueryDefaultsProvider value={{}}>
      <input aria-label="Elsewhere" />
      <SearchBox />
    </QueryDefaultsProvider>
  );
  const router = createMemoryRouter(
    [
      { path: '/consumption/:property', element: page },
      { path: '*', element: page },
    ],
    { initialEntries: [at] },
  );
  render(
    <TranslationProvider i18n={await createTexts()}>
      <QueryClientProvider
        client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}
      >
        <ApiProvider
          value={{ call: call as never as Api['call'], download: vi.fn(), openStream: vi.fn() }}
        >
          <ManifestIndexProvider value={{ ...index, routes: routes as never }}>
            <SessionProvider value={session}>
              <RouterProvider router={router} />
            </SessionProvider>
          </ManifestIndexProvider>
        </ApiProvider>
      </QueryClientProvider>
    </TranslationProvider>,
  );
  return { call, router };
}

const box = () => screen.findByRole('combobox', { name: 'Search the portal' });

it('opens by its keys, but not while something is typed', async () => {
  await open(() => found);
  await userEvent.type(screen.getByLabelText('Elsewhere'), '/');
  expect(screen.getByLabelText<HTMLInputElement>('Elsewhere').value).toBe('/');
  await userEvent.keyboard('{Control>}k{/Control}');
  await waitFor(async () => expect(await box()).toBe(document.activeElement));
  cleanup();
  await open(() => found);
  await userEvent.keyboard('/');
  await waitFor(async () => expect(await box()).toBe(document.activeElement));
});

it('waits, after a quick Enter, for the address of its call, too', async () => {
  const { call, router } = await open(() => found);
  await userEvent.click(screen.getByRole('button', { name: /Search/ }));
  await userEvent.type(await box(), 'lime{Enter}');
  // The box asks on its own once nothing has been typed for a while.
  await waitFor(() => expect(addresses.asked).toBeGreaterThan(0));
  expect(call).not.toHaveBeenCalled();
  addresses.resolve();
  await waitFor(() => expect(router.state.location.pathname).toBe('/consumption/7'));
  await waitFor(() => expect(screen.queryByRole('combobox')).toBeNull());
});

it('shows what is found by kind, says how much, and goes by the arrows with what was chosen', async () => {
  const { call, router } = await open(() => found);
  await userEvent.click(screen.getByRole('button', { name: /Search/ }));
  await userEvent.type(await box(), 'ab');
  expect((await screen.findByRole('group', { name: 'Properties' })).textContent).toBe(
    'PropertiesLime houseLipowa 1, Łódź · No. W-7, formerly O-7',
  );
  expect(screen.getByRole('group', { name: 'Devices' }).textContent).toBe(
    'DevicesAB-9Heating · tenant no. 012 · Lipowa 1, Łódź · No. W-9',
  );
  expect(screen.getByRole('status').textContent).toBe(
    '2 found. There are more. Type more to narrow the list.',
  );
  expect(call).toHaveBeenCalledTimes(1);
  // What is in the property of this page comes first.
  expect(call.mock.calls[0]?.[1]).toMatchObject({ query: { q: 'ab', property: '7' } });
  await userEvent.keyboard('{ArrowDown}{Enter}');
  await waitFor(() => expect(router.state.location.pathname).toBe('/consumption/7/3'));
  expect(router.state.location.search).toBe('?devices.filter.serialNumber=AB-9&timeframe=DAILY');
  expect(screen.queryByRole('combobox')).toBeNull();
});

it('opens the first hit of what was typed, when Enter was quicker than the answer', async () => {
  const answers: ((found: unknown) => void)[] = [];
  const { router } = await open((q) =>
    q === 'lime' ? new Promise((resolve) => answers.push(resolve)) : found,
  );
  await userEvent.click(screen.getByRole('button', { name: /Search/ }));
  await userEvent.type(await box(), 'ab');
  await screen.findByRole('group', { name: 'Devices' });
  await userEvent.clear(await box());
  await userEvent.type(await box(), 'lime{Enter}');
  await waitFor(() => expect(answers).toHaveLength(1));
  expect(router.state.location.pathname).toBe('/consumption/7');
  answers[0]?.({ groups: [{ kind: 'PROPERTY', hits: [hit(8, 'Lime')], hasMore: false }] });
  await waitFor(() => expect(router.state.location.pathname).toBe('/consumption/8'));
});

it('says what can be typed, that nothing is called so, and that it failed', async () => {
  const { call } = await open((q) => {
    if (q === 'away') throw new ConnectionError({});
    return { groups: [] };
  }, '/elsewhere');
  await userEvent.click(screen.getByRole('button', { name: /Search/ }));
  await userEvent.type(await box(), 'x');
  expect(screen.getByRole('status').textContent).toMatch(/^Type part/);
  await userEvent.type(await box(), 'yz{Enter}');
  await waitFor(() => expect(screen.getByRole('status').textContent).toMatch(/^Nothing found/));
  expect(screen.queryByRole('option')).toBeNull();
  await userEvent.clear(await box());
  await userEvent.type(await box(), 'away');
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(call.mock.calls.filter(([, { query }]) => query.q === 'away').length).toBeGreaterThan(1);
});
