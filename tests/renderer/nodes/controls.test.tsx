import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../../renderer/core/callError.ts';
import {
  addDays,
  addMonths,
  lastDayOfMonth,
  today,
} from '../../../renderer/core/date/calendarDays.ts';
import { formatDate } from '../../../renderer/core/format.ts';
import type { CompiledNodeOf } from '../../../schemas/manifest/compiled.ts';
import { renderNode } from '../support/renderNode.tsx';

afterEach(cleanup);

type Control = CompiledNodeOf<'controls'>['items'][number];

const timeframe = {
  id: 'timeframe',
  kind: 'choice',
  label: 'test:label',
  query: 'timeframe',
  appearance: 'segmented',
  enumeration: 'timeframe',
  only: ['HOURLY', 'DAILY', 'WEEKLY', 'MONTHLY'],
} satisfies Control;

const category = {
  id: 'category',
  kind: 'choice',
  label: 'test:name',
  query: 'category',
  appearance: 'select',
  enumeration: 'deviceCategory',
  options: { source: { call: 'consumption.categories' }, rows: 'content', value: 'category' },
} as const;

const period = {
  id: 'period',
  kind: 'period',
  label: 'test:amount',
  begin: 'from',
  end: 'to',
  bounds: { call: 'consumption.period' },
} as const;

function controls(...items: CompiledNodeOf<'controls'>['items']): CompiledNodeOf<'controls'> {
  return { type: 'controls', id: 'controls', label: 'test:title', items };
}

const answers = {
  'consumption.categories': () => ({
    content: [{ category: 'HCA' }, { category: 'COLD_WATER_METER' }],
  }),
  'consumption.period': () => ({ periodBegin: '2025-01-01', periodEnd: '2025-12-31' }),
};
const query = { timeframe: { default: 'MONTHLY' } };

describe('choices', () => {
  it('offers the list, and leaves the default out of the address', async () => {
    const { place } = await renderNode(controls(timeframe), { query });
    expect(await screen.findByRole('group', { name: 'A title' })).toBeTruthy();
    const options = screen.getAllByRole<HTMLInputElement>('radio');
    expect(options.map((option) => option.value)).toEqual(['HOURLY', 'DAILY', 'WEEKLY', 'MONTHLY']);
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Monthly' }).checked).toBe(true);
    await userEvent.click(screen.getByRole('radio', { name: 'Daily' }));
    expect(place.search).toBe('?timeframe=DAILY');
    await userEvent.click(screen.getByRole('radio', { name: 'Monthly' }));
    expect(place.search).toBe('');
  });

  it('offers what a call answers, the first being the default', async () => {
    const { place } = await renderNode(controls(category), { answers });
    const list = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Name' });
    expect([...list.options].map((option) => option.text)).toEqual(['Heating', 'Cold water']);
    expect(list.value).toBe('HCA');
    await userEvent.selectOptions(list, 'Cold water');
    expect(place.search).toBe('?category=COLD_WATER_METER');
  });

  it('says in its place that its call failed, and which control it is', async () => {
    const body = { errors: [], code: 1201, timestamp: '2026-05-01T10:00:00.000Z' };
    const refuse = () => {
      throw new ApiError(400, { ...body, status: 'VALIDATION_FAILED', message: 'property: empty' });
    };
    const own = { ...category, at: 'manifests/a.screen.json:3' };
    const { call } = await renderNode(controls(own, timeframe), {
      query,
      answers: { 'consumption.categories': refuse },
    });
    const card = await screen.findByRole('alert');
    expect(card.textContent).toContain(
      'category · consumption.categories · manifests/a.screen.json:3',
    );
    expect(screen.getAllByRole('radio')).toHaveLength(4);
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(call).toHaveBeenCalledTimes(2);
  });

  it('lets go of what the address brings along and nobody offers here', async () => {
    const { place } = await renderNode(controls(category), { answers, path: '/?category=GAS' });
    const list = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Name' });
    expect(list.value).toBe('HCA');
    await vi.waitFor(() => expect(place.search).toBe(''));
  });
});

