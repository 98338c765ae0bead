import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
// Loads what is lazy before the clock of a test runs.
import '../../../renderer/nodes/controls/ControlsNode.tsx';
import '../../../renderer/nodes/table/TableNode.tsx';
import '../../../renderer/nodes/table/VirtualGrid.tsx';
import type { CompiledNodeOf } from '../../../schemas/manifest/compiled.ts';
import { installPopovers } from '../support/popovers.ts';
import { renderNode } from '../support/renderNode.tsx';

installPopovers();
beforeEach(() => localStorage.clear());
afterEach(cleanup);

const begin = () => fireEvent(window, new Event('beforeprint'));
const end = () => fireEvent(window, new Event('afterprint'));

const controls: CompiledNodeOf<'controls'> = {
  type: 'controls',
  id: 'controls',
  label: 'test:title',
  items: [
    {
      id: 'timeframe',
      kind: 'choice',
      label: 'test:label',
      query: 'timeframe',
      appearance: 'segmented',
      enumeration: 'timeframe',
      only: ['DAILY', 'MONTHLY'],
    },
    { id: 'period', kind: 'period', label: 'test:amount', begin: 'from', end: 'to' },
  ],
};

test('controls say on paper what they are set to, and nothing of what they are not', async () => {
  await renderNode(controls, { path: '/?timeframe=MONTHLY&from=2026-03-01' });
  await screen.findByRole('radio', { name: 'Monthly' });
  const words = () =>
    [...document.querySelectorAll('p.control-words')].map(({ textContent }) => textContent);
  expect(words()).toEqual([]);
  begin();
  expect(words()).toEqual(['Label: Monthly', 'From: 01.03.2026']);
  end();
  await waitFor(() => expect(words()).toEqual([]));
});

const table: CompiledNodeOf<'table'> = {
  type: 'table',
  id: 'things',
  title: 'test:title',
  source: { call: 'tenant.list' },
  rowKey: 'id',
  paging: 'client',
  pageSizes: [5000],
  empty: { title: 'test:nothing' },
  columns: [{ id: 'name', label: 'test:name', field: 'name', primary: true }],
};

test.each([
  [200, undefined],
  [2100, 'The first 2000 of 2100 rows are printed. Export the table to get all.'],
])(
  'of %i rows paper has all that fit a document, and says what it leaves out',
  async (count, note) => {
    const things = Array.from({ length: count }, (_, at) => ({ id: at, name: `Thing ${at}` }));
    await renderNode(table, { answers: { 'tenant.list': () => ({ content: things }) } });
    const rows = () => within(screen.getByRole('table')).getAllByRole('row').length - 1;
    await waitFor(() => expect(document.querySelector('.table-scroll-tall')).toBeTruthy());
    expect(rows()).toBeLessThan(150);
    begin();
    expect(document.querySelectorAll('tbody tr')).toHaveLength(Math.min(count, 2000));
    expect(screen.queryByText(/are printed/)?.textContent).toBe(note);
    end();
    await waitFor(() => expect(rows()).toBeLessThan(150));
  },
);

test('a phone prints a table, not its cards', async () => {
  const things = [{ id: 1, name: 'Thing' }];
  const answers = { 'tenant.list': () => ({ content: things }) };
  await renderNode(table, { answers, narrow: true });
  await screen.findByText('Thing');
  expect(screen.queryByRole('table')).toBeNull();
  begin();
  expect(screen.getByRole('table')).toBeTruthy();
  end();
  await waitFor(() => expect(screen.queryByRole('table')).toBeNull());
});
