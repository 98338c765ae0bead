import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
// Loads the chart library before the clock of a test runs.
import '../../../renderer/nodes/graph/GraphNode.tsx';
import type { CompiledNodeOf } from '../../../schemas/manifest/compiled.ts';
import { renderNode } from '../support/renderNode.tsx';

afterEach(cleanup);

const node: CompiledNodeOf<'graph'> = {
  id: 'graph',
  type: 'graph',
  title: 'consumption:graph.title',
  source: { call: 'consumption.graph', params: { property: 1 } },
  chart: 'auto',
  drill: { timeframe: 'timeframe', begin: 'periodBegin', end: 'periodEnd' },
  empty: { title: 'consumption:graph.empty.title' },
};

function answer(values: (number | null)[]) {
  return () => ({
    category: 'COLD_WATER_METER',
    group: 'COLD_WATER',
    kind: 'register',
    unit: 'm³',
    timeframe: 'MONTHLY',
    timeZone: 'Europe/Warsaw',
    periodBegin: '2026-03-01',
    periodEnd: '2026-03-31',
    series: [
      {
        role: 'CURRENT',
        starts: ['2026-02-28T23:00:00.000Z'],
        values,
        statuses: ['INTERPOLATED'],
        total: values[0] ?? null,
      },
    ],
  });
}

test('a graph says what it shows, as a table too, and drills by keyboard', async () => {
  const { place } = await renderNode(node, { answers: { 'consumption.graph': answer([12.5]) } });
  const user = userEvent.setup();
  expect(await screen.findByRole('button', { name: /This period.*12.50/ })).toBeTruthy();
  expect(screen.getByText('Interpolated or estimated')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'As table' }));
  expect(screen.getByRole('cell', { name: /12.50/ })).toBeTruthy();
  screen.getByRole('button', { name: 'March 2026' }).focus();
  await user.keyboard('{Enter}');
  expect(place.search).toBe('?timeframe=DAILY&periodBegin=2026-03-01&periodEnd=2026-03-31');
});

test('a graph without values shows its empty state, and offers no download', async () => {
  await renderNode(node, { answers: { 'consumption.graph': answer([null]) } });
  await screen.findByRole('button', { name: 'As table' });
  expect(screen.queryByRole('button', { name: 'Download' })).toBeNull();
});

test('a line over the graph is asked for when it is wanted, and the address says so', async () => {
  const average = {
    ...{
      category: 'COLD_WATER_METER',
      unit: 'm³',
      timeframe: 'MONTHLY',
      timeZone: 'Europe/Warsaw',
    },
    ...{ periodBegin: '2026-03-01', periodEnd: '2026-03-31', areaSquareMetres: 50 },
    ...{ starts: ['2026-02-28T23:00:00.000Z'], values: [7.25], total: 7.25 },
  };
  const overlays = [
    {
      id: 'average',
      label: 'test:label',
      query: 'average',
      source: { call: 'consumption.averageProperty', params: { property: 1 } },
    },
  ];
  const { place, call } = await renderNode({ ...node, overlays } as typeof node, {
    answers: { 'consumption.graph': answer([12.5]), 'consumption.averageProperty': () => average },
  });
  const user = userEvent.setup();
  const line = await screen.findByRole('button', { name: 'Label' });
  expect(line.getAttribute('aria-pressed')).toBe('false');
  expect(call).not.toHaveBeenCalledWith(
    'consumption.averageProperty',
    expect.anything(),
    expect.anything(),
  );
  await user.click(line);
  expect(place.search).toBe('?average=true');
  const shown = await screen.findByRole('button', { name: /Label.*7.25/ });
  expect(shown.getAttribute('aria-pressed')).toBe('true');
  await user.click(screen.getByRole('button', { name: 'As table' }));
  expect(screen.getByRole('columnheader', { name: 'Label' })).toBeTruthy();
  expect(screen.getByRole('cell', { name: /7.25/ })).toBeTruthy();
  await user.click(shown);
  expect(place.search).toBe('');
  expect(screen.queryByRole('columnheader', { name: 'Label' })).toBeNull();
});
