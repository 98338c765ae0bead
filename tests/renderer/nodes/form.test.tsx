import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
// Loads what is lazy before the clock of a test runs.
import FormNode from '../../../renderer/nodes/form/FormNode.tsx';
import '../../../renderer/forms/SectionPeriod.tsx';
import '../../../renderer/nodes/form/FormSample.tsx';
import type { CallInput } from '../../../renderer/core/api.ts';
import { ApiError } from '../../../renderer/core/callError.ts';
import { addDays, addMonths, today } from '../../../renderer/core/date/calendarDays.ts';
import { usualPeriods } from '../../../renderer/core/date/usualPeriods.ts';
import { PanelProvider } from '../../../renderer/core/panel.ts';
import { registry } from '../../../renderer/nodes/registry.ts';
import type { CompiledNodeOf } from '../../../schemas/manifest/compiled.ts';
import type { CompiledForm } from '../../../schemas/manifest/compiledForm.ts';
import { renderNode } from '../support/renderNode.tsx';
import { validatorOf } from '../support/validatorOf.ts';

afterEach(cleanup);

const form: Omit<CompiledForm, 'validator'> = {
  id: 'test.form',
  display: 'sections',
  sections: [],
  schema: {
    type: 'object',
    additionalProperties: false,
    required: ['name'],
    properties: {
      name: { type: 'string', minLength: 3, maxLength: 10 },
      more: { type: 'boolean', default: false },
      detail: { type: 'string' },
      amount: { type: 'number', multipleOf: 0.01 },
    },
  },
  fields: [
    { name: 'name', label: 'test:name', width: 'full', help: 'test:search' },
    { name: 'more', label: 'test:hello2', width: 'full' },
    {
      name: 'detail',
      label: 'test:detail',
      width: 'full',
      visibleWhen: { field: 'more', is: true },
      requiredWhen: { field: 'more', is: true },
      rules: [{ rule: 'alpha' }],
    },
    { name: 'amount', label: 'test:amount', width: 'half', decimals: 2 },
  ],
};

function node(part: Partial<CompiledForm> = {}): CompiledNodeOf<'form'> {
  const whole = { ...form, ...part };
  const validator = validatorOf(whole.schema);
  const submit = { do: 'call' as const, call: 'contact.send', toast: 'test:title' };
  return { id: 'f', type: 'form', title: 'test:label', form: { ...whole, validator }, submit };
}

const send = () => userEvent.click(screen.getByRole('button', { name: 'Save' }));
const name = () => screen.findByRole('textbox', { name: /Name/ });

describe('a form in a panel', () => {
  async function drawInPanel(answer: () => unknown) {
    const close = vi.fn();
    const dangerous = { ...node(), submitIntent: 'danger' as const };
    const view = await renderNode(
      { id: 'around', type: 'text', text: 'test:title', style: 'body' },
      {
        answers: { 'contact.send': answer },
        registry: {
          ...registry,
          text: () => (
            <PanelProvider value={close}>
              <FormNode node={dangerous} />
            </PanelProvider>
          ),
        },
      },
    );
    return { ...view, close };
  }

  it('closes it when it was submitted, and says so', async () => {
    const { close, call } = await drawInPanel(() => ({}));
    await userEvent.type(await name(), 'abc');
    const button = screen.getByRole('button', { name: 'Save' });
    expect(button.className).toContain('intent-danger');
    await userEvent.click(button);
    await waitFor(() => expect(close.mock.calls).toEqual([[true]]));
    expect(call).toHaveBeenCalledTimes(1);
  });

  it('has a button that closes it with nothing done, and stays open when the call fails', async () => {
    const { close, actions } = await drawInPanel(() => {
      throw new Error('Down');
    });
    await userEvent.type(await name(), 'abc');
    await send();
    await waitFor(() => expect(actions.report).toHaveBeenCalledTimes(1));
    expect(close).not.toHaveBeenCalled();
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(close.mock.calls).toEqual([[false]]);
  });
});

it('leaves a field empty that the source says is none, where the schema lets it be none', async () => {
  const amount = { type: 'number', default: 12, nullable: true };
  const { properties } = form.schema;
  const open = node({ schema: { ...form.schema, properties: { ...properties, amount } } });
  const answers = {
    'contact.send': () => ({}),
    'profile.get': () => ({ name: 'abc', amount: null }),
  };
  const { call } = await renderNode(
    { ...open, source: { call: 'profile.get', params: { id: 1 } } },
    { answers },
  );
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: /Amount/ });
  expect(field.value).toBe('');
  await send();
  await waitFor(() =>
    expect(call).toHaveBeenCalledWith(
      'contact.send',
      expect.objectContaining({ body: expect.objectContaining({ amount: null }) }),
    ),
  );
});

