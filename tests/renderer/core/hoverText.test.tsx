import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, it } from 'vitest';
// Loads what is lazy before the clock of a test runs.
import '../../../renderer/core/markdown/MarkedText.tsx';
import { HoverText } from '../../../renderer/core/HoverText.tsx';
import { ManifestIndexProvider } from '../../../renderer/core/manifest.ts';
import { installPopovers } from '../support/popovers.ts';
import { index } from '../support/renderNode.tsx';

installPopovers();

afterEach(cleanup);

function draw(text: string) {
  render(
    <ManifestIndexProvider value={index}>
      <MemoryRouter>
        <HoverText text={text}>
          <button type="button">What</button>
        </HoverText>
      </MemoryRouter>
    </ManifestIndexProvider>,
  );
  for (const one of document.querySelectorAll<HTMLElement>('[popover]')) one.hidePopover();
}
const button = () => screen.getByRole('button', { name: 'What' });
const tip = () => screen.findByRole('tooltip');

it('draws bold, lists and links of a text as nodes, and nothing as HTML', async () => {
  draw('Not **included**:\n\n- [things](/things/1)\n- [away](/nowhere)\n- <img src="x" alt="no">');
  await userEvent.tab();
  const shown = await tip();
  await waitFor(() => expect(shown.querySelector('strong')?.textContent).toBe('included'));
  expect([...shown.querySelectorAll('li')].map(({ textContent }) => textContent)).toEqual([
    'things',
    'away',
    '<img src="x" alt="no">',
  ]);
  const links = [...shown.querySelectorAll('a')].map((link) => link.getAttribute('href'));
  expect(links).toEqual(['/things/1']);
  expect(shown.querySelector('img')).toBeNull();
  expect(button().getAttribute('aria-describedby')).toBe(shown.id);
});

it('stays while it is pointed at, so that its links can be reached', async () => {
  draw('See [things](/things/1).');
  fireEvent.pointerEnter(button());
  const shown = await tip();
  fireEvent.pointerLeave(button());
  fireEvent.pointerEnter(shown);
  await new Promise((resolve) => setTimeout(resolve, 150));
  expect(await tip()).toBe(shown);
  fireEvent.pointerLeave(shown);
  await waitFor(() => expect(screen.queryByRole('tooltip')).toBeNull());
});

it('is a text as it stands without markup', async () => {
  draw('1 < 2 & 3');
  await userEvent.tab();
  expect((await tip()).innerHTML).toBe('1 &lt; 2 &amp; 3');
});
