import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
// Loads what is lazy before the clock of a test runs.
import '../../../renderer/nodes/markdown/MarkdownNode.tsx';
import type { CompiledNode } from '../../../schemas/manifest/compiled.ts';
import { renderNode } from '../support/renderNode.tsx';

afterEach(cleanup);

const article: CompiledNode = { type: 'markdown', id: 'article', text: 'test:article' };

describe('a text in Markdown', () => {
  it('becomes headings, lists, a table and code', async () => {
    const { container } = await renderNode(article);
    expect((await screen.findByRole('heading', { level: 2 })).textContent).toBe('Who reads what');
    expect(screen.getByRole('heading', { level: 3 }).textContent).toBe('Where');
    expect(container.querySelector('p')?.textContent).toBe(
      'Meters are read each day, *never* by hand.',
    );
    expect(screen.getByText('read').tagName).toBe('STRONG');
    expect(screen.getByText('day').tagName).toBe('CODE');
    const ordered = container.querySelector('ol');
    expect(ordered?.textContent).toBe('firstsecond');
    expect(screen.getByRole('columnheader', { name: 'what' })).toBeTruthy();
    expect(screen.getByRole('cell', { name: 'b' })).toBeTruthy();
    expect(container.querySelector('blockquote')?.textContent).toBe('said');
    expect(screen.getByText('<b>code</b>').tagName).toBe('CODE');
  });

  it('leads out in a new tab, and to the portal’s own pages in this one', async () => {
    await renderNode(article);
    const outside = await screen.findByRole('link', { name: 'outside' });
    expect(outside.getAttribute('href')).toBe('https://example.org/a?b=1');
    expect(outside.getAttribute('target')).toBe('_blank');
    expect(outside.getAttribute('rel')).toBe('noopener noreferrer');
    expect(screen.getByRole('link', { name: 'mail' }).getAttribute('href')).toBe(
      'mailto:help@example.org',
    );
    const inside = screen.getByRole('link', { name: 'thing' });
    expect(inside.getAttribute('href')).toBe('/things/5?tab=x#top');
    expect(inside.hasAttribute('target')).toBe(false);
  });

  it('can’t become HTML, nor lead where nothing of ours is', async () => {
    const { container } = await renderNode({ ...article, text: 'test:attack' } as CompiledNode);
    expect((await screen.findByRole('heading', { level: 2 })).textContent).toBe(
      '<img src=x onerror=alert(1)>',
    );
    expect(container.querySelector('img, script, a')).toBeNull();
    for (const name of ['one two three', 'four five six seven', 'eight'])
      expect(container.textContent).toContain(name);
    expect(container.textContent).toContain('<script>alert(1)</script>');
  });

  it('begins a level below the section that it stands in', async () => {
    await renderNode({
      type: 'section',
      id: 'part',
      title: 'test:title',
      layout: 'stack',
      children: [article],
    } as CompiledNode);
    const section = screen.getByRole('region', { name: 'A title' });
    expect((await within(section).findByRole('heading', { level: 3 })).textContent).toContain(
      'Who reads',
    );
    expect(within(section).getByRole('heading', { level: 4 }).textContent).toBe('Where');
  });
});