it('fills in two days by a period of their section, and begins with its own where none is known', async () => {
  const day = { type: 'string', format: 'date' };
  const days = node({
    schema: { type: 'object', properties: { first: day, last: day }, required: [] },
    fields: [
      { name: 'first', label: 'test:name', width: 'half', section: 'when' },
      { name: 'last', label: 'test:amount', width: 'half', section: 'when' },
    ],
    sections: [
      {
        id: 'when',
        title: 'test:title',
        period: { begin: 'first', end: 'last', default: 'lastMonth' },
      },
    ],
  });
  const now = today();
  const { lastMonth, lastTwelveMonths } = usualPeriods(now);
  const { call } = await renderNode(days, { answers: { 'contact.send': () => ({}) } });
  const periods = await screen.findByRole('combobox', { name: 'Month or year' });
  const fields = ['Name', 'Amount'].map((label) =>
    screen.getByRole<HTMLInputElement>('textbox', { name: new RegExp(label) }),
  );
  const written = () => fields.map(({ value }) => value.split('.').toReversed().join('-'));
  expect(written()).toEqual([lastMonth.begin, lastMonth.end]);
  await userEvent.selectOptions(periods, 'Last 12 months');
  // Days that are still to come are left out.
  expect(written()).toEqual([lastTwelveMonths.begin, now]);
  await userEvent.click(screen.getByRole('button', { name: 'Period before' }));
  const first = addMonths(lastTwelveMonths.begin, -12);
  const last = addDays(lastTwelveMonths.begin, -1);
  expect(written()).toEqual([first, last]);
  await send();
  await waitFor(() =>
    expect(call).toHaveBeenCalledWith(
      'contact.send',
      expect.objectContaining({ body: { first, last } }),
    ),
  );
});

it('keeps in January that a section’s period is this year, whose days are this month’s', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-01-15T12:00:00Z') });
  onTestFinished(() => void vi.useRealTimers());
  const day = { type: 'string', format: 'date' };
  const period = { begin: 'first', end: 'last', default: 'thisYear' } as const;
  const yearly = node({
    schema: { type: 'object', properties: { first: day, last: day }, required: [] },
    fields: [
      { name: 'first', label: 'test:name', width: 'half', section: 'when' },
      { name: 'last', label: 'test:amount', width: 'half', section: 'when' },
    ],
    sections: [{ id: 'when', title: 'test:title', period }],
  });
  await renderNode(yearly, { answers: { 'contact.send': () => ({}) } });
  const periods = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Month or year' });
  const before = () => userEvent.click(screen.getByRole('button', { name: 'Period before' }));
  const first = screen.getByRole<HTMLInputElement>('textbox', { name: /Name/ });
  expect(periods.selectedOptions[0]?.textContent).toBe('This year');
  await before();
  expect(first.value).toBe('01.01.2025');
  await userEvent.selectOptions(periods, 'This month');
  await before();
  expect(first.value).toBe('01.12.2025');
});

it('begins with no day that the form lacks', async () => {
  const day = { type: 'string', format: 'date' };
  const period = { begin: 'first', end: 'last', default: 'lastMonth' } as const;
  const lacking = node({
    schema: { type: 'object', additionalProperties: false, properties: { first: day } },
    fields: [{ name: 'first', label: 'test:name', width: 'half', section: 'when' }],
    sections: [{ id: 'when', title: 'test:title', period }],
  });
  const { call } = await renderNode(lacking, { answers: { 'contact.send': () => ({}) } });
  await screen.findByRole('textbox', { name: /Name/ });
  expect(screen.queryByRole('combobox', { name: 'Month or year' })).toBeNull();
  await send();
  await waitFor(() =>
    expect(call).toHaveBeenCalledWith('contact.send', expect.objectContaining({ body: {} })),
  );
});