describe('a number to find', () => {
  const find = {
    id: 'find',
    kind: 'find',
    label: 'test:label',
    source: { call: 'tenant.find', params: { property: 1, number: '$form.text' } },
    to: { route: 'thing', params: { thing: '$row.id' } },
    missing: 'test:nothing',
    failure: 'test:detail',
  } as const;

  async function look(answer: () => unknown) {
    const drawn = await renderNode(controls(find), { answers: { 'tenant.find': answer } });
    await userEvent.type(await screen.findByRole('textbox', { name: 'Label' }), ' 7 {Enter}');
    return drawn;
  }

  it('leads to what was found', async () => {
    const { call, router } = await look(() => ({ content: [{ id: 42 }] }));
    expect(call.mock.calls[0]).toEqual([
      'tenant.find',
      { params: { number: '7' }, query: { property: 1 } },
    ]);
    await vi.waitFor(() => expect(router.state.location.pathname).toBe('/things/42'));
  });

  it('says that there is none, and that it could not be looked up', async () => {
    const none = await look(() => ({ content: [] }));
    expect(none.actions.toast.mock.calls).toEqual([[{ text: 'Nothing here', intent: 'danger' }]]);
    cleanup();
    const failed = await look(() => {
      throw new Error('away');
    });
    expect(failed.actions.toast.mock.calls).toEqual([[{ text: 'Detail', intent: 'danger' }]]);
  });

  it.each([
    [403, 'FORBIDDEN'],
    [404, 'PROPERTY_NOT_FOUND'],
    [404, 'TENANT_NOT_FOUND'],
  ])('says of somebody else’s what it says of none: %i %s', async (status, code) => {
    const { actions } = await look(() => {
      const rest = { errors: [], code: 1201, timestamp: '2026-05-01T10:00:00.000Z' };
      throw new ApiError(status, { ...rest, status: code, message: 'Not yours.' });
    });
    expect(actions.toast.mock.calls).toEqual([[{ text: 'Nothing here', intent: 'danger' }]]);
  });
});

