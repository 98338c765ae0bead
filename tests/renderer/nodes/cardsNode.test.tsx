import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { CompiledNode } from '../../../schemas/manifest/compiled.ts';
import { renderNode } from '../support/renderNode.tsx';

afterEach(cleanup);

const cards = {
  type: 'cards',
  id: 'cards',
  title: 'test:title',
  source: { call: 'reportPreset.list' },
  rowKey: 'id',
  label: '$row.title',
  description: '$row.description',
  icon: 'icon',
  actionLabel: 'test:label',
  action: {
    do: 'call',
    call: 'reportPreset.start',
    params: { preset: '$row.id' },
    toast: 'test:hello2',
    invalidates: ['report.list'],
  },
} as unknown as CompiledNode;
const content = [
  { id: 'a.flats', title: 'Flats', description: 'As a file', icon: 'home' },
  { id: 'a.meters', title: 'Meters', description: null, icon: 'drop' },
];
const list = () => ({ content, total: 2 });

describe('cards', () => {
  it('stand one for each row under their title, and do what they are for with the row', async () => {
    const start = vi.fn(() => ({ id: 1 }));
    const { call, actions } = await renderNode(cards, {
      answers: { 'reportPreset.list': list, 'reportPreset.start': start },
    });
    const region = await screen.findByRole('region', { name: 'A title' });
    const buttons = await within(region).findAllByRole('button');
    expect(buttons.map(({ textContent }) => textContent)).toEqual([
      'FlatsAs a fileLabel',
      'MetersLabel',
    ]);
    await userEvent.click(within(region).getByRole('button', { name: /Meters/ }));
    await waitFor(() => expect(actions.toast).toHaveBeenCalledTimes(1));
    expect(call.mock.calls.at(-1)).toEqual([
      'reportPreset.start',
      { params: { preset: 'a.meters' }, query: {} },
    ]);
  });

  it('are used by the keyboard, and only once while one is under way', async () => {
    let finish: (() => void) | undefined;
    const start = vi.fn(
      () =>
        new Promise((resolve) => {
          finish = () => resolve({ id: 1 });
        }),
    );
    const { actions } = await renderNode(cards, {
      answers: { 'reportPreset.list': list, 'reportPreset.start': start },
    });
    const flats = await screen.findByRole('button', { name: /Flats/ });
    await userEvent.tab();
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(flats.getAttribute('aria-disabled')).toBe('true'));
    await userEvent.keyboard('{Enter}');
    expect(start).toHaveBeenCalledTimes(1);
    // Whoever uses the keyboard is where they were.
    expect(document.activeElement).toBe(flats);
    finish?.();
    await waitFor(() => expect(flats.getAttribute('aria-disabled')).toBe('false'));
    expect(actions.toast).toHaveBeenCalledTimes(1);
  });

  it('that fail say so, and can be used again', async () => {
    const failure = new Error('At most 50');
    const { actions } = await renderNode(cards, {
      answers: {
        'reportPreset.list': list,
        'reportPreset.start': () => {
          throw failure;
        },
      },
    });
    const flats = await screen.findByRole('button', { name: /Flats/ });
    await userEvent.click(flats);
    await waitFor(() => expect(actions.report).toHaveBeenCalledWith(failure));
    expect(flats.getAttribute('aria-disabled')).toBe('false');
  });

  it('leave nothing where there are none, unless there is something to say', async () => {
    const answers = { 'reportPreset.list': () => ({ content: [], total: 0 }) };
    const { container, unmount } = await renderNode(cards, { answers });
    await waitFor(() => expect(screen.queryByRole('status')).toBeNull());
    expect(screen.queryByRole('region')).toBeNull();
    expect(container.textContent).toBe('');
    unmount();
    await renderNode({ ...cards, empty: { title: 'test:nothing' } } as CompiledNode, { answers });
    expect(await screen.findByText('Nothing here')).toBeTruthy();
  });

  it('say that they could not be fetched, and try again', async () => {
    let isDown = true;
    await renderNode(cards, {
      answers: {
        'reportPreset.list': () => {
          if (isDown) throw new Error('down');
          return list();
        },
      },
    });
    expect((await screen.findByRole('alert')).textContent).toContain('Something went wrong');
    isDown = false;
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('button', { name: /Flats/ })).toBeTruthy();
  });
});

describe('tasks', () => {
  const tasks = {
    type: 'tasks',
    id: 'tasks',
    source: { call: 'dashboard.today' },
    rows: 'content',
    rowKey: 'kind',
    label: '$row.kind',
    count: 'count',
    urgency: 'urgency',
    newest: 'newestAt',
    buttons: [
      {
        id: 'first',
        visibleWhen: { field: '$row.kind', is: 'FIRST' },
        label: 'test:label',
        action: { do: 'copy', value: '$row.kind' },
      },
      { id: 'other', label: 'test:hello2', action: { do: 'print' } },
    ],
    asOf: '$data.lastReadingAt',
    asOfLabel: 'test:title',
    empty: { title: 'test:title' },
  } as unknown as CompiledNode;
  // Its answer is what stands around it, too.
  const around = {
    type: 'section',
    id: 'around',
    layout: 'stack',
    source: { call: 'dashboard.today' },
    children: [tasks],
  } as unknown as CompiledNode;
  const at = new Date(Date.now() - 3 * 3_600_000).toISOString();

  it('are a line each with the first button that fits, how many there are, and how new', async () => {
    const rows = [
      { kind: 'FIRST', urgency: 10, count: 99, newestAt: at },
      { kind: 'SECOND', urgency: 0, count: 100, newestAt: null },
    ];
    await renderNode(around, {
      answers: { 'dashboard.today': () => ({ content: rows, lastReadingAt: at }) },
    });
    const lines = await screen.findAllByRole('listitem');
    expect(lines.map(({ textContent }) => textContent)).toEqual([
      '99FIRSTnewest 3 hours agoLabel',
      expect.stringMatching(/^99\+SECOND/),
    ]);
    for (const line of lines) expect(within(line).getAllByRole('button')).toHaveLength(1);
    expect(screen.getByText('A title 3 hours ago')).toBeTruthy();
  });

  it('say that there is nothing to do, and nothing of an instant that isn’t known', async () => {
    await renderNode(around, {
      answers: { 'dashboard.today': () => ({ content: [], lastReadingAt: null }) },
    });
    expect((await screen.findByText('A title')).className).toBe('empty-state-title');
    expect(screen.getAllByText(/A title/)).toHaveLength(1);
  });
});
