import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, expect, it, vi } from 'vitest';
import TopBarMenu from '../../../renderer/app/shell/TopBarMenu.tsx';
import { type Actions, ActionsProvider } from '../../../renderer/core/actions.ts';
import { type Api, ApiProvider } from '../../../renderer/core/api.ts';
import { QueryDefaultsProvider } from '../../../renderer/core/bindings.ts';
import { ApiError } from '../../../renderer/core/callError.ts';
import { ManifestIndexProvider } from '../../../renderer/core/manifest.ts';
import { SessionProvider } from '../../../renderer/core/session.ts';
import { TranslationProvider } from '../../../renderer/core/translation.ts';
import type { TopBarEntry } from '../../../schemas/manifest/compiled.ts';
import type { EntryMenu } from '../../../schemas/manifest/menu.ts';
import { index, session } from '../support/renderNode.tsx';
import { createTexts } from '../support/texts.ts';

afterEach(cleanup);

const menu: EntryMenu = {
  source: { call: 'static.files', params: { tag: 'MENU', language: '$session.language' } },
  rowKey: 'id',
  label: '$row.label',
  action: {
    do: 'download',
    call: 'static.download',
    params: { staticFile: '$row.id', fileName: '$row.name' },
  },
  empty: 'static-files:documents.none',
  more: 'static-files:documents.all',
} as EntryMenu;
const entry: TopBarEntry & { menu: EntryMenu } = {
  id: 'static-files',
  label: 'static-files:title',
  icon: 'document',
  locked: false,
  path: '/documents',
  menu,
};
const refusal = new ApiError(404, {
  status: 'NOT_FOUND',
  message: 'The file is gone.',
  errors: [],
  code: 1200,
  timestamp: '',
});

async function open(call: Api['call'], download: Api['download']) {
  const actions = { report: vi.fn(), save: vi.fn() };
  const onClose = vi.fn();
  const router = createMemoryRouter([
    {
      path: '*',
      element: (
        <QueryDefaultsProvider value={{}}>
          <TopBarMenu entry={entry} onClose={onClose} />
        </QueryDefaultsProvider>
      ),
    },
  ]);
  render(
    <TranslationProvider i18n={await createTexts()}>
      <QueryClientProvider
        client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}
      >
        <ApiProvider value={{ call, download, openStream: vi.fn() }}>
          <ManifestIndexProvider value={index}>
            <SessionProvider value={session}>
              <ActionsProvider value={actions as unknown as Actions}>
                <RouterProvider router={router} />
              </ActionsProvider>
            </SessionProvider>
          </ManifestIndexProvider>
        </ApiProvider>
      </QueryClientProvider>
    </TranslationProvider>,
  );
  return { ...actions, onClose };
}

const rows = [
  { id: 7, label: 'Guide', name: 'guide.pdf' },
  { id: 8, label: 'Form', name: 'form.pdf' },
];
const answer = (given: unknown) => vi.fn(async () => given) as unknown as Api['call'];

it('has what the call answers, and saves what is chosen under the name of the file', async () => {
  const call = answer(rows);
  const file = new File(['x'], 'guide.pdf');
  const download = vi.fn(async () => file);
  const { save, onClose } = await open(call, download);
  await userEvent.click(await screen.findByRole('button', { name: 'Guide' }));
  await waitFor(() => expect(save).toHaveBeenCalledWith(file, 'guide.pdf'));
  expect(call).toHaveBeenCalledWith(
    'static.files',
    { params: {}, query: { tag: 'MENU', language: 'PL' } },
    expect.anything(),
  );
  expect(download).toHaveBeenCalledWith('static.download', {
    params: { staticFile: 7, fileName: 'guide.pdf' },
    query: {},
  });
  const more = screen.getByRole('link', { name: 'documents.all' });
  expect(more.getAttribute('href')).toBe('/documents');
  await userEvent.click(more);
  expect(onClose).toHaveBeenCalled();
});

it.each([
  ['is empty', answer([])],
  ['fails', vi.fn(async () => Promise.reject(refusal)) as unknown as Api['call']],
])('is empty when the list %s', async (_what, call) => {
  const { report } = await open(call, vi.fn());
  expect(await screen.findByText('documents.none')).toBeTruthy();
  expect(screen.queryAllByRole('button')).toEqual([]);
  expect(screen.getByRole('link', { name: 'documents.all' })).toBeTruthy();
  expect(report).not.toHaveBeenCalled();
});

it('says of a download that fails what the portal said', async () => {
  const download = vi.fn(async () => Promise.reject(refusal));
  const { report, save } = await open(answer(rows), download);
  await userEvent.click(await screen.findByRole('button', { name: 'Form' }));
  await waitFor(() => expect(report).toHaveBeenCalledWith(refusal, 'download'));
  expect(save).not.toHaveBeenCalled();
});
