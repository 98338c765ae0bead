import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
// Loads what is lazy before the clock of a test runs.
import '../../../renderer/nodes/table/CardsBar.tsx';
import '../../../renderer/nodes/table/TableNode.tsx';
import type { CompiledNodeOf } from '../../../schemas/manifest/compiled.ts';
import { installPopovers } from '../support/popovers.ts';
import { renderNode } from '../support/renderNode.tsx';

installPopovers();
afterEach(cleanup);

const table: CompiledNodeOf<'table'> = {
  type: 'table',
  id: 'things',
  title: 'test:title',
  appearance: 'cards',
  source: { call: 'tenant.list' },
  rowKey: 'id',
  rowLink: { route: 'thing', params: { thing: '$row.id' } },
  paging: 'client',
  pageSizes: [2],
  selection: {},
  export: true,
  empty: { title: 'test:nothing' },
  columns: [
    { id: 'name', label: 'test:name', field: 'name', filter: 'text' },
    { id: 'amount', label: 'test:amount', field: 'amount', format: { as: 'integer' } },
  ],
  rowActions: [
    {
      id: 'copy',
      label: 'test:detail',
      icon: 'edit',
      intent: 'none',
      action: { do: 'copy', value: '$row.name' },
    },
  ],
};
const content = ['Ann', 'Bob', 'Cid'].map((name, at) => ({ id: at + 1, name, amount: at * 1000 }));
const answers = { 'tenant.list': () => ({ content }) };

describe.each(['cards', 'list'] as const)('a table as %s', (appearance) => {
  const draw = () => renderNode({ ...table, appearance }, { answers });
  const items = () =>
    within(screen.getByRole('list', { name: 'A title' })).getAllByRole('listitem');

  it('has the columns, the link and the actions of a table', async () => {
    await draw();
    const link = await screen.findByRole('link', { name: 'Bob' });
    expect(screen.queryByRole('table')).toBeNull();
    expect(link.getAttribute('href')).toBe('/things/2');
    const card = within(items()[1] as HTMLElement);
    expect(card.getByText('Amount').closest('div')?.textContent).toBe('Amount1,000');
    expect(card.getByRole('button', { name: 'Detail' })).toBeTruthy();
    expect(screen.getByRole('list', { name: 'A title' }).className).toContain(
      appearance === 'list' ? 'cards-list' : 'cards-wide',
    );
  });

  it('has of a row what is known, and no list of dashes', async () => {
    const known = { id: 1, name: 'Ann', amount: null };
    await renderNode(
      { ...table, appearance },
      { answers: { 'tenant.list': () => ({ content: [known, ...content.slice(1)] }) } },
    );
    await screen.findByRole('link', { name: 'Ann' });
    const [ann, bob] = items().map((item) => item.querySelector('dl')?.textContent);
    expect([ann, bob]).toEqual(['', 'Amount1,000']);
  });

  it('pages, sorts and filters', async () => {
    await draw();
    await screen.findByRole('link', { name: 'Ann' });
    expect(items()).toHaveLength(2);
    await userEvent.click(screen.getByRole('button', { name: 'Render one more result' }));
    expect(items()).toHaveLength(3);
    await userEvent.selectOptions(screen.getByLabelText('Sort by'), 'Name, descending');
    await waitFor(() => expect(items()[0]?.textContent).toContain('Cid'));
    await userEvent.click(screen.getByRole('button', { name: 'Filter Name' }));
    await userEvent.type(await screen.findByRole('textbox', { name: 'Contains …' }), 'an');
    await waitFor(() => expect(items()).toHaveLength(1));
  });

  it('selects one, or all that are shown', async () => {
    await draw();
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Select Ann' }));
    expect(screen.getByText('One row selected')).toBeTruthy();
    const all = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select all rows shown' });
    expect(all.indeterminate).toBe(true);
    await userEvent.click(all);
    expect(screen.getByText('2 rows selected')).toBeTruthy();
  });

  it('says that there is nothing', async () => {
    await renderNode(
      { ...table, appearance },
      { answers: { 'tenant.list': () => ({ content: [] }) } },
    );
    expect(await screen.findByText('Nothing here')).toBeTruthy();
  });
});
