import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
// Loads what is lazy before the clock of a test runs.
import '../../../renderer/nodes/table/TableNode.tsx';
import type { CallInput } from '../../../renderer/core/api.ts';
import type { CompiledNodeOf } from '../../../schemas/manifest/compiled.ts';
import { installPopovers } from '../support/popovers.ts';
import { renderNode } from '../support/renderNode.tsx';

installPopovers();
afterEach(cleanup);

const table: CompiledNodeOf<'table'> = {
  type: 'table',
  id: 'things',
  title: 'test:title',
  source: { call: 'tenant.list' },
  rowKey: 'id',
  rowLink: { route: 'thing', params: { thing: '$row.id' } },
  search: { placeholder: 'test:search' },
  paging: 'server',
  pageSizes: [10, 25],
  empty: { title: 'test:nothing' },
  columns: [
    { id: 'name', label: 'test:name', field: 'name', sort: 'name', primary: true },
    { id: 'amount', label: 'test:amount', field: 'amount', format: { as: 'integer' } },
    { id: 'gas', label: 'test:label', field: 'gas', hideWhenEmpty: true },
  ],
};

const total = 23;

function answer({ query = {} }: CallInput) {
  const { page = 0, size, search } = query as { page?: number; size: number; search?: string };
  const found = search === 'nobody' ? 0 : total;
  const count = Math.max(0, Math.min(size, found - page * size));
  const content = Array.from({ length: count }, (_, position) => {
    const id = page * size + position + 1;
    return { id, name: `Thing ${id}`, amount: id * 1000, gas: null };
  });
  return { content, page, size, total: found };
}

const answers = { 'tenant.list': answer };

function lastQuery({ call }: Awaited<ReturnType<typeof renderNode>>) {
  return call.mock.calls.at(-1)?.[1].query;
}