describe('a sample of what a form makes', () => {
  const sample = {
    title: 'test:title',
    header: { call: 'live.header' },
    rows: { call: 'live.data' },
    failure: 'test:detail',
    empty: 'test:nothing',
  } as const;
  const header = {
    columns: [
      { name: 'a', heading: 'Where', kind: 'text' },
      { name: 'b', heading: 'How much', kind: 'quantity', decimals: 2 },
    ],
  };
  const sampled = { ...node(), sample };

  it('waits until all is valid, follows what is typed, and says dashes for what is missing', async () => {
    const rows = vi.fn(({ body }: CallInput) => ({
      rows: [
        [(body as { name: string }).name, 1234.5],
        ['Nowhere', null],
      ],
      total: 1200,
    }));
    await renderNode(sampled, {
      answers: { 'live.header': () => header, 'live.data': rows },
    });
    await userEvent.type(await name(), 'ab');
    await new Promise((resolve) => setTimeout(resolve, 600));
    expect(rows).not.toHaveBeenCalled();
    await userEvent.type(await name(), 'c');
    const grid = await screen.findByRole('table', { name: 'A title' });
    const cells = () =>
      within(grid)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent);
    expect(cells()).toEqual(['abc', '1,234.50', 'Nowhere', '–no value']);
    expect(screen.getByText('At most 1,200 rows in total')).toBeTruthy();
    expect(within(grid).getByRole('columnheader', { name: 'How much' }).className).toBe('cell-end');
    await userEvent.type(await name(), 'd');
    await waitFor(() => expect(cells()[0]).toBe('abcd'));
    expect(rows.mock.calls.map(([{ body }]) => body)).toEqual([
      { name: 'abc', more: false },
      { name: 'abcd', more: false },
    ]);
  });

  it('shows rows under the columns that they were made for alone', async () => {
    const gate = Promise.withResolvers<void>();
    const nameOf = ({ body }: CallInput) => (body as { name: string }).name;
    await renderNode(sampled, {
      answers: {
        'live.header': (input: CallInput) => ({
          columns: [{ name: 'a', heading: `For ${nameOf(input)}`, kind: 'text' }],
        }),
        'live.data': async (input: CallInput) => {
          if (nameOf(input) === 'abcd') await gate.promise;
          return { rows: [[nameOf(input)]], total: 1 };
        },
      },
    });
    await userEvent.type(await name(), 'abc');
    await screen.findByRole('columnheader', { name: 'For abc' });
    await userEvent.type(await name(), 'd');
    const grid = screen.getByRole('table', { name: 'A title' });
    await waitFor(() => expect(grid.getAttribute('aria-busy')).toBe('true'));
    await new Promise((resolve) => setTimeout(resolve, 100));
    const texts = () => [...grid.querySelectorAll('th, td')].map(({ textContent }) => textContent);
    expect(texts()).toEqual(['For abc', 'abc']);
    gate.resolve();
    await waitFor(() => expect(texts()).toEqual(['For abcd', 'abcd']));
  });

  it('says in words of its own that the header could not be fetched', async () => {
    await renderNode(sampled, {
      answers: {
        'live.header': () => {
          throw new Error('away');
        },
        'live.data': () => ({ rows: [], total: 0 }),
      },
    });
    await userEvent.type(await name(), 'abc');
    expect((await screen.findByRole('alert')).textContent).toContain('Detail');
  });

  it.each([
    [false, 'Nothing here'],
    [true, 'No rows in the part we checked. The full report may have some.'],
  ])('says that there is nothing, and whether all was looked through', async (isSample, words) => {
    await renderNode(sampled, {
      answers: {
        'live.header': () => header,
        'live.data': () => ({ rows: [], total: 0, isSample }),
      },
    });
    await userEvent.type(await name(), 'abc');
    expect(await screen.findByText(words)).toBeTruthy();
  });
});

