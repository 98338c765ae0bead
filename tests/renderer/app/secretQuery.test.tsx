import { act, cleanup, render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, expect, it } from 'vitest';
import SecretQuery from '../../../renderer/app/SecretQuery.tsx';
import { QueryDefaultsProvider, useQueryState } from '../../../renderer/core/bindings.ts';
import { ManifestIndexProvider } from '../../../renderer/core/manifest.ts';
import { index } from '../support/renderNode.tsx';

afterEach(cleanup);

const declared = { token: { secret: true }, done: { default: 'no' } };

function Shown() {
  const [query] = useQueryState();
  return <output>{JSON.stringify(query)}</output>;
}

function draw(address: string) {
  const element = (
    <ManifestIndexProvider value={index}>
      <SecretQuery declared={declared}>
        <QueryDefaultsProvider value={declared}>
          <Shown />
        </QueryDefaultsProvider>
      </SecretQuery>
    </ManifestIndexProvider>
  );
  const router = createMemoryRouter([{ path: '*', element }], { initialEntries: [address] });
  render(<RouterProvider router={router} />);
  return { router, query: () => JSON.parse(screen.getByRole('status').textContent ?? '') };
}

it('takes a secret out of the address, history included, and keeps it while the query changes', async () => {
  const { router, query } = draw('/auth/reset-password#token=abc&other=1');
  expect(query()).toEqual({ done: 'no', token: 'abc' });
  expect(router.state.location.hash).toBe('');
  expect(router.state.historyAction).toBe('REPLACE');
  await act(() => router.navigate('/auth/reset-password?done=yes'));
  expect(query()).toEqual({ done: 'yes', token: 'abc' });
});

it('takes the newer of two links in the same tab', async () => {
  const { router, query } = draw('/auth/reset-password#token=old');
  await act(() => router.navigate('/auth/reset-password#token=new'));
  expect(query().token).toBe('new');
  expect(router.state.location.hash).toBe('');
});

it('believes no secret that stands in the open part of the address', () => {
  expect(draw('/auth/reset-password?token=abc').query()).toEqual({ done: 'no' });
});
