import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
// Loads what is lazy before the clock of a test runs.
import '../../../renderer/nodes/tabs/TabsNode.tsx';
import type { CompiledNode, CompiledNodeOf } from '../../../schemas/manifest/compiled.ts';
import { renderNode } from '../support/renderNode.tsx';

afterEach(cleanup);

const words = (text: string, more: object = {}) =>
  ({ type: 'text', id: 'words', text, style: 'body', ...more }) as CompiledNode;

const tabs: CompiledNodeOf<'tabs'> = {
  type: 'tabs',
  id: 'tabs',
  label: 'test:title',
  query: 'tab',
  items: [
    { id: 'one', label: 'test:name', children: [words('test:label')] },
    {
      id: 'two',
      label: 'test:amount',
      children: [words('test:detail', { visibleWhen: { field: '$query.all', is: 'yes' } })],
    },
    { id: 'three', label: 'test:search', children: [words('test:nothing')] },
  ],
};

const names = () => screen.getAllByRole('tab').map((tab) => tab.textContent);
const chosen = () => screen.getByRole('tab', { selected: true }).textContent;
const panel = () => screen.getByRole('tabpanel').textContent;

describe('tabs', () => {
  it('show one part at a time, and the address says which', async () => {
    const { place } = await renderNode(tabs);
    expect(await screen.findByRole('tablist', { name: 'A title' })).toBeTruthy();
    expect([chosen(), panel(), place.search]).toEqual(['Name', 'Label', '']);
    await userEvent.click(screen.getByRole('tab', { name: 'Search things' }));
    expect([chosen(), panel(), place.search]).toEqual([
      'Search things',
      'Nothing here',
      '?tab=three',
    ]);
    expect(screen.getByRole('tabpanel', { name: 'Search things' }).tabIndex).toBe(0);
    await userEvent.click(screen.getByRole('tab', { name: 'Name' }));
    expect(place.search).toBe('');
  });

  it('begin where the address says, and at the first when it says nothing that is there', async () => {
    await renderNode(tabs, { path: '/?tab=three' });
    expect(await screen.findByText('Nothing here')).toBeTruthy();
    cleanup();
    await renderNode(tabs, { path: '/?tab=two' });
    expect(await screen.findByText('Label')).toBeTruthy();
  });

  it('are chosen by arrows, Home and End, with one stop for the tab key', async () => {
    const { place } = await renderNode(tabs, { path: '/?all=yes' });
    await screen.findByRole('tablist');
    await userEvent.tab();
    expect(document.activeElement?.textContent).toBe('Name');
    for (const [key, name, tab] of [
      ['{ArrowLeft}', 'Search things', 'three'],
      ['{ArrowRight}', 'Name', null],
      ['{ArrowRight}', 'Amount', 'two'],
      ['{End}', 'Search things', 'three'],
      ['{Home}', 'Name', null],
    ] as const) {
      await userEvent.keyboard(key);
      expect(document.activeElement?.textContent).toBe(name);
      expect(chosen()).toBe(name);
      expect(new URLSearchParams(place.search).get('tab')).toBe(tab);
    }
    await userEvent.tab();
    expect(document.activeElement?.getAttribute('role')).toBe('tabpanel');
  });

  it('vanish when nothing in them is shown, also deep within', async () => {
    await renderNode(tabs);
    await screen.findByRole('tablist');
    expect(names()).toEqual(['Name', 'Search things']);
    cleanup();
    await renderNode(tabs, { path: '/?all=yes' });
    await screen.findByRole('tablist');
    expect(names()).toEqual(['Name', 'Amount', 'Search things']);
    cleanup();
    const hidden = words('test:label', { visibleWhen: { field: '$query.all', is: 'yes' } });
    const section = { type: 'section', id: 's', layout: 'stack', children: [hidden] };
    const { container } = await renderNode({
      ...tabs,
      items: [{ id: 'one', label: 'test:name', children: [section as CompiledNode] }],
    });
    expect(screen.queryByRole('tablist')).toBeNull();
    expect(container.textContent).toBe('');
  });
});