describe('a forecast of what a form makes', () => {
  const forecast: CompiledNodeOf<'form'>['forecast'] = {
    source: { call: 'report.estimate' },
    items: [
      { id: 'rows', label: 'test:amount', value: '$data.rows', format: { as: 'integer' } },
      { id: 'bytes', label: 'test:label', value: '$data.bytes', format: { as: 'bytes' } },
    ],
    warning: { enumeration: 'reportFailure', value: '$data.failure' },
  };
  const forecasting = { ...node(), forecast };
  const facts = () => screen.queryAllByRole('definition').map(({ textContent }) => textContent);

  it('says nothing while the form has faults, follows what is filled in, and warns', async () => {
    const estimate = vi.fn(({ body }: CallInput) => {
      const { length } = (body as { name: string }).name;
      return { rows: length * 1000, bytes: 340_123, failure: length > 3 ? 'TOO_MANY_ROWS' : null };
    });
    await renderNode(forecasting, { answers: { 'report.estimate': estimate } });
    await userEvent.type(await name(), 'ab');
    await new Promise((resolve) => setTimeout(resolve, 600));
    expect(estimate).not.toHaveBeenCalled();
    await userEvent.type(await name(), 'c');
    await waitFor(() => expect(facts()).toEqual(['3,000', '340 kB']));
    expect(screen.queryByText('Too many rows')).toBeNull();
    await userEvent.click(await name());
    await userEvent.paste('def');
    await screen.findByText('Too many rows');
    expect(facts()[0]).toBe('6,000');
    expect(estimate.mock.calls.map(([{ body }]) => (body as { name: string }).name)).toEqual([
      ...['abc', 'abcdef'],
    ]);
    await userEvent.clear(await name());
    await waitFor(() => expect(facts()).toEqual([]));
  });

  it('may be a sentence', async () => {
    const text = { key: 'test:hello', values: { name: '$data.rows' } };
    await renderNode(
      { ...node(), forecast: { source: forecast.source, text } },
      { answers: { 'report.estimate': () => ({ rows: 7 }) } },
    );
    await userEvent.type(await name(), 'abc');
    expect(await screen.findByText(/7/)).toBeTruthy();
    expect(facts()).toEqual([]);
  });

  it('says that it takes its time, then shows a table and only facts that have a value', async () => {
    const { promise, resolve } = Promise.withResolvers<object>();
    const items = ['$data.count', '$data.bytes', '$data.kinds'].map((value) => ({
      id: value,
      label: 'test:amount',
      value,
      hideWhenEmpty: true,
    }));
    const parts = { table: { title: 'test:title' }, waiting: 'test:hello2' };
    await renderNode(
      { ...node(), forecast: { source: forecast.source, items, ...parts } },
      { answers: { 'report.estimate': () => promise } },
    );
    await userEvent.type(await name(), 'abc');
    const forecasts = () => document.querySelector('.form-forecast')?.textContent;
    await waitFor(() => expect(forecasts()).not.toBe(''));
    expect(screen.queryByRole('table')).toBeNull();
    const columns = [
      { name: 'line', heading: 'Line', kind: 'integer' },
      { name: '0', heading: 'serial', kind: 'text' },
    ];
    resolve({ count: 7, bytes: null, kinds: ['A', 'B'], columns, rows: [] });
    await waitFor(() => expect(facts()).toEqual(['7', 'A, B']));
    // Without rows there is no table.
    expect(screen.queryByRole('table')).toBeNull();
  });

  it('shows the columns and rows of its answer', async () => {
    const columns = [
      { name: 'line', heading: 'Line', kind: 'integer' },
      { name: '0', heading: 'serial', kind: 'text' },
    ];
    await renderNode(
      { ...node(), forecast: { source: forecast.source, table: { title: 'test:title' } } },
      {
        answers: {
          'report.estimate': () => ({
            columns,
            rows: [
              [1200, 'cold'],
              [3, null],
            ],
          }),
        },
      },
    );
    await userEvent.type(await name(), 'abc');
    const table = await screen.findByRole('table', { name: 'A title' });
    const cells = within(table)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent);
    expect(cells.slice(0, 3)).toEqual(['1,200', 'cold', '3']);
  });

  it('is waited for by nobody, and silent when it fails', async () => {
    const never = new Promise<never>(() => undefined);
    const sent = vi.fn(() => ({}));
    const answers = { 'report.estimate': () => never, 'contact.send': sent };
    const { unmount } = await renderNode(forecasting, { answers });
    await userEvent.type(await name(), 'abc');
    await waitFor(() =>
      expect(document.querySelector('.form-forecast')?.getAttribute('aria-busy')).toBe('true'),
    );
    await send();
    await waitFor(() => expect(sent).toHaveBeenCalledOnce());
    unmount();

    const failing = vi.fn(() => {
      throw new Error('away');
    });
    await renderNode(forecasting, { answers: { 'report.estimate': failing } });
    await userEvent.type(await name(), 'abc');
    await waitFor(() => expect(failing).toHaveBeenCalledOnce());
    expect(screen.queryByRole('alert')).toBeNull();
    expect(facts()).toEqual([]);
  });
});

