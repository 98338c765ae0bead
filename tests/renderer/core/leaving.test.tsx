import { act, screen } from '@testing-library/react';
import { use } from 'react';
import { useLocation } from 'react-router-dom';
import { expect, it } from 'vitest';
import { useQueryState } from '../../../renderer/core/bindings.ts';
import { registry } from '../../../renderer/nodes/registry.ts';
import { renderNode } from '../support/renderNode.tsx';

const never = new Promise<string>(() => undefined);

/** A page that can be searched, until the next one is there: its parts are on their way. */
function Page() {
  const { pathname } = useLocation();
  const [, set] = useQueryState();
  if (pathname === '/next') return use(never);
  return (
    <button type="button" onClick={() => set({ search: 'late' }, { replace: true })}>
      Search
    </button>
  );
}

it('a page that is being left doesn’t change the address', async () => {
  const node = { type: 'text', id: 'page', text: 'test:title', style: 'body' } as const;
  const { router } = await renderNode(node, {
    path: '/list',
    registry: { ...registry, text: Page },
  });
  const button = await screen.findByRole('button');
  act(() => button.click());
  expect(router.state.location).toMatchObject({ pathname: '/list', search: '?search=late' });
  await act(() => router.navigate('/next'));
  expect(screen.queryByRole('button')).toBe(button);
  act(() => button.click());
  expect(router.state.location).toMatchObject({ pathname: '/next', search: '' });
});
