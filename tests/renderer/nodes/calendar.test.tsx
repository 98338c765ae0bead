import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { addMonths } from '../../../renderer/core/date/calendarDays.ts';
import { dayByKey, readMonth, weeksOf } from '../../../renderer/nodes/calendar/monthDays.ts';
import type { CompiledNode } from '../../../schemas/manifest/compiled.ts';
import { renderNode } from '../support/renderNode.tsx';

afterEach(cleanup);

const calendar = {
  type: 'calendar',
  id: 'month',
  label: 'test:label',
  query: 'month',
  source: { call: 'warning.days' },
  rows: 'content',
  day: 'day',
  count: 'warnings',
  added: 'raised',
  severity: 'urgency',
  summary: '$row.words',
  link: { route: 'thing', params: { thing: '$row.day' } },
  empty: 'test:nothing',
} as unknown as CompiledNode;

const row = (day: string, warnings: number, raised: number, urgency: number) => ({
  day,
  warnings,
  raised,
  urgency,
  words: `${warnings} warnings`,
});
const content = [
  row('2026-02-03', 2, 0, 5),
  row('2026-02-28', 1, 1, 10),
  row('2026-03-01', 4, 0, 0),
];
const answer = vi.fn(({ query }: { query?: Record<string, unknown> }) => ({
  content: content.filter(
    ({ day }) => day >= String(query?.['periodBegin']) && day <= String(query?.['periodEnd']),
  ),
}));

const draw = (path = '/?month=2026-02', node = calendar) =>
  renderNode(node, { path, query: { month: {} }, answers: { 'warning.days': answer } });
const dayNow = () => (document.activeElement as HTMLElement | null)?.dataset['day'];

describe('a calendar', () => {
  it('asks for the month of the address, and says each day’s count, new ones and urgency', async () => {
    const { call } = await draw();
    const grid = await screen.findByRole('grid', { name: 'Label, February 2026' });
    expect(call.mock.calls[0]?.[1]).toMatchObject({
      query: { periodBegin: '2026-02-01', periodEnd: '2026-02-28' },
    });
    const heads = within(grid).getAllByRole('columnheader');
    expect(heads.map((head) => head.getAttribute('abbr'))).toEqual([
      ...['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'],
    ]);
    const links = within(grid).getAllByRole('link');
    expect(links.map(({ textContent }) => textContent)).toEqual([
      '303.02.2026, 2 warnings, Warning!2',
      '2828.02.2026, 1 warnings, Critical!!1+1',
    ]);
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      '/things/2026-02-03',
      '/things/2026-02-28',
    ]);
    // February 2026 begins on a Sunday.
    const [first] = within(grid).getAllByRole('row').slice(1);
    expect(
      within(first as HTMLElement)
        .getAllByRole('cell')
        .at(-1)?.textContent,
    ).toBe('101.02.2026');
    const legend = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(legend).toEqual(['• Non-critical', '! Warning', '!! Critical']);
  });

  it('is one tab stop that arrows and Page keys move, on into the next month', async () => {
    const { place } = await draw();
    const grid = await screen.findByRole('grid');
    const stops = () => grid.querySelectorAll('[tabindex="0"]');
    expect(stops()).toHaveLength(1);
    (stops()[0] as HTMLElement).focus();
    expect(dayNow()).toBe('2026-02-01');
    await userEvent.keyboard('{ArrowRight}{ArrowRight}');
    expect(dayNow()).toBe('2026-02-03');
    await userEvent.keyboard('{Home}');
    expect(dayNow()).toBe('2026-02-02');
    await userEvent.keyboard('{End}{ArrowDown}');
    expect(dayNow()).toBe('2026-02-15');
    expect(stops()).toHaveLength(1);
    await userEvent.keyboard('{ArrowDown}{ArrowDown}');
    await waitFor(() => expect(dayNow()).toBe('2026-03-01'));
    expect(place.search).toBe('?month=2026-03');
    // The day keeps the focus when what is known of it comes.
    await waitFor(() =>
      expect(document.activeElement?.getAttribute('href')).toBe('/things/2026-03-01'),
    );
    await userEvent.keyboard('{PageUp}');
    await waitFor(() => expect(dayNow()).toBe('2026-02-01'));
  });

  it('turns by its buttons, and begins with this month, whatever the address says', async () => {
    const { place } = await draw('/?month=2026-13');
    const now = new Date().toISOString().slice(0, 4);
    expect(await screen.findByRole('heading', { name: new RegExp(now) })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'This month' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Previous month' }));
    expect(place.search).toMatch(/^\?month=\d{4}-\d\d$/);
    await userEvent.click(screen.getByRole('button', { name: 'This month' }));
    expect(place.search).toBe('');
  });

  it('says that a month has none, and leads nowhere then', async () => {
    await draw('/?month=2025-05');
    expect(await screen.findByText('Nothing here')).toBeTruthy();
    expect(screen.queryByRole('link')).toBeNull();
    expect(screen.getAllByRole('cell').length).toBeGreaterThanOrEqual(31);
  });

  it('says that it could not be fetched, tries again, and still turns', async () => {
    answer.mockImplementationOnce(() => {
      throw new Error('down');
    });
    await draw();
    expect((await screen.findByRole('alert')).textContent).toContain('Something went wrong');
    expect(screen.getByRole('button', { name: 'Next month' })).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findAllByRole('link')).toHaveLength(2);
  });
});

describe('the days of a month', () => {
  const month = fc
    .tuple(fc.integer({ min: 1900, max: 2999 }), fc.integer({ min: 1, max: 12 }))
    .map(([year, at]) => `${year}-${String(at).padStart(2, '0')}`);

  it('stand once each, in order, under their weekday', () => {
    fc.assert(
      fc.property(month, (one) => {
        const weeks = weeksOf(one);
        expect(weeks.every(({ length }) => length === 7)).toBe(true);
        const days = weeks.flat();
        const known = days.filter((day) => day !== undefined);
        const [year = 0, at = 0] = one.split('-').map(Number);
        const length = new Date(Date.UTC(year, at, 0)).getUTCDate();
        expect(known).toEqual(
          Array.from({ length }, (_, index) => `${one}-${String(index + 1).padStart(2, '0')}`),
        );
        const places = known.map((day) => days.indexOf(day) % 7);
        expect(places).toEqual(
          known.map((day) => (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7),
        );
      }),
    );
  });

  it('lead on by keys, and by months to the last where there are fewer', () => {
    expect(addMonths('2026-01-31', 1)).toBe('2026-02-28');
    expect(addMonths('2026-01-31', -1)).toBe('2025-12-31');
    expect(dayByKey('2024-02-29', 'PageUp', true)).toBe('2023-02-28');
    expect(dayByKey('2026-02-28', 'ArrowRight', false)).toBe('2026-03-01');
    expect(dayByKey('2026-02-01', 'Home', false)).toBe('2026-02-01');
    expect(dayByKey('2026-02-28', 'End', false)).toBe('2026-02-28');
    expect(dayByKey('2026-02-28', 'Enter', false)).toBeUndefined();
    expect([readMonth('2026-00'), readMonth(undefined), readMonth('1899-12')]).toEqual([
      ...[undefined, undefined, undefined],
    ]);
  });
});