describe('a form with a file', () => {
  const upload = { accept: ['application/pdf'], mostBytes: 1000 };
  const withFile = node({
    schema: { type: 'object', properties: { file: { type: 'string', upload } } } as never,
    fields: [{ name: 'file', label: 'test:name', width: 'full', widget: 'file' }],
  });
  const draw = async (submit: () => object) => {
    const removed = vi.fn(() => ({}));
    const sent = { upload: 'x', fileName: 'a.pdf', mediaType: 'application/pdf', size: 3 };
    const answers = {
      'upload.create': () => sent,
      'upload.remove': removed,
      'contact.send': submit,
    };
    const { unmount } = await renderNode(withFile, { answers });
    const file = new File(['%PDF'], 'a.pdf', { type: 'application/pdf' });
    await userEvent.upload(await screen.findByLabelText(/Name/), file);
    await screen.findByText(/a\.pdf/);
    return { unmount, removed };
  };

  it('gives it up when it is left, and keeps it once it is submitted', async () => {
    const left = await draw(() => ({}));
    expect(left.removed).not.toHaveBeenCalled();
    left.unmount();
    await waitFor(() => expect(left.removed).toHaveBeenCalledOnce());

    const submitted = vi.fn(() => ({}));
    const kept = await draw(submitted);
    await send();
    await waitFor(() => expect(submitted).toHaveBeenCalledOnce());
    await screen.findByRole('button', { name: 'Save' });
    kept.unmount();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(kept.removed).not.toHaveBeenCalled();

    const refused = vi.fn(() => {
      throw new Error('away');
    });
    const again = await draw(refused);
    await send();
    await waitFor(() => expect(refused).toHaveBeenCalledOnce());
    await new Promise((resolve) => setTimeout(resolve, 50));
    again.unmount();
    await waitFor(() => expect(again.removed).toHaveBeenCalledOnce());
  });
});

