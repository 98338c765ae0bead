import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { createFailures } from '../../../renderer/app/errors/failures.ts';
import { ApiError } from '../../../renderer/core/callError.ts';
import { TranslationProvider } from '../../../renderer/core/translation.ts';
// Loads the chart library before the clock of a test runs.
import '../../../renderer/nodes/graph/GraphNode.tsx';
import { GraphTooltip } from '../../../renderer/nodes/graph/GraphTooltip.tsx';
import { defaultPreferences } from '../../../schemas/entities/defaultPreferences.ts';
import type { CompiledNodeOf } from '../../../schemas/manifest/compiled.ts';
import { renderNode } from '../support/renderNode.tsx';
import { createTexts } from '../support/texts.ts';

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
    inside: 'DAILY',
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
  // A page with a graph for each category has no two of one name.
  expect(screen.getByRole('region', { name: /: Cold water$/ })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'As table' }));
  expect(screen.getByRole('cell', { name: /12.50/ })).toBeTruthy();
  screen.getByRole('button', { name: 'March 2026' }).focus();
  await user.keyboard('{Enter}');
  expect(place.search).toBe('?timeframe=DAILY&periodBegin=2026-03-01&periodEnd=2026-03-31');
});

test('a day without hours inside neither looks nor works as if it could be opened', async () => {
  const { inside: _, ...days } = { ...answer([12.5])(), timeframe: 'DAILY' };
  const { place, container } = await renderNode(node, {
    answers: { 'consumption.graph': () => days },
  });
  await screen.findByRole('button', { name: /This period.*12.50/ });
  expect(container.querySelector('.graph-drawing')).not.toBeNull();
  expect(container.querySelector('.graph-pickable')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'As table' }));
  const day = screen.getByRole('rowheader', { name: '01.03.2026' });
  expect(day.querySelector('button')).toBeNull();
  // What scrolls is reached by keyboard all the same.
  expect(container.querySelector<HTMLElement>('.graph-table')?.tabIndex).toBe(0);
  await userEvent.click(day);
  expect(place.search).toBe('');
});

