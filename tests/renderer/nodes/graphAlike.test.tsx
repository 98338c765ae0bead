import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { CompiledNodeOf } from '../../../schemas/manifest/compiled.ts';
import { renderNode } from '../support/renderNode.tsx';

afterEach(cleanup);

const node: CompiledNodeOf<'graph'> = {
  id: 'year',
  type: 'graph',
  title: 'consumption:graph.title',
  source: { call: 'consumption.year', params: {} },
  chart: 'auto',
  empty: { title: 'consumption:graph.empty.title' },
};

const series = (role: string, year: number) => ({
  role,
  starts: [`${year}-01-31T23:00:00.000Z`, `${year}-02-28T23:00:00.000Z`],
  values: [10, 12],
  statuses: ['MEASURED', 'MEASURED'],
  total: 22,
});
const year = (compared: number[], ...sides: object[]) => ({
  category: 'COLD_WATER_METER',
  group: 'COLD_WATER',
  kind: 'register',
  unit: 'm³',
  timeframe: 'MONTHLY',
  timeZone: 'Europe/Warsaw',
  periodBegin: '2026-02-01',
  periodEnd: '2026-03-31',
  comparable: compared.map((count) => count > 0),
  properties: { compared, known: [40, 39] },
  series: sides,
});
const current = series('CURRENT', 2026);
const compare = series('COMPARE', 2025);

test.each([
  ['of each month', [12, 38], /complete in both years: 12–38 of 40/],
  ['of all of them', [12, 12], /complete in both years: 12 of 40/],
])('a graph of some properties says how many they are, %s', async (_, compared, words) => {
  await renderNode(node, {
    answers: { 'consumption.year': () => year(compared, current, compare) },
  });
  expect(await screen.findByText(words)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'As table' }));
  expect(screen.getByText(new RegExp(`${compared[0]} of 40 properties compared`))).toBeTruthy();
});

test('and that it stands alone where none is compared', async () => {
  await renderNode(node, {
    answers: { 'consumption.year': () => year([0, 0], current) },
  });
  expect(await screen.findByText(/shows this year only/)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'As table' }));
  expect(screen.queryByText(/properties compared/)).toBeNull();
});