describe('a form', () => {
  it('wires label, help and error to the input, and says what is wrong once it was left', async () => {
    await renderNode(node());
    const input = await name();
    expect(input.getAttribute('aria-describedby')).toBe(`${input.id}__help`);
    await userEvent.type(input, 'ab');
    expect(screen.queryByText('At least 3 characters')).toBeNull();
    await userEvent.tab();
    await screen.findByText('At least 3 characters');
    expect(input.getAttribute('aria-invalid')).toBe('true');
    expect(input.getAttribute('aria-describedby')).toContain(`${input.id}__error`);
    // Nobody was at the others yet.
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('has ids of its own, for another form of the page may have a field of that name', async () => {
    const one = node();
    const both = {
      id: 'both',
      type: 'section',
      layout: 'stack',
      children: [one, { ...one, id: 'b' }],
    };
    await renderNode(both as never);
    const inputs = await screen.findAllByRole('textbox', { name: /Name/ });
    expect(inputs).toHaveLength(2);
    expect(new Set(inputs.map(({ id }) => id)).size).toBe(2);
  });

  it('sums up after a submit what is wrong, takes the focus there, and leads to the field', async () => {
    const { call } = await renderNode(node());
    await name();
    await send();
    const summary = await screen.findByRole('alert');
    expect(summary.textContent).toContain('One entry needs your attention');
    expect(document.activeElement).toBe(summary);
    await userEvent.click(within(summary).getByRole('link', { name: 'Name: Required' }));
    expect(document.activeElement).toBe(await name());
    expect(call).not.toHaveBeenCalled();
  });

  it('submits by Enter what was typed, trimmed, without what is hidden', async () => {
    const { call, actions } = await renderNode(node(), {
      answers: { 'contact.send': () => ({ id: 1 }) },
    });
    await userEvent.type(await name(), '  Anna {Enter}');
    await waitFor(() => expect(actions.toast).toHaveBeenCalled());
    expect(call).toHaveBeenCalledWith('contact.send', {
      params: {},
      query: {},
      body: { name: 'Anna', more: false },
    });
  });

  it('shows, asks for and judges a field only while its condition holds', async () => {
    const { call } = await renderNode(node(), { answers: { 'contact.send': () => ({ id: 1 }) } });
    await userEvent.type(await name(), 'Anna');
    expect(screen.queryByRole('textbox', { name: /Detail/ })).toBeNull();
    await userEvent.click(screen.getByRole('switch', { name: 'Hello2' }));
    const detail = await screen.findByRole('textbox', { name: /Detail/ });
    await send();
    expect((await screen.findByRole('alert')).textContent).toContain('Required');
    await userEvent.type(detail, '12');
    await send();
    await screen.findAllByText('Only letters');
    await userEvent.clear(detail);
    await userEvent.type(detail, 'abc');
    await send();
    await waitFor(() =>
      expect(call).toHaveBeenCalledWith(
        'contact.send',
        expect.objectContaining({ body: { name: 'Anna', more: true, detail: 'abc' } }),
      ),
    );
  });

  it.each([
    [{ rule: 'regex', params: ['^a+$'] }, 'aaa', 'bbb'],
    [{ rule: 'url' }, 'https://a.dk', 'ftp://a.dk'],
    [{ rule: 'alpha' }, 'bcd', '123'],
  ])('judges by %o', async (rule, good, bad) => {
    const fields = [{ name: 'name', label: 'test:name', width: 'full' as const, rules: [rule] }];
    const { properties } = form.schema;
    const schema = {
      ...form.schema,
      properties: { name: { ...properties?.['name'], maxLength: 20 } },
    };
    const answers = { 'contact.send': () => ({}) };
    const { call } = await renderNode(node({ fields, schema }), { answers });
    await userEvent.type(await name(), bad);
    await send();
    await waitFor(() => expect(screen.getByRole('alert')).toBeTruthy());
    expect(call).not.toHaveBeenCalled();
    await userEvent.clear(await name());
    await userEvent.type(await name(), good);
    await send();
    await waitFor(() => expect(call).toHaveBeenCalledTimes(1));
  });

  it('takes decimals with a comma, and says how many places there may be', async () => {
    const { call } = await renderNode(node(), { answers: { 'contact.send': () => ({ id: 1 }) } });
    const amount = await screen.findByRole('textbox', { name: /Amount/ });
    await userEvent.type(amount, '1,255');
    await userEvent.tab();
    await screen.findByText('At most 2 digits after the point');
    await userEvent.clear(amount);
    await userEvent.type(amount, '1,25');
    await userEvent.type(await name(), 'Anna');
    await send();
    await waitFor(() =>
      expect(call).toHaveBeenCalledWith(
        'contact.send',
        expect.objectContaining({ body: { name: 'Anna', more: false, amount: 1.25 } }),
      ),
    );
  });

  it('puts the server’s faults at their fields, and other failures into the error toast', async () => {
    const body = {
      status: 'VALIDATION_FAILED',
      message: 'no',
      errors: [{ field: 'body.name', message: 'is not valid', rule: 'alpha' }],
      code: 1001,
      timestamp: '',
    };
    let failure = new ApiError(400, body);
    const { actions } = await renderNode(node(), {
      answers: {
        'contact.send': () => {
          throw failure;
        },
      },
    });
    await userEvent.type(await name(), 'Anna');
    await send();
    await screen.findAllByText(/Only letters/);
    expect(actions.report).not.toHaveBeenCalled();
    failure = new ApiError(503, { ...body, status: 'UNAVAILABLE', errors: [] });
    await userEvent.type(await name(), 'b');
    await send();
    await waitFor(() => expect(actions.report).toHaveBeenCalledWith(failure));
    expect(await name()).toHaveProperty('value', 'Annab');
  });

  it('lists each of the server’s faults once, with the field’s name, in the fields’ order', async () => {
    const fault = (field: string, rule: string) => ({
      field: `body.${field}`,
      message: 'no',
      rule,
    });
    const errors = [
      fault('amount', 'max_value'),
      fault('name', 'alpha'),
      fault('name', 'alpha'),
      // Not this form's: said all the same.
      fault('strange', 'alpha'),
    ];
    const body = { status: 'VALIDATION_FAILED', message: 'no', errors, code: 1001, timestamp: '' };
    await renderNode(node(), {
      answers: {
        'contact.send': () => {
          throw new ApiError(400, body);
        },
      },
    });
    await userEvent.type(await name(), 'Anna');
    await send();
    const summary = (await screen.findByText(/need your attention/)).closest('[role="alert"]');
    const entries = within(summary as HTMLElement).getAllByRole('link');
    expect(entries.map(({ textContent }) => textContent)).toEqual([
      'Name: Only letters',
      'Amount: Invalid input',
      'Only letters',
    ]);
    expect(summary?.textContent).toMatch(/^3 /);
    expect(entries[0]?.getAttribute('href')).toBe(`#${(await name()).id}`);
  });

  it('says of a reset that it isn’t saved yet, until it is', async () => {
    await renderNode(
      { ...node(), reset: true },
      { answers: { 'contact.send': () => ({ id: 1 }) } },
    );
    await userEvent.type(await name(), 'Anna');
    expect(screen.queryByText(/not saved yet/)).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Reset to defaults' }));
    // Nothing else than the defaults was there before.
    expect(screen.queryByText(/not saved yet/)).toBeNull();
    cleanup();
    await renderNode(
      { ...node(), reset: true, source: { call: 'profile.get', params: { id: '1' } } },
      {
        answers: { 'profile.get': () => ({ name: 'Anna', amount: 2 }), 'contact.send': () => ({}) },
      },
    );
    expect(await name()).toHaveProperty('value', 'Anna');
    await userEvent.click(screen.getByRole('button', { name: 'Reset to defaults' }));
    expect((await screen.findByText(/not saved yet/)).getAttribute('role')).toBe('status');
    await userEvent.type(await name(), 'Ewa');
    await send();
    await waitFor(() => expect(screen.queryByText(/not saved yet/)).toBeNull());
  });

  it('goes through its steps, each of which must be in order', async () => {
    const fields = form.fields.map((field) => ({
      ...field,
      section: field.name === 'name' ? 'one' : 'two',
    }));
    const sections = [
      { id: 'one', title: 'test:title' },
      { id: 'two', title: 'test:label' },
    ];
    await renderNode(node({ display: 'steps', sections, fields }), {
      answers: { 'contact.send': () => ({ id: 1 }) },
    });
    await name();
    expect(screen.queryByRole('switch')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Next' }));
    await screen.findByRole('alert');
    await userEvent.type(await name(), 'Anna');
    await userEvent.click(screen.getByRole('button', { name: 'Next' }));
    await screen.findByRole('switch');
    expect(screen.getByRole('status').textContent).toBe('Step 2 of 2');
    await userEvent.click(screen.getByRole('button', { name: 'Back' }));
    expect(await name()).toHaveProperty('value', 'Anna');
  });

  it('begins with what its source answers and what the browser knows, of its own fields only', async () => {
    const fields = form.fields.map((field) =>
      field.name === 'detail' ? { ...field, initial: '$session.mail' } : field,
    );
    const source = { call: 'session.get' };
    const { call } = await renderNode(
      { ...node({ fields }), source },
      {
        answers: {
          'session.get': () => ({ name: 'Given', more: true, other: 1 }),
          'contact.send': () => ({ id: 1 }),
        },
      },
    );
    expect(await name()).toHaveProperty('value', 'Given');
    expect(screen.getByRole('textbox', { name: /Detail/ })).toHaveProperty(
      'value',
      'admin.pl@example.org',
    );
    expect(call).toHaveBeenCalledTimes(1);
  });

  it('asks nothing where fields were only looked at, lists that are empty among them', async () => {
    const { properties } = form.schema;
    const ids = { type: 'array', items: { type: 'integer' }, minItems: 1, uniqueItems: true };
    const schema = { ...form.schema, properties: { ids, ...properties } };
    const { guard } = await renderNode(
      node({
        schema,
        fields: [
          {
            ...{
              name: 'ids',
              label: 'test:label',
              width: 'full',
              options: {
                source: { call: 'property.list' },
                value: 'worksId',
                rows: 'content',
                label: 'name',
              },
            },
          },
          ...form.fields,
        ] as never,
      }),
      { answers: { 'property.list': () => ({ content: [{ worksId: 1, name: 'House' }] }) } },
    );
    await name();
    expect(guard.ask()).toBeUndefined();
    for (let at = 0; at < 6; at += 1) await userEvent.tab();
    expect(guard.ask()).toBeUndefined();
  });

  it('asks before unsaved changes are left, and not after they were sent', async () => {
    const { actions, guard } = await renderNode(node(), {
      answers: { 'contact.send': () => ({ id: 1 }) },
    });
    expect(guard.ask()).toBeUndefined();
    await userEvent.type(await name(), 'Anna');
    await userEvent.tab();
    actions.confirm.mockResolvedValueOnce(false);
    expect(await guard.ask()).toBe(false);
    actions.confirm.mockResolvedValueOnce(true);
    expect(await guard.ask()).toBe(true);
    expect(actions.confirm).toHaveBeenCalledTimes(2);
    await send();
    await waitFor(() => expect(guard.ask()).toBeUndefined());
  });
});
