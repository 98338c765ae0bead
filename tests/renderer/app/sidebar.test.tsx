import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, expect, it, vi } from 'vitest';
import { Sidebar } from '../../../renderer/app/shell/Sidebar.tsx';
import { ActionsProvider } from '../../../renderer/core/actions.ts';
import { type Api, ApiProvider } from '../../../renderer/core/api.ts';
import { QueryDefaultsProvider } from '../../../renderer/core/bindings.ts';
import { ManifestIndexProvider } from '../../../renderer/core/manifest.ts';
import { TranslationProvider } from '../../../renderer/core/translation.ts';
import type { SidebarSection } from '../../../schemas/manifest/compiled.ts';
import { installPopovers } from '../support/popovers.ts';
import { index } from '../support/renderNode.tsx';
import { createTexts } from '../support/texts.ts';

installPopovers();
afterEach(cleanup);

const option = (id: string, part: Partial<SidebarSection['options'][number]> = {}) => ({
  id,
  sectionId: 's',
  label: `test:${id}`,
  action: { do: 'signOut' as const },
  hasPrivilege: true,
  active: false,
  ...part,
});

async function draw(options: SidebarSection['options'], path = '/') {
  const i18n = await createTexts();
  const signOut = vi.fn();
  const nothing = vi.fn();
  const actions = {
    signIn: nothing,
    signOut,
    setLanguage: vi.fn(async () => undefined),
    confirm: vi.fn(async () => true),
    toast: nothing,
    report: nothing,
    open: nothing,
    save: nothing,
    askConsent: nothing,
  };
  const sidebars = { area: [{ id: 's', label: 'test:title', options }] };
  const router = createMemoryRouter(
    [
      {
        path: '*',
        element: (
          <QueryDefaultsProvider value={{}}>
            <Sidebar module="area" />
          </QueryDefaultsProvider>
        ),
      },
    ],
    { initialEntries: [path] },
  );
  render(
    <TranslationProvider i18n={i18n}>
      <QueryClientProvider client={new QueryClient()}>
        <ApiProvider value={{} as Api}>
          <ManifestIndexProvider value={{ ...index, sidebars }}>
            <ActionsProvider value={actions}>
              <RouterProvider router={router} />
            </ActionsProvider>
          </ManifestIndexProvider>
        </ApiProvider>
      </QueryClientProvider>
    </TranslationProvider>,
  );
  await screen.findByRole('navigation', { name: 'Section menu' });
  return { signOut, router };
}

const selected = () =>
  screen.getAllByRole('button').find((one) => one.getAttribute('aria-current'))?.textContent;

it('begins with the option flagged active, else with the first', async () => {
  await draw([option('name'), option('label', { active: true })]);
  expect(selected()).toBe('Label');
  cleanup();
  await draw([option('name'), option('label')]);
  expect(selected()).toBe('Name');
});

it('runs what is clicked, and marks it', async () => {
  const { signOut } = await draw([option('name'), option('label')]);
  await userEvent.click(screen.getByRole('button', { name: 'Label' }));
  expect(signOut).toHaveBeenCalledTimes(1);
  expect(selected()).toBe('Label');
});

it('marks what leads to the page that is open', async () => {
  const go = { do: 'go' as const, to: { route: 'thing', params: { thing: 7 } } };
  await draw([option('name', { active: true }), option('label', { action: go })], '/things/7');
  expect(selected()).toBe('Label');
});

it('locks what the plan lacks: greyed, not to be clicked, with the reason', async () => {
  const { signOut } = await draw([option('name'), option('label', { hasPrivilege: false })]);
  const locked = screen.getByRole('link', { name: 'Label' });
  expect(locked.getAttribute('aria-disabled')).toBe('true');
  await userEvent.click(locked);
  expect(signOut).not.toHaveBeenCalled();
  locked.focus();
  expect((await screen.findByRole('tooltip')).textContent).toMatch(/Upgrade the plan/);
});