test('two things at the same time are called by their names, with what the first has more', async () => {
  const names = { current: 'Main', compare: 'Behind it', difference: 'More' };
  const main = answer([12])();
  const [first] = main.series as [object];
  const series = [first, { ...first, role: 'COMPARE', values: [9], total: 9 }];
  const answers = { 'waterBalance.graph': () => ({ ...main, series }) };
  const source = { call: 'waterBalance.graph', params: { property: 1 } };
  await renderNode({ ...node, source, names }, { answers });
  const user = userEvent.setup();
  // Neither is a period that begins on a day of its own.
  expect(await screen.findByRole('button', { name: 'Main12.00\u202fm³' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Behind it9.00\u202fm³' })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'As table' }));
  const headings = screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
  expect(headings).toEqual(['Period', 'Main', 'Status', 'Behind it', 'More', 'Difference']);
  expect(screen.getByRole('cell', { name: '3.00\u202fm³' })).toBeTruthy();
  // Of the first, 12.
  expect(screen.getByRole('cell', { name: '+25.0%' })).toBeTruthy();
});

test('what is under the pointer is called by its names as well, with what the first has more', async () => {
  const names = { current: 'Main', compare: 'Behind it', difference: 'More' };
  const value = (of: number) => ({ start: 'March', value: of, status: 'MEASURED' });
  const given = {
    point: { current: value(12), compare: value(9), overlays: [] },
    words: { names, bucket: (start: string) => start, quantity: (of: number) => `${of} m³` },
    overlays: [],
  } as unknown as Parameters<typeof GraphTooltip>[0];
  const { container } = render(
    <TranslationProvider i18n={await createTexts()}>
      <GraphTooltip {...given} />
    </TranslationProvider>,
  );
  const lines = [...container.querySelectorAll('p')].map(({ textContent }) => textContent);
  expect(lines).toEqual(['March', 'Main12 m³', 'Behind it9 m³', 'More 3 m³, +25.0%']);
});

test('totals of different lengths say so, and what can be compared', async () => {
  const compared = answer([12])();
  const starts = ['2026-01-31T23:00:00.000Z', '2026-02-28T23:00:00.000Z'];
  const [current] = compared.series;
  const graph = (earlier: (number | null)[], comparable?: boolean[]) => ({
    ...compared,
    comparable,
    series: [
      { ...current, starts, values: [10, 12], total: 22 },
      { role: 'COMPARE', starts, values: earlier, statuses: [], total: 8 },
    ],
  });
  const words = /different lengths of time\. 1 of 2 values/;
  const drawn = await renderNode(node, {
    answers: { 'consumption.graph': () => graph([null, 8]) },
  });
  const note = await screen.findByText(words);
  expect(note.textContent).toContain('12.00\u202fm³ compared with 8.00\u202fm³, +50.0%');
  drawn.unmount();
  // Known, but half a year beside a whole one.
  const unlike = await renderNode(node, {
    answers: { 'consumption.graph': () => graph([9, 8], [false, true]) },
  });
  expect((await screen.findByText(words)).textContent).toContain('8.00\u202fm³, +50.0%');
  unlike.unmount();
  // Nothing is no 0 m³ against 0 m³.
  const apart = await renderNode(node, {
    answers: { 'consumption.graph': () => graph([null, null]) },
  });
  expect((await screen.findByText(/No values are complete/)).textContent).not.toContain('m³');
  apart.unmount();
  await renderNode(node, { answers: { 'consumption.graph': () => graph([8, 8]) } });
  expect(await screen.findByRole('button', { name: /Compared period/ })).toBeTruthy();
  expect(screen.queryByText(/different lengths/)).toBeNull();
});

test('a graph is drawn in the reader’s own colours, and says how last year was corrected', async () => {
  const corrected = {
    ...answer([12.5])(),
    climate: { station: 'Kraków', weatherShare: 0.7 },
  };
  const graphColors = { ...defaultPreferences.graphColors, coldWater: '#102030' };
  await renderNode(node, {
    answers: {
      'consumption.graph': () => corrected,
      'preferences.get': () => ({ ...defaultPreferences, graphColors }),
    },
  });
  expect(await screen.findByText(/degree days from Kraków, 70% depends/)).toBeTruthy();
  const group = document.querySelector<HTMLElement>('.graph-group');
  await waitFor(() => expect(group?.style.getPropertyValue('--graph-current')).toBe('#102030'));
  // What was left as it was is the theme's.
  expect(group?.style.getPropertyValue('--graph-compare')).toBe('');
});

test('a graph of a property without periods says so, and that nothing is wrong', async () => {
  const body = {
    status: 'PERIOD_NOT_FOUND',
    message: 'None.',
    errors: [],
    code: 1203,
    timestamp: '2026-11-20T12:00:00.000Z',
  };
  await renderNode(node, {
    answers: {
      'consumption.graph': () => {
        throw new ApiError(404, body);
      },
    },
  });
  expect(await screen.findByText('There is no period for the selected product.')).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
  const failures = createFailures();
  failures.report(new ApiError(404, body));
  expect(failures.current()).toEqual([]);
  failures.report(new ApiError(404, { ...body, status: 'TENANT_NOT_FOUND' }));
  expect(failures.current()).toHaveLength(1);
});

test('a graph without values shows its empty state, and offers no download', async () => {
  await renderNode(node, { answers: { 'consumption.graph': answer([null]) } });
  await screen.findByRole('button', { name: 'As table' });
  expect(screen.queryByRole('button', { name: 'Download' })).toBeNull();
});

test('a line over the graph is asked for when it is wanted, and the address says so', async () => {
  const average = {
    category: 'COLD_WATER_METER',
    unit: 'm³',
    timeframe: 'MONTHLY',
    timeZone: 'Europe/Warsaw',
    periodBegin: '2026-03-01',
    periodEnd: '2026-03-31',
    areaSquareMetres: 50,
    starts: ['2026-02-28T23:00:00.000Z'],
    values: [7.25],
    total: 7.25,
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

describe('a line that is not told', () => {
  const overlays = [
    {
      id: 'average',
      label: 'test:label',
      query: 'average',
      source: { call: 'consumption.averageNational', params: { property: 1 } },
    },
  ];
  const withLine = (average: () => unknown) =>
    renderNode({ ...node, overlays } as typeof node, {
      answers: {
        'consumption.graph': answer([12.5]),
        'consumption.averageNational': average as never,
      },
      path: '/?average=true',
    });

  test('says why', async () => {
    await withLine(() => {
      throw new ApiError(422, {
        status: 'COHORT_TOO_SMALL',
        code: 1205,
        message: 'few',
        errors: [],
        timestamp: '2026-03-31T00:00:00.000Z',
      });
    });
    expect(await screen.findByText(/^Too few other properties have values/)).toBeTruthy();
  });

  test('says that it has gaps, and what its total is known by', async () => {
    await withLine(() => ({
      starts: ['2026-02-28T23:00:00.000Z'],
      values: [null],
      total: 7.25,
      unit: 'm³',
      totalCoverage: { measured: 0.75, interpolated: 0, unknown: 0.25 },
    }));
    expect(await screen.findByText(/Label has gaps: too little data/)).toBeTruthy();
    expect(screen.getByRole('button', { name: /Label.*7.25.*25% not read/ })).toBeTruthy();
  });
});

describe('zooming', () => {
  // jsdom has no pointer capture, and no layout: drawings are 640 wide.
  Element.prototype.setPointerCapture = vi.fn();
  const left = 64;
  const monthWidth = (640 - left - 8) / 6;
  const middleOf = (month: number) => left + (month + 0.5) * monthWidth;

  const starts = ['2025-12-31T23:00Z', '2026-01-31T23:00Z', '2026-02-28T23:00Z'].concat([
    '2026-03-31T22:00Z',
    '2026-04-30T22:00Z',
    '2026-05-31T22:00Z',
  ]);
  const halfYear = () => ({
    ...answer([])(),
    periodBegin: '2026-01-01',
    periodEnd: '2026-06-30',
    series: [
      {
        role: 'CURRENT',
        starts,
        values: [1, 2, 3, 4, 5, 6],
        statuses: starts.map(() => 'MEASURED'),
        total: 21,
      },
    ],
  });

  async function renderHalfYear(path = '/') {
    const answers = { 'consumption.graph': halfYear };
    const view = await renderNode(node, { answers, path });
    const drawing = await screen.findByRole('application');
    const at = { pointerId: 1, isPrimary: true };
    const press = (clientX: number) =>
      fireEvent.pointerDown(drawing, { ...at, buttons: 1, clientX });
    const drag = (clientX: number, buttons = 1) =>
      fireEvent.pointerMove(drawing, { ...at, buttons, clientX });
    const release = (clientX: number) => fireEvent.pointerUp(drawing, { ...at, clientX });
    return { ...view, drawing, press, drag, release };
  }

  test('dragging over months shows what they are, and then only them', async () => {
    const { place, drawing, press, drag, release } = await renderHalfYear();
    press(middleOf(3));
    drag(middleOf(1));
    expect(screen.getByText('01.02.2026–30.04.2026')).toBeTruthy();
    release(middleOf(1));
    fireEvent.click(drawing, { clientX: middleOf(1) });
    expect(place.search).toBe('?periodBegin=2026-02-01&periodEnd=2026-04-30');
  });

  test('a press that stays in its month is a click, and drills', async () => {
    const { place, drawing, press, drag, release } = await renderHalfYear();
    press(middleOf(2));
    drag(middleOf(2) + 9);
    release(middleOf(2) + 9);
    fireEvent.click(drawing, { clientX: middleOf(2) + 9 });
    expect(place.search).toBe('?timeframe=DAILY&periodBegin=2026-03-01&periodEnd=2026-03-31');
  });

  test('a finger that scrolls the page gives it up', async () => {
    const { place, drawing, press, drag } = await renderHalfYear();
    press(middleOf(3));
    drag(middleOf(1));
    fireEvent.pointerCancel(drawing, { pointerId: 1, isPrimary: true });
    expect(screen.getByText('Period shown: 01.01.2026–30.06.2026')).toBeTruthy();
    expect(place.search).toBe('');
  });

  test('a pointer that was let go elsewhere chooses nothing when it comes back', async () => {
    const { press, drag } = await renderHalfYear();
    press(middleOf(3));
    drag(middleOf(1), 0);
    drag(middleOf(0), 0);
    expect(screen.getByText('Period shown: 01.01.2026–30.06.2026')).toBeTruthy();
  });

  test('Shift with the arrows chooses, Escape gives up, Enter zooms in', async () => {
    const { place, drawing } = await renderHalfYear();
    const user = userEvent.setup();
    drawing.focus();
    await user.keyboard('{ArrowRight}');
    await user.keyboard('{Shift>}{ArrowRight}{ArrowRight}{/Shift}');
    const status = screen.getByText(/01.02.2026–30.04.2026/);
    expect(status.getAttribute('role')).toBe('status');
    expect(status.textContent).toContain('Enter zooms in, Escape cancels');
    await user.keyboard('{Escape}');
    expect(screen.getByText('Period shown: 01.01.2026–30.06.2026')).toBeTruthy();
    await user.keyboard('{Shift>}{ArrowLeft}{/Shift}{Enter}');
    expect(place.search).toBe('?periodBegin=2026-03-01&periodEnd=2026-04-30');
  });

  test('the whole period comes back by a button, which hands its focus on', async () => {
    const { place } = await renderHalfYear('/?periodBegin=2026-01-01&timeframe=MONTHLY');
    await userEvent.click(screen.getByRole('button', { name: 'Whole period' }));
    expect(place.search).toBe('?timeframe=MONTHLY');
    expect(screen.queryByRole('button', { name: 'Whole period' })).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 2 }));
  });

  test('paper gets the table beside the drawing', async () => {
    await renderHalfYear();
    expect(screen.queryByRole('table')).toBeNull();
    fireEvent(window, new Event('beforeprint'));
    expect(screen.getByRole('table')).toBeTruthy();
    expect(screen.getByRole('application')).toBeTruthy();
    fireEvent(window, new Event('afterprint'));
    await waitFor(() => expect(screen.queryByRole('table')).toBeNull());
  });
});
