import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
// Loads what is lazy before the clock of a test runs.
import '../../../renderer/nodes/table/exportRows.ts';
import '../../../renderer/nodes/table/TableMenu.tsx';
import '../../../renderer/nodes/table/TableNode.tsx';
import type { CompiledNodeOf } from '../../../schemas/manifest/compiled.ts';
import { installPopovers } from '../support/popovers.ts';
import { renderNode } from '../support/renderNode.tsx';

installPopovers();
beforeEach(() => localStorage.clear());
afterEach(cleanup);

const things = Array.from({ length: 30 }, (_, at) => ({
  id: at + 1,
  name: `Thing ${at + 1}`,
  amount: (at * 7) % 30,
  kind: at % 2 ? 'HCA' : 'COLD_WATER_METER',
}));

const table: CompiledNodeOf<'table'> = {
  type: 'table',
  id: 'things',
  title: 'test:title',
  source: { call: 'tenant.list' },
  rowKey: 'id',
  paging: 'client',
  pageSizes: [10],
  empty: { title: 'test:nothing' },
  columns: [
    { id: 'name', label: 'test:name', field: 'name', primary: true, copy: true, filter: 'text' },
    {
      id: 'amount',
      label: 'test:amount',
      field: 'amount',
      format: { as: 'integer' },
      filter: 'number',
    },
    {
      id: 'kind',
      label: 'test:label',
      field: 'kind',
      format: { as: 'enumeration', of: 'deviceCategory' },
      filter: 'choice',
    },
  ],
};

const answers = { 'tenant.list': () => ({ content: things }) };
const draw = (part: Partial<typeof table> = {}, path = '/') =>
  renderNode({ ...table, ...part } as typeof table, { answers, path });
const bodyRows = async () =>
  within(await screen.findByRole('table'))
    .getAllByRole('row')
    .slice(1);
const firstCells = async () =>
  (await bodyRows()).map((row) => row.querySelector('td:not(.cell-check)')?.textContent);
const click = (name: string | RegExp, role = 'button') =>
  userEvent.click(screen.getByRole(role, { name }));

