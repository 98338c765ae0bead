import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
// Loads what is lazy before the clock of a test runs.
import '../../../renderer/nodes/table/TableNode.tsx';
import type { CompiledNodeOf } from '../../../schemas/manifest/compiled.ts';
import { installPopovers } from '../support/popovers.ts';
import { renderNode } from '../support/renderNode.tsx';

/** What the lists of warnings need: a table that begins narrowed, badges, and a form for many rows. */

installPopovers();
beforeEach(() => localStorage.clear());
afterEach(cleanup);

const things = Array.from({ length: 6 }, (_, at) => ({
  id: at + 1,
  name: `Thing ${at + 1}`,
  kind: at % 2 ? 'HCA' : 'COLD_WATER_METER',
}));
const kinds = ['HCA', 'COLD_WATER_METER'];

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
    { id: 'name', label: 'test:name', field: 'name', primary: true, filter: 'text' },
    {
      id: 'kind',
      label: 'test:label',
      field: 'kind',
      format: { as: 'badge', of: 'deviceCategory', intents: { HCA: 'danger' } },
      filter: 'choice',
      choices: kinds,
      chosen: ['HCA'],
    },
  ],
};

const draw = (part: Partial<typeof table> = {}, path = '/', content: object[] = things) =>
  renderNode({ ...table, ...part } as typeof table, {
    answers: { 'tenant.list': () => ({ content }) },
    path,
  });
const names = async () =>
  within(await screen.findByRole('table'))
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.querySelector('td:not(.cell-check)')?.textContent);
const click = (name: string | RegExp, role = 'button') =>
  userEvent.click(screen.getByRole(role, { name }));

describe('a column that begins with choices', () => {
  it('says that there is nothing where it leaves nothing, and that nothing fits what else is wanted', async () => {
    const cold = things.filter(({ kind }) => kind !== 'HCA');
    await draw({}, '/', cold);
    expect(await screen.findByText('Nothing here')).toBeTruthy();
    cleanup();
    await draw({}, '/?things.filter.kind=HCA', cold);
    expect(await screen.findByText(/^Nothing matches/)).toBeTruthy();
    cleanup();
    const { place } = await draw({}, '/?things.filter.kind=HCA&things.filter.name=other');
    await screen.findByText(/^Nothing matches/);
    expect(screen.queryByText('Nothing here')).toBeNull();
    await click('Clear the search');
    // Nothing is left out any more, what it begins with neither.
    await waitFor(() => expect(place.search).toBe('?things.filter.kind='));
    expect(await names()).toHaveLength(6);
  });
});

describe('a badge', () => {
  it('has the colour of its value, or none, and its label', async () => {
    await draw({}, '/?things.filter.kind=');
    await names();
    const [cold] = screen.getAllByText('Cold water');
    const [heating] = screen.getAllByText('Heating');
    expect(heating?.className).toBe('badge badge-danger');
    expect(cold?.className).toBe('badge badge-none');
  });
});

describe('a badge with a picture', () => {
  it('has one for each value that has one, hidden from screen readers', async () => {
    const format = { as: 'badge', of: 'deviceCategory', intents: {}, icons: { HCA: 'tick' } };
    const columns = [{ id: 'kind', label: 'test:label', field: 'kind', format }];
    await draw({ columns } as Partial<typeof table>);
    await screen.findByRole('table');
    const drawings = (label: string) =>
      screen
        .getAllByText(label)
        .map((badge) => badge.querySelectorAll('[aria-hidden] > svg').length);
    expect(drawings('Heating')).toEqual([1, 1, 1]);
    expect(drawings('Cold water')).toEqual([0, 0, 0]);
  });
});

describe('a bulk action that opens a form', () => {
  const bulkActions = [
    {
      id: 'ask',
      label: 'test:search',
      icon: 'eye',
      intent: 'none',
      action: {
        do: 'open',
        as: 'modal',
        screen: 'test.thing',
        params: { things: '$selection.id' },
      },
    },
  ] as unknown as NonNullable<typeof table.bulkActions>;

  it('hands the selected rows over, and lets them be until it is submitted', async () => {
    const { actions } = await draw({ bulkActions });
    await names();
    await click('Select Thing 6', 'checkbox');
    await click('Select Thing 2', 'checkbox');
    let close: (isDone: boolean) => void = () => undefined;
    actions.open.mockImplementation(
      () => new Promise<boolean>((resolve) => (close = resolve)) as never,
    );
    await click('Search things');
    expect(actions.open).toHaveBeenCalledWith({
      screen: 'test.thing',
      as: 'modal',
      params: { things: [6, 2] },
    });
    // Nothing is busy while a panel is open.
    const button = screen.getByRole('button', { name: 'Search things' }) as HTMLButtonElement;
    expect(button.disabled).toBe(false);
    close(false);
    await new Promise((resolve) => setTimeout(resolve));
    expect(screen.getByText('2 rows selected')).toBeTruthy();
    await click('Search things');
    close(true);
    await waitFor(() => expect(screen.queryByText(/selected$/)).toBeNull());
  });
});