describe('a period', () => {
  it('takes typed days, and moves the end along with a begin past it', async () => {
    const { place } = await renderNode(controls(period), {
      answers,
      path: '/?from=2025-02-01&to=2025-02-10',
    });
    const begin = await screen.findByRole<HTMLInputElement>('textbox', { name: 'From' });
    expect(begin.value).toBe('01.02.2025');
    await userEvent.clear(begin);
    await userEvent.type(begin, '5.3.2025{Enter}');
    expect(new URLSearchParams(place.search).get('from')).toBe('2025-03-05');
    expect(new URLSearchParams(place.search).get('to')).toBe('2025-03-05');
  });

  const shown = { call: 'consumption.shown' } as const;
  const [read, until] = ['2025-03-05', '2025-10-27'];
  it.each([
    ['before the first reading', '2025-03-01', '2025-03-31', '01.03.2025', '31.03.2025'],
    ['after the last one', '2025-10-21', '2025-11-20', '21.10.2025', '20.11.2025'],
    ['where nothing is read', '2025-12-01', '2025-12-31', '01.12.2025', '31.12.2025'],
    ['up to today', '2025-12-01', '2999-12-31', '01.12.2025', formatDate(today())],
  ])('says the period that shows, whatever was asked for, also %s', async (_, ...days) => {
    const [periodBegin, periodEnd, from, to] = days;
    const { place } = await renderNode(controls({ ...period, shown }), {
      answers: {
        'consumption.period': () => ({ periodBegin: read, periodEnd: until }),
        'consumption.shown': () => ({ periodBegin, periodEnd }),
      },
      path: '/?from=2020-01-01',
    });
    const begin = await screen.findByRole<HTMLInputElement>('textbox', { name: 'From' });
    await vi.waitFor(() => expect(begin.value).toBe(from));
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'To' }).value).toBe(to);
    expect(place.search).toBe('?from=2020-01-01');
  });

  it.each([
    ['31.02.2025', 'Write the date as DD.MM.YYYY'],
    ['01.01.2020', 'Data is available from 01.01.2025 to 31.12.2025'],
  ])('refuses %s', async (typed, fault) => {
    const { place } = await renderNode(controls(period), { answers });
    const end = await screen.findByRole('textbox', { name: 'To' });
    await screen.findByText('To');
    await userEvent.type(end, `${typed}{Enter}`);
    expect((await screen.findByText(fault)).getAttribute('role')).toBe('alert');
    expect(end.getAttribute('aria-invalid')).toBe('true');
    expect(place.search).toBe('');
  });

  it('takes a day that is still to come as today, or as the last day with data', async () => {
    const now = today();
    const until = (periodEnd: string) => ({
      ...answers,
      'consumption.period': () => ({ periodBegin: '2025-01-01', periodEnd }),
    });
    const open = await renderNode(controls(period), { answers: until(now) });
    await userEvent.type(await screen.findByRole('textbox', { name: 'To' }), '01.01.2999{Enter}');
    expect(new URLSearchParams(open.place.search).get('to')).toBe(now);
    cleanup();
    const ended = await renderNode(controls(period), { answers: until('2025-12-31') });
    await screen.findByText('To');
    await userEvent.type(await screen.findByRole('textbox', { name: 'From' }), '2999-01-01{Enter}');
    expect(new URLSearchParams(ended.place.search).get('from')).toBe('2025-12-31');
    cleanup();
    await renderNode(controls(period), { answers, path: '/?from=2025-02-01&to=2999-01-01' });
    const end = await screen.findByRole<HTMLInputElement>('textbox', { name: 'To' });
    expect(end.value).toBe(formatDate(now));
  });

  it('goes back to the usual period', async () => {
    const { place } = await renderNode(controls(period), { answers, path: '/?from=2025-02-01' });
    await userEvent.click(await screen.findByRole('button', { name: 'Reset period' }));
    expect(place.search).toBe('');
  });

  it('offers usual periods and billing periods by name, in the time of the property', async () => {
    // The property is a day ahead of whoever looks.
    const now = addDays(today(), 1);
    const month = `${now.slice(0, 7)}-01`;
    const shown = { call: 'consumption.shown' } as const;
    const offered = { source: { call: 'period.list' }, rows: 'content' } as const;
    const { place } = await renderNode(controls({ ...period, shown, offered }), {
      answers: {
        'consumption.period': () => ({ periodBegin: '2023-01-01', periodEnd: now }),
        'consumption.shown': () => ({ periodBegin: month, periodEnd: now, recentEnd: now }),
        'period.list': () => ({
          content: [
            { periodBegin: '2023-01-01', periodEnd: '2023-12-31' },
            { periodBegin: '2024-01-01', periodEnd: '2024-06-30' },
          ],
        }),
      },
    });
    const choice = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Amount' });
    await screen.findByRole('option', { name: '2023' });
    expect(choice.selectedOptions[0]?.textContent).toBe('This month');
    await userEvent.selectOptions(choice, '01.01.2024 – 30.06.2024');
    expect(place.search).toBe('?from=2024-01-01&to=2024-06-30');
    await userEvent.click(screen.getByRole('button', { name: 'Period before' }));
    expect(place.search).toBe('?from=2023-01-01&to=2023-12-31');
    expect(choice.selectedOptions[0]?.textContent).toBe('2023');
    expect(screen.getByRole('button', { name: 'Period before' }).hasAttribute('disabled')).toBe(
      true,
    );
    await userEvent.selectOptions(choice, 'This month');
    expect(place.search).toBe(`?from=${month}&to=${lastDayOfMonth(month)}`);
  });

  it('keeps in January whether this year or this month was chosen, and goes back by as much', async () => {
    const [begin, now] = ['2026-01-01', '2026-01-15'];
    const { place } = await renderNode(controls({ ...period, shown }), {
      answers: {
        'consumption.period': () => ({ periodBegin: '2023-01-01', periodEnd: now }),
        'consumption.shown': () => ({ periodBegin: begin, periodEnd: now, recentEnd: now }),
      },
      path: '/?from=2026-01-01&to=2026-12-31',
    });
    const choice = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Amount' });
    await vi.waitFor(() => expect(choice.selectedOptions[0]?.textContent).toBe('This year'));
    await userEvent.click(screen.getByRole('button', { name: 'Period before' }));
    expect(place.search).toBe('?from=2025-01-01&to=2025-12-31');
    await userEvent.selectOptions(choice, 'This month');
    expect(choice.selectedOptions[0]?.textContent).toBe('This month');
    await userEvent.click(screen.getByRole('button', { name: 'Period before' }));
    expect(place.search).toBe('?from=2025-12-01&to=2025-12-31');
  });

  it('is any time until one is chosen, where no call says what shows', async () => {
    const { place } = await renderNode(controls(period), { answers });
    const choice = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Amount' });
    expect(choice.selectedOptions[0]?.textContent).toBe('Any time');
    await userEvent.selectOptions(choice, 'Last month');
    const before = addMonths(`${today().slice(0, 7)}-01`, -1);
    expect(place.search).toBe(`?from=${before}&to=${lastDayOfMonth(before)}`);
    await userEvent.selectOptions(choice, 'Any time');
    expect(place.search).toBe('');
  });

  it('ignores days that the address made up', async () => {
    await renderNode(controls(period), { answers, path: '/?from=yesterday' });
    const begin = await screen.findByRole<HTMLInputElement>('textbox', { name: 'From' });
    expect(begin.value).toBe('');
  });
});
