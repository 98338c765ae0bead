import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
// Loads what is lazy before the clock of a test runs.
import '../../../renderer/nodes/markdown/MarkdownNode.tsx';
import '../../../renderer/nodes/markdown/FoldedArticle.tsx';
import { fireEvent, render } from '@testing-library/react';
import { lexer, type MarkedToken } from 'marked';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { TranslationProvider } from '../../../renderer/core/translation.ts';
import FoldedArticle from '../../../renderer/nodes/markdown/FoldedArticle.tsx';
import { readHeading } from '../../../schemas/manifest/articleHeadings.ts';
import { createTexts } from '../support/texts.ts';

afterEach(cleanup);
Element.prototype.scrollIntoView ??= () => undefined;

const text = `Before all.

## Why is it *so*? {#why}

Because. See [below](#how).

### Deeper

Inside.

## How?

Like this.
`;

async function renderArticle(address = '/faq') {
  const tokens = lexer(text) as MarkedToken[];
  const surroundings = { routes: [], headingShift: 0, hasAnchors: true };
  const element = <FoldedArticle tokens={tokens} surroundings={surroundings} />;
  const router = createMemoryRouter([{ path: '*', element }], { initialEntries: [address] });
  render(
    <TranslationProvider i18n={await createTexts()}>
      <RouterProvider router={router} />
    </TranslationProvider>,
  );
  return [...document.querySelectorAll('details')];
}

it('folds what stands under its first headings, deeper ones within', async () => {
  const folds = await renderArticle();
  expect(folds.map(({ open }) => open)).toEqual([false, false]);
  expect(folds[0]?.querySelector('summary')?.textContent).toBe('Why is it so?');
  expect(folds[0]?.querySelector('summary em')?.textContent).toBe('so');
  expect(folds[0]?.textContent).toContain('Inside.');
  expect(folds[1]?.textContent).toBe('How?Like this.');
  expect(screen.getByText('Before all.').closest('details')).toBeNull();
  await userEvent.click(screen.getByRole('heading', { name: 'Why is it so?' }));
  fireEvent.click(folds[0]?.querySelector('summary') as HTMLElement);
  expect(screen.getByRole('link', { name: 'below' }).getAttribute('href')).toBe('#how');
});

it('opens the one that the address names, and what holds a deeper one', async () => {
  expect((await renderArticle('/faq#how')).map(({ open }) => open)).toEqual([false, true]);
  cleanup();
  expect((await renderArticle('/faq#deeper')).map(({ open }) => open)).toEqual([true, false]);
  cleanup();
  expect((await renderArticle('/faq#nothing')).map(({ open }) => open)).toEqual([false, false]);
});

it.each([
  ['Why? {#why}', 'why', 'Why?'],
  ['Žluťoučký kůň!', 'zlutoucky-kun', 'Žluťoučký kůň!'],
  ['A {#B c}', 'a-b-c', 'A {#B c}'],
])('a heading %s is found as %s', (heading, id, words) => {
  expect(readHeading(heading)).toEqual({ id, words });
});