describe('rows of the browser', () => {
  it('begin with one set, and more are rendered on request', async () => {
    await draw();
    expect(await bodyRows()).toHaveLength(10);
    await click('Render 10 more results');
    expect(await bodyRows()).toHaveLength(20);
    await click('Render 10 more results');
    expect(await bodyRows()).toHaveLength(30);
    expect(screen.queryByRole('button', { name: /more result/ })).toBeNull();
  });

  it('sort by any column: unset, ascending, descending, unset', async () => {
    const { place } = await draw();
    await bodyRows();
    const sort = () => click('Amount');
    await sort();
    expect((await firstCells())[0]).toBe('Thing 1');
    expect(screen.getByRole('columnheader', { name: /Amount/ }).getAttribute('aria-sort')).toBe(
      'ascending',
    );
    await sort();
    expect((await firstCells())[0]).toBe('Thing 18');
    expect(place.search).toContain('things.sort=-amount');
    await sort();
    expect(place.search).toBe('');
    await click('Name');
    await click('Name');
    // Numbers in texts by their size.
    expect((await firstCells())[0]).toBe('Thing 30');
  });

  it('filter by each column’s kind, and the address keeps it', async () => {
    const { place } = await draw();
    await bodyRows();
    await click('Filter Name');
    await userEvent.type(await screen.findByPlaceholderText('Contains …'), 'thing 2');
    await waitFor(() => expect(place.search).toContain('things.filter.name=thing+2'));
    expect((await firstCells())[0]).toBe('Thing 2');
    await click(/Filter Amount/);
    await userEvent.type(await screen.findByPlaceholderText('At least'), '20');
    await waitFor(async () => expect((await bodyRows()).length).toBeLessThan(10));
    for (const row of await bodyRows()) {
      expect(Number(row.querySelectorAll('td')[1]?.textContent)).toBeGreaterThanOrEqual(20);
    }
  });

  it('begin as the address says', async () => {
    await draw({}, '/?things.filter.kind=HCA&things.sort=-amount');
    const rows = await bodyRows();
    expect(rows.every((row) => row.textContent?.includes('Heating'))).toBe(true);
    expect(rows).toHaveLength(10);
  });

  it('say when nothing is left, by column and text, below the head, and bring all back', async () => {
    const path =
      '/?things.search=x&things.filter.name=nobody&things.filter.amount=5..&things.filter.kind=HCA';
    await draw({}, path);
    expect((await screen.findByText(/^Nothing matches/)).textContent).toContain(
      'Nothing matches “x”, Name: “nobody”, Amount: “≥ 5”, Label: “Heating',
    );
    const heads = within(screen.getByRole('table')).getAllByRole('columnheader');
    expect(heads.map(({ textContent }) => textContent)).toEqual(['Name', 'Amount', 'Label']);
    expect(await bodyRows()).toEqual([]);
    // The head’s own filter is still at hand.
    await click(/Filter Name/);
    expect((await screen.findByPlaceholderText<HTMLInputElement>('Contains …')).value).toBe(
      'nobody',
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Clear the search' }));
    expect(await bodyRows()).toHaveLength(10);
  });
});

describe('a filter that a column begins with', () => {
  const begun = {
    columns: table.columns.map((one) => (one.id === 'kind' ? { ...one, chosen: ['HCA'] } : one)),
  };
  const kinds = async () =>
    new Set((await bodyRows()).map((row) => row.querySelectorAll('td')[2]?.textContent));

  it('is in effect without a word in the address, and can be taken away and put back', async () => {
    const { place } = await draw(begun);
    expect(await kinds()).toEqual(new Set(['Heating']));
    expect(place.search).toBe('');
    await click('Filter Label (filtered)');
    await userEvent.click(await screen.findByRole('button', { name: 'Clear filter' }));
    await waitFor(() => expect(place.search).toBe('?things.filter.kind='));
    expect((await kinds()).size).toBe(2);
    await userEvent.click(screen.getByRole('checkbox', { name: 'Heating' }));
    await waitFor(() => expect(place.search).toBe(''));
    expect(await kinds()).toEqual(new Set(['Heating']));
  });

  it('is as the address says where that says something', async () => {
    const none = await draw(begun, '/?things.filter.kind=');
    expect((await kinds()).size).toBe(2);
    none.unmount();
    await draw(begun, '/?things.filter.kind=COLD_WATER_METER');
    expect(await kinds()).toEqual(new Set(['Cold water']));
  });

  it('leaves the table’s own empty state and its head when nothing fits it', async () => {
    const cold = things.filter(({ kind }) => kind !== 'HCA');
    expect(cold.length).toBeGreaterThan(0);
    await renderNode({ ...table, ...begun } as typeof table, {
      answers: { 'tenant.list': () => ({ content: cold }) },
    });
    expect(await screen.findByText('Nothing here')).toBeTruthy();
    expect(screen.queryByText(/^Nothing matches/)).toBeNull();
    await click('Filter Label (filtered)');
    await userEvent.click(await screen.findByRole('button', { name: 'Clear filter' }));
    expect(await bodyRows()).toHaveLength(10);
  });

  it('goes with all others when the search is cleared', async () => {
    const { place } = await draw(begun, '/?things.search=nobody');
    await userEvent.click(await screen.findByRole('button', { name: 'Clear the search' }));
    await waitFor(() => expect(place.search).toBe('?things.filter.kind='));
    expect((await kinds()).size).toBe(2);
  });
});

describe('a selection', () => {
  const selectable = { selection: { limit: 12 }, export: true };

  it('is offered only where something can be done with it', async () => {
    const view = await draw({ selection: {} });
    await bodyRows();
    expect(screen.queryByRole('checkbox')).toBeNull();
    view.unmount();
    await draw(selectable);
    await bodyRows();
    expect(screen.getAllByRole('checkbox').length).toBeGreaterThan(1);
  });

  it('is ticked row by row, by range, and as a whole with a half state', async () => {
    await draw(selectable);
    await bodyRows();
    const all = () =>
      screen.getByRole('checkbox', { name: 'Select all rows shown' }) as HTMLInputElement;
    await click('Select Thing 2', 'checkbox');
    expect(screen.getByText('One row selected')).toBeTruthy();
    expect([all().checked, all().indeterminate]).toEqual([false, true]);
    const user = userEvent.setup();
    await user.keyboard('{Shift>}');
    await user.click(screen.getByRole('checkbox', { name: 'Select Thing 5' }));
    await user.keyboard('{/Shift}');
    expect(screen.getByText('4 rows selected')).toBeTruthy();
    await userEvent.click(all());
    expect(screen.getByText('10 rows selected')).toBeTruthy();
    expect([all().checked, all().indeterminate]).toEqual([true, false]);
    await userEvent.click(all());
    expect(screen.queryByText(/selected$/)).toBeNull();
  });

  it('stops at its limit, and says the limit', async () => {
    await draw(selectable);
    await bodyRows();
    await click('Render 10 more results');
    await click('Select all rows shown', 'checkbox');
    expect(screen.getByRole('alert').textContent).toBe('At most 12 rows can be selected');
    expect(screen.getByText('12 rows selected')).toBeTruthy();
    await click('Clear selection');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('is what a bulk action is for', async () => {
    const bulkActions = [
      {
        id: 'remove',
        label: 'test:search',
        icon: 'delete' as const,
        intent: 'danger' as const,
        action: { do: 'call' as const, call: 'session.get', body: { ids: '$selection.id' } },
      },
    ];
    const { call } = await renderNode({ ...table, bulkActions } as typeof table, {
      answers: { ...answers, 'session.get': () => ({}) },
    });
    await bodyRows();
    await click('Select Thing 3', 'checkbox');
    await click('Select Thing 1', 'checkbox');
    await click('Search things');
    await waitFor(() =>
      expect(call).toHaveBeenCalledWith(
        'session.get',
        expect.objectContaining({ body: { ids: [3, 1] } }),
      ),
    );
    await waitFor(() => expect(screen.queryByText(/selected$/)).toBeNull());
  });
});

it('row actions show and open by their conditions, and act on their row', async () => {
  const action = { do: 'call' as const, call: 'session.get', body: { id: '$row.id' } };
  const rowActions = [
    { id: 'edit', label: 'test:detail', icon: 'edit' as const, intent: 'none' as const, action },
    {
      id: 'lock',
      label: 'test:hello2',
      icon: 'lock' as const,
      intent: 'none' as const,
      action,
      visibleWhen: { field: '$row.id', atMost: 2 },
      enabledWhen: { field: '$row.kind', is: 'HCA' },
    },
  ];
  const { call } = await renderNode({ ...table, rowActions } as typeof table, {
    answers: { ...answers, 'session.get': () => ({}) },
  });
  await bodyRows();
  expect(screen.getAllByRole('button', { name: 'Detail' })).toHaveLength(10);
  const locks = screen.getAllByRole('button', { name: 'Hello2' });
  expect(locks.map((lock) => (lock as HTMLButtonElement).disabled)).toEqual([true, false]);
  await userEvent.click(locks[1] as HTMLElement);
  await waitFor(() =>
    expect(call).toHaveBeenCalledWith('session.get', expect.objectContaining({ body: { id: 2 } })),
  );
});

it('rarer row actions stand in words in the menu of rows that have any, and act on their row', async () => {
  const action = { do: 'call' as const, call: 'session.get', body: { id: '$row.id' } };
  const one = { icon: 'lock' as const, intent: 'none' as const, action };
  const rowActions = [
    { ...one, id: 'edit', label: 'test:detail' },
    {
      ...one,
      id: 'lock',
      label: 'test:hello2',
      menu: true,
      visibleWhen: { field: '$row.id', atMost: 2 },
    },
  ];
  const { call } = await renderNode({ ...table, rowActions } as typeof table, {
    answers: { ...answers, 'session.get': () => ({}) },
  });
  await bodyRows();
  expect(screen.getAllByRole('button', { name: 'Detail' })).toHaveLength(10);
  const menus = screen.getAllByRole('button', { name: 'More actions' });
  expect(menus).toHaveLength(2);
  expect(screen.queryByRole('button', { name: 'Hello2' })).toBeNull();
  await userEvent.click(menus[1] as HTMLElement);
  await userEvent.click(await screen.findByText('Hello2'));
  await waitFor(() =>
    expect(call).toHaveBeenCalledWith('session.get', expect.objectContaining({ body: { id: 2 } })),
  );
});

it('copies a cell, and a toast says so for three seconds', async () => {
  const { actions } = await draw();
  await bodyRows();
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Copy Thing 4' }));
  expect(await navigator.clipboard.readText()).toBe('Thing 4');
  expect(actions.toast).toHaveBeenCalledWith({ text: 'Copied', timeout: 3000 });
});

it('remembers which columns show and in what order, until they are reset', async () => {
  const view = await draw({ columnChoice: true });
  const headings = async () => {
    await bodyRows();
    return screen.getAllByRole('columnheader').map((one) => one.textContent);
  };
  expect(await headings()).toEqual(['Name', 'Amount', 'Label']);
  await click('Columns');
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Label' }));
  await click('Move Amount up');
  expect(await headings()).toEqual(['Amount', 'Name']);
  view.unmount();
  await draw({ columnChoice: true });
  expect(await headings()).toEqual(['Amount', 'Name']);
  await click('Columns');
  await userEvent.click(await screen.findByRole('button', { name: 'Reset columns' }));
  expect(await headings()).toEqual(['Name', 'Amount', 'Label']);
});

it('makes a column wider with the arrow keys, and remembers it', async () => {
  const view = await draw({ columnChoice: true });
  await bodyRows();
  const edge = screen.getByRole('separator', { name: 'Width of Name' });
  edge.focus();
  await userEvent.keyboard('{ArrowRight}{ArrowRight}');
  const width = () => screen.getByRole('columnheader', { name: /^Name/ }).style.width;
  // jsdom has no layout: what a column takes is 0, and its least width is 56.
  expect(width()).toBe('56px');
  view.unmount();
  await draw({ columnChoice: true });
  await bodyRows();
  expect(width()).toBe('56px');
});

describe('a column’s edge', () => {
  const press = (from: number) => {
    const edge = screen.getByRole('separator', { name: 'Width of Name' });
    fireEvent.pointerDown(edge, { clientX: from });
    fireEvent.mouseDown(edge, { clientX: from });
  };
  const move = (to: number) => {
    fireEvent.pointerMove(document, { clientX: to });
    fireEvent.mouseMove(document, { clientX: to });
  };
  const lift = (at: number) => {
    fireEvent.pointerUp(document, { clientX: at });
    fireEvent.mouseUp(document, { clientX: at });
  };
  const width = () => screen.getByRole('columnheader', { name: /^Name/ }).style.width;
  beforeEach(() => {
    vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(
      new DOMRect(0, 0, 200, 20),
    );
  });
  afterEach(() => vi.restoreAllMocks());

  it('is dragged, by no more than a column may take', async () => {
    await draw({ columnChoice: true });
    await bodyRows();
    press(200);
    await vi.dynamicImportSettled();
    move(260);
    await waitFor(() => expect(width()).toBe('260px'));
    move(5000);
    lift(5000);
    await waitFor(() => expect(width()).toBe('800px'));
    move(100);
    expect(width()).toBe('800px');
    expect(screen.getByRole('columnheader', { name: /^Amount/ }).style.width).toBe('200px');
  });

  it('goes where it was let go before the library was there', async () => {
    const view = await draw({ columnChoice: true });
    await bodyRows();
    press(200);
    move(230);
    lift(240);
    expect(width()).toBe('200px');
    await waitFor(() => expect(width()).toBe('240px'));
    move(300);
    expect(width()).toBe('240px');
    view.unmount();
    await draw({ columnChoice: true });
    await bodyRows();
    expect(width()).toBe('240px');
  });
});

it('keeps filters, order and columns as a view under a name', async () => {
  const { place } = await draw(
    { columnChoice: true, views: true },
    '/?things.filter.kind=HCA&things.sort=-amount',
  );
  await bodyRows();
  await click('Columns');
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Label' }));
  await click('Views');
  await userEvent.type(await screen.findByRole('textbox', { name: 'Name of the view' }), 'Heat');
  await click('Save');
  await click('Amount');
  await userEvent.click(screen.getByRole('button', { name: 'Reset columns' }));
  expect(screen.getAllByRole('columnheader')).toHaveLength(3);
  expect(place.search).not.toContain('sort');
  await userEvent.click(await screen.findByRole('button', { name: 'Heat' }));
  expect(screen.getAllByRole('columnheader')).toHaveLength(2);
  expect(place.search).toContain('things.sort=-amount');
  expect(place.search).toContain('things.filter.kind=HCA');
  await click('Views');
  await userEvent.click(await screen.findByRole('button', { name: 'Delete the view Heat' }));
  expect(screen.queryByRole('button', { name: 'Heat' })).toBeNull();
});

it('asks the server to filter, once what is typed is a number', async () => {
  const { call } = await draw({ paging: 'server' });
  await bodyRows();
  await click(/Filter Amount/);
  const asked = () => {
    const [, input] = call.mock.calls.at(-1) as unknown as [
      string,
      { query: { filter?: string[] } },
    ];
    return input.query.filter;
  };
  await userEvent.type(await screen.findByPlaceholderText('At least'), '-5');
  await waitFor(() => expect(asked()).toEqual(['amount:-5..']));
  await click('Filter Name');
  await userEvent.type(await screen.findByPlaceholderText('Contains …'), 'a');
  await waitFor(() => expect(asked()).toEqual(['name:a', 'amount:-5..']));
});

describe('an export', () => {
  const save = async (view: Awaited<ReturnType<typeof draw>>, kind: RegExp) => {
    await bodyRows();
    await click('Export');
    await userEvent.click(await screen.findByRole('button', { name: kind }));
    await waitFor(() => expect(view.actions.save).toHaveBeenCalled());
    return view.actions.save.mock.calls[0] as unknown as [Blob, string];
  };

  it('has the columns shown and the rows that the filters leave, in their order', async () => {
    const view = await draw({ export: true }, '/?things.filter.name=thing+1&things.sort=-amount');
    const [file, name] = await save(view, /CSV/);
    expect(name).toBe('A title.csv');
    const lines = (await file.text()).trim().split('\r\n');
    expect(lines[0]?.replace('\ufeff', '')).toBe('Name,Amount,Label');
    expect(lines).toHaveLength(12);
    expect(lines[1]).toBe('Thing 18,29,Heating');
  });

  it('has only what is selected, if anything is', async () => {
    const view = await draw({ export: true, selection: {} });
    await bodyRows();
    await click('Select Thing 2', 'checkbox');
    const [file] = await save(view, /CSV/);
    expect((await file.text()).trim().split('\r\n')).toHaveLength(2);
  });

  it('collects a server’s table page by page', async () => {
    const many = Array.from({ length: 2500 }, (_, at) => ({
      id: at,
      name: `N ${at}`,
      amount: at,
      kind: 'HCA',
    }));
    const view = await renderNode(
      {
        ...table,
        paging: 'server',
        export: true,
        columns: table.columns.map(({ filter: _, ...one }) => one),
      } as typeof table,
      {
        answers: {
          'tenant.list': ({ query = {} }) => {
            const { page = 0, size } = query as { page?: number; size: number };
            return {
              content: many.slice(page * size, (page + 1) * size),
              page,
              size,
              total: many.length,
            };
          },
        },
      },
    );
    const [file, name] = await save(view, /XLSX/);
    expect(name).toBe('A title.xlsx');
    expect(file.size).toBeGreaterThan(10_000);
    expect(view.call).toHaveBeenCalledTimes(4);
  });
});

it('fills the window, and Escape leaves it', async () => {
  await draw({ fullscreen: true });
  await bodyRows();
  await click('Full screen');
  expect(screen.getByRole('region', { name: 'A title' }).className).toContain('table-fullscreen');
  await userEvent.keyboard('{Escape}');
  expect(screen.getByRole('region', { name: 'A title' }).className).toBe('table');
});

/** What a phone has behind one button. */
describe('tools on a phone', () => {
  const narrow = (part: Partial<typeof table> = {}) =>
    renderNode({ ...table, ...part } as typeof table, { answers, narrow: true });
  const open = () => userEvent.click(screen.getByRole('button', { name: /^Filter and sort/ }));

  it('hide filters, order, ticking and tools behind one button, with how many filters hold', async () => {
    const { place } = await narrow({ selection: {}, export: true, columnChoice: true });
    await screen.findByText('Thing 1');
    expect(screen.queryByRole('button', { name: /^(Export|Columns|Filter Name)/ })).toBeNull();
    await open();
    await screen.findByLabelText('Sort by');
    for (const name of ['Export', 'Columns'])
      expect(screen.getByRole('button', { name })).toBeTruthy();
    const filters = screen.getByRole('list', { name: 'Filters' });
    expect(within(filters).getAllByRole('listitem')).toHaveLength(3);
    await userEvent.type(within(filters).getByRole('textbox', { name: 'Contains …' }), '30');
    await waitFor(() => expect(place.search).toBe('?things.filter.name=30'));
    expect(screen.getByRole('button', { name: 'Filter and sort 1' })).toBeTruthy();
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select all rows shown' }));
    expect(screen.getByText('One row selected')).toBeTruthy();
  });

  it('have no button where there is nothing to arrange, and only tools where rows lack', async () => {
    const columns = table.columns.map(({ filter: _, ...column }) => column);
    const server = { paging: 'server', columns } as const;
    await narrow(server);
    await screen.findByText('Thing 1');
    expect(screen.queryByRole('button', { name: /Filter|Tools/ })).toBeNull();
    cleanup();
    await narrow({ ...server, columnChoice: true });
    expect(await screen.findByRole('button', { name: 'Tools' })).toBeTruthy();
  });
});