describe('table', () => {
  it('shows the list of an answer that it names, all at once', async () => {
    const months = [
      { id: 1, name: 'October', amount: 7 },
      { id: 2, name: 'September', amount: 9 },
    ];
    const source = { call: 'waterBalance.get', params: { property: 1 } };
    const { call } = await renderNode(
      { ...table, source, rows: 'months', paging: 'client' },
      { answers: { 'waterBalance.get': () => ({ months, culprits: [{ id: 3, name: 'Else' }] }) } },
    );
    expect(await screen.findByRole('cell', { name: '9' })).toBeTruthy();
    expect(screen.getByText('October')).toBeTruthy();
    expect(screen.queryByText('Else')).toBeNull();
    expect(call.mock.calls.map(([id]) => id)).toEqual(['waterBalance.get']);
  });

  it.each(['table', 'list'] as const)(
    'stands a value once over the rows that follow one another with it, as %s',
    async (appearance) => {
      const content = [
        { id: 1, name: 'Kitchen', gas: 'Water' },
        { id: 2, name: 'Bath', gas: 'Water' },
        { id: 3, name: 'Hall', gas: 'Heat' },
      ];
      const columns = table.columns.map((column) =>
        column.id === 'gas' ? { ...column, groups: true as const } : column,
      );
      await renderNode(
        { ...table, columns, appearance, paging: 'client' },
        { answers: { 'tenant.list': () => ({ content }) } },
      );
      await screen.findByText('Kitchen');
      const shown = screen.getAllByText(/^(Water|Heat|Kitchen|Bath|Hall)$/);
      expect(shown.map((one) => one.textContent)).toEqual([
        ...['Water', 'Kitchen', 'Bath'],
        ...['Heat', 'Hall'],
      ]);
      const headings = screen.queryAllByRole('rowheader').map((one) => one.textContent);
      expect(headings).toEqual(appearance === 'table' ? ['Water', 'Heat'] : []);
      if (appearance === 'table') {
        await userEvent.click(screen.getByRole('button', { name: /^Name/ }));
        expect(
          screen.getAllByText(/^(Water|Heat|Kitchen|Bath|Hall)$/).map((one) => one.textContent),
        ).toEqual([...['Water', 'Bath', 'Kitchen'], ...['Heat', 'Hall']]);
      }
      // It has no column of its own.
      expect(screen.queryByText('Label')).toBeNull();
    },
  );

  it('shows a page of rows, figures at the end, the primary cell as link', async () => {
    const view = await renderNode(table, { answers });
    const grid = await screen.findByRole('table', { name: 'A title' });
    expect(within(grid).getAllByRole('row')).toHaveLength(11);
    const link = within(grid).getByRole('link', { name: 'Thing 2' });
    expect(link.getAttribute('href')).toBe('/things/2');
    expect(within(grid).getByRole('cell', { name: '2,000' }).className).toBe('cell-end');
    expect(screen.getByText('1–10 of 23')).toBeTruthy();
    expect(lastQuery(view)).toEqual({ size: 10 });
  });

  it('asks once together with what stands over it of the same answer', async () => {
    const head = { type: 'text', style: 'lead', id: 'head', text: '$data.total' } as const;
    const source = { ...table.source, params: { ...table.source.params, size: 10 } };
    const children = [head, table];
    const { call } = await renderNode(
      { type: 'section', layout: 'stack', id: 'month', source, children },
      { answers },
    );
    await screen.findByRole('table', { name: 'A title' });
    expect(screen.getByText('23')).toBeTruthy();
    expect(call).toHaveBeenCalledOnce();
  });

  it('tells what stands over it what it was answered, in whichever order the address says', async () => {
    const head = { type: 'text', style: 'lead', id: 'head', text: '$data.total' } as const;
    const source = { ...table.source, params: { ...table.source.params, size: 10 } };
    const { call } = await renderNode(
      { type: 'section', layout: 'stack', id: 'month', source, children: [head, table] },
      { answers, path: '/?things.sort=-name&things.search=thing' },
    );
    await screen.findByRole('table', { name: 'A title' });
    expect(await screen.findByText('23')).toBeTruthy();
    expect(call).toHaveBeenCalledOnce();
    // And so it stays when another order is chosen.
    fireEvent.click(screen.getByRole('button', { name: 'Name' }));
    await waitFor(() => expect(call).toHaveBeenCalledTimes(2));
    expect(screen.getByText('23')).toBeTruthy();
  });

  it('leaves asking to what stands over it where it may not be shown itself', async () => {
    const head = { type: 'text', style: 'lead', id: 'head', text: '$data.total' } as const;
    const source = { ...table.source, params: { ...table.source.params, size: 10 } };
    const visibleWhen = { field: '$query.all', is: 'yes' } as const;
    const children = [head, { ...table, visibleWhen }];
    await renderNode(
      { type: 'section', layout: 'stack', id: 'month', source, children },
      { answers, path: '/?things.sort=-name' },
    );
    expect(await screen.findByText('23')).toBeTruthy();
    expect(screen.queryByRole('table')).toBeNull();
  });

  it('may cut off words, never figures, days or what can be copied', async () => {
    const value = '2026-11-27';
    const one = { field: 'gas', label: 'test:label' } as const;
    const columns = [
      ...table.columns,
      { ...one, id: 'day', format: { as: 'date' } as const },
      { ...one, id: 'copied', copy: true as const },
    ];
    const { container } = await renderNode(
      { ...table, columns },
      {
        answers: {
          'tenant.list': () => ({
            content: [{ id: 1, name: 'Thing 1', amount: 7, gas: value }],
            total: 1,
          }),
        },
      },
    );
    await screen.findByRole('cell', { name: 'Thing 1' });
    const words = [...container.querySelectorAll('.cell-text')].map((cell) => cell.textContent);
    expect(words).toEqual(['Thing 1', value]);
  });

  it('keeps the names of its rows in sight, with their heading', async () => {
    const { container } = await renderNode(table, { answers });
    await screen.findByRole('link', { name: 'Thing 1' });
    const sticky = [...container.querySelectorAll('.cell-primary')].map((cell) => cell.textContent);
    expect(sticky.slice(0, 3)).toEqual(['Name', 'Thing 1', 'Thing 2']);
    expect(sticky).toHaveLength(11);
  });

  it('leads where its row’s link does wherever a row is clicked, with one link to read out', async () => {
    const { router, container } = await renderNode(table, { answers });
    await screen.findByRole('link', { name: 'Thing 2' });
    expect(screen.getAllByRole('link')).toHaveLength(10);
    const beside = container.querySelectorAll<HTMLElement>('td:not(.cell-primary) > a')[1];
    expect(beside?.tabIndex).toBe(-1);
    if (beside) fireEvent.click(beside);
    await waitFor(() => expect(router.state.location.pathname).toBe('/things/2'));
  });

  it.each([
    ['', {}, '/things/2'],
    ['but not with Control: a new tab is wanted', { ctrlKey: true }, '/'],
    ['but not with Command', { metaKey: true }, '/'],
    ['but not with Shift', { shiftKey: true }, '/'],
    ['but not with Alt', { altKey: true }, '/'],
    ['but not by another button', { button: 1 }, '/'],
  ])('follows a row’s link %s', async (_, pressed, place) => {
    const { router } = await renderNode(table, { answers });
    const link = await screen.findByRole('link', { name: 'Thing 2' });
    // jsdom itself goes nowhere, and says so of what nobody prevents.
    link.addEventListener('click', (event) => event.preventDefault());
    fireEvent.click(link, pressed);
    // Without anything to load the router is there within this turn.
    await new Promise((resolve) => setTimeout(resolve));
    await waitFor(() => expect(router.state.location.pathname).toBe(place));
  });

  it('asks again by itself while something of it is under way, and no longer', async () => {
    let amount = 1;
    const live = { while: { field: '$row.amount', below: 3 }, seconds: 1 };
    const { call } = await renderNode(
      { ...table, live },
      {
        answers: {
          'tenant.list': () => ({
            content: [{ id: 1, name: 'Thing 1', amount: amount++ }],
            total: 1,
          }),
        },
      },
    );
    await screen.findByRole('cell', { name: '3' });
    await new Promise((resolve) => setTimeout(resolve, 1500));
    expect(call).toHaveBeenCalledTimes(3);
  });

  it('asks again always without a condition, also while there is nothing', async () => {
    const rows = [{ id: 1, name: 'Thing 1', amount: 1 }];
    let asked = 0;
    await renderNode(
      { ...table, live: { seconds: 1 } },
      {
        answers: {
          'tenant.list': () => {
            asked += 1;
            return asked < 2 ? { content: [], total: 0 } : { content: rows, total: 1 };
          },
        },
      },
    );
    await screen.findByRole('cell', { name: '1' });
    await waitFor(() => expect(asked).toBeGreaterThan(2));
  });

  it('hides a column that nothing fills', async () => {
    await renderNode(table, { answers });
    await screen.findByRole('table');
    expect(screen.getAllByRole('columnheader').map((header) => header.textContent)).toEqual([
      'Name',
      'Amount',
    ]);
  });

  it('sorts unset, ascending, descending, unset', async () => {
    const view = await renderNode(table, { answers });
    const steps = [
      ['ascending', 'name'],
      ['descending', '-name'],
      ['none', undefined],
    ];
    await screen.findByRole('table');
    const header = () => screen.getByRole('columnheader', { name: 'Name' });
    expect(header().getAttribute('aria-sort')).toBe('none');
    for (const [direction, sort] of steps) {
      await userEvent.click(screen.getByRole('button', { name: 'Name' }));
      await waitFor(() => expect(header().getAttribute('aria-sort')).toBe(direction));
      expect(new URLSearchParams(view.place.search).get('things.sort')).toBe(sort ?? null);
    }
    expect(screen.getByRole('columnheader', { name: 'Amount' }).hasAttribute('aria-sort')).toBe(
      false,
    );
  });

  it('turns pages and changes their size, in the address', async () => {
    const view = await renderNode(table, { answers });
    await screen.findByText('1–10 of 23');
    await userEvent.click(screen.getByRole('button', { name: 'Next page' }));
    expect(await screen.findByText('11–20 of 23')).toBeTruthy();
    expect(view.place.search).toBe('?things.page=2');
    await userEvent.selectOptions(screen.getByLabelText('Rows on a page'), '25 per page');
    expect(await screen.findByText('1–23 of 23')).toBeTruthy();
    expect(view.place.search).toBe('?things.size=25');
    expect(screen.queryByRole('button', { name: 'Next page' })).toBeNull();
  });

  it('begins where the address says, and comes back from a page that is no more', async () => {
    const view = await renderNode(table, { answers, path: '/?things.page=9&things.sort=-name' });
    expect(await screen.findByText('1–10 of 23')).toBeTruthy();
    expect(view.place.search).toBe('?things.sort=-name');
    expect(lastQuery(view)).toMatchObject({ size: 10, sort: '-name' });
    expect(lastQuery(view)).not.toHaveProperty('page');
  });

  it('asks for nothing that the address made up', async () => {
    const view = await renderNode(table, {
      answers,
      path: '/?things.page=-3&things.sort=password&things.size=1000000',
    });
    await screen.findByRole('table');
    expect(lastQuery(view)).toEqual({ size: 10, sort: undefined, search: undefined });
  });

  it('searches once typing pauses, and offers to clear a search without matches', async () => {
    const view = await renderNode(table, { answers });
    await screen.findByRole('table');
    await userEvent.type(screen.getByRole('searchbox', { name: 'Search things' }), 'nobody ');
    expect(await screen.findByText('Nothing matches “nobody”')).toBeTruthy();
    expect(view.place.search).toBe('?things.search=nobody');
    const searches = view.call.mock.calls.map(([, input]) => input.query?.search);
    expect(searches).toEqual([undefined, 'nobody']);
    await userEvent.click(screen.getByRole('button', { name: 'Clear the search' }));
    expect(await screen.findByRole('table')).toBeTruthy();
    expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('');
  });

  it('says that there is nothing, or that the call failed', async () => {
    const none = { content: [], page: 0, size: 10, total: 0 };
    const { unmount } = await renderNode(table, { answers: { 'tenant.list': () => none } });
    expect(await screen.findByText('Nothing here')).toBeTruthy();
    unmount();
    await renderNode(table);
    expect((await screen.findByRole('alert')).textContent).toContain('could not be loaded');
  });

  it('becomes cards on a narrow screen, sorted by a list', async () => {
    const view = await renderNode(table, { answers, narrow: true });
    const card = (await screen.findByRole('link', { name: 'Thing 1' })).closest('li');
    expect(screen.queryByRole('table')).toBeNull();
    expect(card?.textContent).toBe('Thing 1Amount1,000');
    expect(screen.queryByLabelText('Sort by')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Filter and sort' }));
    await userEvent.selectOptions(await screen.findByLabelText('Sort by'), 'Name, descending');
    await waitFor(() => expect(view.place.search).toBe('?things.sort=-name'));
  });

  it('speaks the language of the reader', async () => {
    await renderNode(table, { answers, language: 'pl' });
    expect(await screen.findByText('1–10 z 23')).toBeTruthy();
  });
});
