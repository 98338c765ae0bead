import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
// Loads what is lazy before the clock of a test runs.
import '../../../renderer/nodes/table/TableNode.tsx';
import type { CallInput } from '../../../renderer/core/api.ts';
import type { CompiledNodeOf } from '../../../schemas/manifest/compiled.ts';
import { installPopovers } from '../support/popovers.ts';
import { renderNode } from '../support/renderNode.tsx';

/** Several values in a cell, figures beside their limit, edges, and tabs. */

installPopovers();
beforeEach(() => localStorage.clear());
afterEach(cleanup);

const rows = [
  { id: 1, name: 'Leak', urgency: 10, flat: 'Flat 5', figure: 539, limit: 445, unit: 'l' },
  { id: 2, name: 'Spill', urgency: 0, flat: null, figure: 3, limit: 0, unit: 'l' },
];
const figure = { as: 'quantity', unit: 'unit', bar: { of: 'limit' } } as const;

const table: CompiledNodeOf<'table'> = {
  type: 'table',
  id: 'warnings',
  source: { call: 'warning.list' },
  rowKey: 'id',
  paging: 'server',
  pageSizes: [10],
  selection: {},
  export: true,
  empty: { title: 'test:nothing' },
  columns: [
    { id: 'name', label: 'test:name', field: 'name', primary: true },
    {
      id: 'urgency',
      label: 'test:label',
      field: 'urgency',
      format: { as: 'severity' },
      filter: 'choice',
      choices: ['0', '10'],
      chosen: ['10'],
      under: 'name',
      edge: true,
    },
    { id: 'flat', label: 'test:amount', field: 'flat', under: 'name' },
    { id: 'figure', label: 'test:title', field: 'figure', format: figure },
  ],
};

const draw = (part: Partial<typeof table> = {}, path = '/', found = rows) => {
  const asked: { call: string; filter: unknown; search: unknown }[] = [];
  const answer = (call: string, content: object) => (input: CallInput) => {
    const { filter, search } = (input.query ?? {}) as Record<string, unknown>;
    asked.push({ call, filter, search });
    return content;
  };
  const counts = { content: [{ value: 10, count: 1 }] };
  return renderNode({ ...table, ...part } as typeof table, {
    answers: {
      'warning.list': answer('list', { content: found, page: 0, size: 10, total: 2 }),
      'warning.statuses': answer('counts', counts),
    },
    path,
  }).then((drawn) => ({ ...drawn, asked }));
};
const bodyRows = async () =>
  within(await screen.findByRole('table'))
    .getAllByRole('row')
    .slice(1);

describe('a column under another', () => {
  it('stands in its cell, without what is missing, and by itself while the other is hidden', async () => {
    await draw();
    const [leak, spill] = await bodyRows();
    expect(leak?.querySelector('.cell-primary')?.textContent).toBe('LeakCritical · Flat 5');
    expect(spill?.querySelector('.cell-primary')?.textContent).toBe('SpillNon-critical');
    expect(screen.getAllByRole('columnheader')).toHaveLength(3);
    cleanup();
    const columns = table.columns.map((one) =>
      one.id === 'name' ? { ...one, hidden: true } : one,
    );
    await draw({ columns } as never);
    await bodyRows();
    expect(screen.getAllByRole('columnheader')).toHaveLength(4);
  });

  it('is part of what the row is called, and colours its edge', async () => {
    await draw();
    const [leak, spill] = await bodyRows();
    expect(screen.getByRole('checkbox', { name: /Leak, Critical, Flat 5/ })).toBeDefined();
    expect(leak?.className).toContain('edge-danger');
    expect(spill?.className).not.toContain('edge');
  });
});

describe('a figure measured by another', () => {
  it('is written beside it, and alone where that is nothing', async () => {
    await draw();
    const cells = (await bodyRows()).map((row) => row.querySelector('td:last-child'));
    expect(cells.map((cell) => cell?.textContent)).toEqual(['539 of 445\u202fl', '3\u202fl']);
    expect(cells.map((cell) => cell?.querySelector('svg') !== null)).toEqual([true, false]);
  });

  it('loses nothing where there is no unit', async () => {
    const columns = table.columns.map((one) =>
      one.id === 'figure'
        ? { ...one, field: 'limit', format: { as: 'quantity', bar: { of: 'limit' } } }
        : one,
    );
    await draw({ columns } as never);
    const [leak] = await bodyRows();
    expect(leak?.querySelector('td:last-child')?.textContent).toBe('445 of 445');
  });
});

describe('tabs', () => {
  const tabs = { column: 'urgency', counts: { call: 'warning.statuses' } } as const;

  it('choose one value, count what all else leaves, and say what the column would', async () => {
    const { asked, place } = await draw({ tabs }, '/?warnings.search=a');
    const tab = await screen.findByRole('button', { name: 'Critical 1' });
    expect(tab.getAttribute('aria-pressed')).toBe('true');
    expect((await bodyRows())[0]?.querySelector('.cell-under')?.textContent).toBe('Flat 5');
    await userEvent.click(screen.getByRole('button', { name: 'Non-critical 0' }));
    expect(place.search).toContain('warnings.filter.urgency=0');
    const of = (call: string) => asked.filter((one) => one.call === call);
    expect(of('counts')).toEqual([{ call: 'counts', filter: undefined, search: 'a' }]);
    expect(of('list').at(-1)).toMatchObject({ filter: ['urgency:0'], search: 'a' });
  });

  it('are named where there is nothing in one, though the column isn’t shown', async () => {
    await draw({ tabs }, '/?warnings.filter.urgency=0', []);
    expect(await screen.findByText('Nothing matches Label: “Non-critical”')).toBeTruthy();
  });
});
