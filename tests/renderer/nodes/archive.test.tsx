import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
// Loads what is lazy before the clock of a test runs.
import '../../../renderer/nodes/controls/ControlsNode.tsx';
import '../../../renderer/nodes/controls/MultiPickControl.tsx';
import '../../../renderer/nodes/controls/OfferedPeriods.tsx';
import '../../../renderer/nodes/controls/SearchControl.tsx';
import '../../../renderer/nodes/file/FileNode.tsx';
import '../../../renderer/nodes/table/TableNode.tsx';
import type { CallInput } from '../../../renderer/core/api.ts';
import type { CompiledNodeOf } from '../../../schemas/manifest/compiled.ts';
import { installPopovers } from '../support/popovers.ts';
import { renderNode } from '../support/renderNode.tsx';

/** What the archive needs of the language: several at once, what a call says first, lists, files. */

installPopovers();
beforeEach(() => localStorage.clear());
afterEach(cleanup);

type Item = CompiledNodeOf<'controls'>['items'][number];

const controls = (...items: Item[]): CompiledNodeOf<'controls'> => ({
  type: 'controls',
  id: 'controls',
  label: 'test:name',
  items,
});

const several = {
  id: 'properties',
  kind: 'pick',
  label: 'test:label',
  query: 'properties',
  source: { call: 'property.list' },
  value: 'worksId',
  text: 'name',
  chosen: { call: 'document.properties', params: { worksId: '$query.properties' } },
  most: 3,
  none: 'test:title',
  empty: 'test:nothing',
} satisfies Item;

const names = ['Ash', 'Beech', 'Cedar', 'Elm'];
const answers = {
  'property.list': ({ query = {} }: CallInput) => {
    const wanted = String(query['search'] ?? '').toLowerCase();
    const content = names
      .map((name, at) => ({ worksId: at + 1, name }))
      .filter(({ name }) => name.toLowerCase().includes(wanted));
    return { content, page: 0, size: 50, total: wanted ? content.length : 60 };
  },
  'document.properties': ({ query = {} }: CallInput) => ({
    content: (query['worksId'] as number[]).map((worksId) => ({ worksId, name: `No ${worksId}` })),
  }),
};

describe('a picker of several', () => {
  const query = { properties: { most: 3 } };
  const box = () => screen.findByRole<HTMLInputElement>('combobox', { name: 'Label' });
  const option = (name: string) => screen.getByRole('option', { name });

  it('ticks some, at most so many, counts them, and keeps them in the address', async () => {
    const { place } = await renderNode(controls(several), { answers, query });
    const input = await box();
    await waitFor(() => expect(input.value).toBe('A title'));
    await userEvent.click(input);
    for (const name of ['Beech', 'Ash']) await userEvent.click(option(name));
    expect(place.search).toBe('?properties=2%2C1');
    expect(screen.getAllByText('2 chosen, at most 3').length).toBeGreaterThan(0);
    await userEvent.click(option('Elm'));
    expect(screen.getAllByText('3 chosen, the most you can choose').length).toBeGreaterThan(0);
    expect(option('Cedar').getAttribute('aria-disabled')).toBe('true');
    await userEvent.click(option('Cedar'));
    expect(place.search).toBe('?properties=2%2C1%2C4');
    await userEvent.click(option('Ash'));
    expect(place.search).toBe('?properties=2%2C4');
    await userEvent.keyboard('{Escape}');
    expect(input.value).toBe('Beech and one more');
    await userEvent.click(screen.getByRole('button', { name: 'Clear: Label' }));
    expect([place.search, input.value]).toEqual(['', 'A title']);
  });

  it('is used by keyboard, and remembers what a search hides', async () => {
    const { place } = await renderNode(controls(several), { answers, query });
    await box();
    await userEvent.tab();
    await userEvent.keyboard('ce');
    await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(1));
    await userEvent.keyboard('{Enter}');
    await userEvent.clear(await box());
    await userEvent.keyboard('as');
    await waitFor(() => expect(option('Ash')).toBeTruthy());
    await userEvent.keyboard('{Escape}');
    await userEvent.tab();
    expect([place.search, (await box()).value]).toEqual(['?properties=3', 'Cedar']);
  });

  it('asks for the names of what an address brings along, without what is no id', async () => {
    const path = '/?properties=77,x,77,0,78,79,80';
    const { call } = await renderNode(controls(several), { answers, query, path });
    const input = await box();
    await waitFor(() => expect(input.value).toBe('No 77 and 2 more'));
    const asked = call.mock.calls.filter(([id]) => id === 'document.properties');
    expect(asked.map(([, input]) => input.query?.['worksId'])).toEqual([[77, 78, 79]]);
  });
});

describe('a choice whose first a call says', () => {
  const choice = {
    id: 'kind',
    kind: 'choice',
    label: 'test:label',
    query: 'kind',
    appearance: 'select',
    enumeration: 'billingType',
    none: 'test:nothing',
    options: {
      source: { call: 'document.billingTypes' },
      rows: 'billingTypes',
      value: 'kind',
      first: '$data.default',
    },
  } satisfies Item;
  const draw = (answer: object, path = '/') =>
    renderNode(controls(choice), {
      answers: { 'document.billingTypes': () => answer },
      query: { kind: {} },
      path,
    });
  const select = () => screen.findByRole<HTMLSelectElement>('combobox', { name: 'Label' });
  const types = ['COLD', 'HEAT', 'WATER'];

  it.each([
    [{ billingTypes: types, default: 'HEAT' }, '?kind=HEAT'],
    [{ billingTypes: types, default: 'STEAM' }, '?kind=COLD'],
    [{ billingTypes: types }, '?kind=COLD'],
  ])(
    'begins with the call’s own when it is in the list, otherwise the first: %j',
    async (answer, address) => {
      const { place } = await draw(answer);
      await waitFor(() => expect(place.search).toBe(address));
      expect([...(await select()).options].map(({ value }) => value)).toEqual(['', ...types]);
    },
  );

  it('may be none, which the address says', async () => {
    const { place } = await draw({ billingTypes: types, default: 'HEAT' });
    await waitFor(() => expect(place.search).toBe('?kind=HEAT'));
    await userEvent.selectOptions(await select(), '');
    expect([place.search, (await select()).value]).toEqual(['?kind=', '']);
  });

  it('stays none when the address says so, and takes away what is not offered', async () => {
    const { place } = await draw({ billingTypes: types, default: 'HEAT' }, '/?kind=');
    expect((await select()).value).toBe('');
    expect(place.search).toBe('?kind=');
    cleanup();
    const stray = await draw({ billingTypes: types, default: 'HEAT' }, '/?kind=STEAM');
    await waitFor(() => expect(stray.place.search).not.toContain('STEAM'));
  });
});

describe('a period of those that a call answers', () => {
  const source = { call: 'document.choices', body: { billingType: '$query.kind' } } as const;
  const period = {
    id: 'period',
    kind: 'period',
    label: 'test:label',
    begin: 'from',
    end: 'to',
    offered: { source, rows: 'periods', none: 'test:nothing' },
  } satisfies Item;
  const kind = {
    id: 'kind',
    kind: 'choice',
    label: 'test:name',
    query: 'kind',
    appearance: 'select',
    enumeration: 'billingType',
    none: 'test:nothing',
    options: { source, rows: 'billingTypes', value: 'kind' },
  } satisfies Item;
  const periods = [
    { periodBegin: '2025-01-01', periodEnd: '2025-12-31' },
    { periodBegin: '2024-07-01', periodEnd: '2025-06-30' },
  ];
  const draw = (path = '/') =>
    renderNode(controls(period, kind), {
      answers: { 'document.choices': () => ({ periods, billingTypes: ['HEAT', 'WATER'] }) },
      query: { kind: {}, from: {}, to: {} },
      path,
    });
  const select = () => screen.findByRole<HTMLSelectElement>('combobox', { name: 'Label' });
  const words = async () => [...(await select()).options].map(({ text }) => text);

  it('begins with none, takes both of its days, and asks what the other choices ask', async () => {
    const { place, call } = await draw();
    const heating = '01.07.2024 – 30.06.2025';
    expect(await words()).toEqual(['Nothing here', '2025', heating]);
    expect([(await select()).value, place.search]).toEqual(['', '']);
    const questions = call.mock.calls.map(([id, input]) => JSON.stringify([id, input]));
    expect(new Set(questions).size).toBe(1);
    await userEvent.selectOptions(await select(), heating);
    expect(place.search).toBe('?from=2024-07-01&to=2025-06-30');
    await userEvent.selectOptions(await select(), 'Nothing here');
    expect(place.search).toBe('');
  });

  it('says what the address has besides, which a bookmark may', async () => {
    const { place } = await draw('/?from=2024-02-01');
    expect((await words()).slice(1)).toEqual([
      ...['01.02.2024 – …', '2025', '01.07.2024 – 30.06.2025'],
    ]);
    expect([(await select()).value, place.search]).toEqual(['2024-02-01/', '?from=2024-02-01']);
  });
});

describe('a table of an answer that is a list', () => {
  const table: CompiledNodeOf<'table'> = {
    type: 'table',
    id: 'things',
    title: 'test:title',
    source: { call: 'documentPackage.list' },
    rowKey: 'packageId',
    paging: 'client',
    pageSizes: [10],
    refresh: true,
    live: { while: { field: '$row.status', oneOf: ['WAITING', 'PROCESSING'] }, seconds: 3600 },
    empty: { title: 'test:nothing' },
    columns: [{ id: 'packageName', label: 'test:name', field: 'packageName', primary: true }],
  };
  const aPackage = (status: string) => ({ packageId: 1, packageName: 'Bills', status });

  it('refreshes by a button while something is under way, and not after', async () => {
    const states = ['WAITING', 'PROCESSING', 'READY'];
    const { call } = await renderNode(table, {
      answers: { 'documentPackage.list': () => [aPackage(states.shift() ?? 'READY')] },
    });
    const rows = within(await screen.findByRole('table')).getAllByRole('row');
    expect(rows.map(({ textContent }) => textContent)).toEqual(['Name', 'Bills']);
    const button = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Refresh' });
    expect(button().disabled).toBe(false);
    await userEvent.click(button());
    expect(button().disabled).toBe(false);
    await userEvent.click(button());
    await waitFor(() => expect(button().disabled).toBe(true));
    expect(call).toHaveBeenCalledTimes(3);
  });
});

describe('a file to look at', () => {
  const file: CompiledNodeOf<'file'> = {
    type: 'file',
    id: 'file',
    download: {
      do: 'download',
      call: 'document.file',
      params: { document: '$route.thing' },
      ticket: 'document.ticket',
      fileName: '$route.thing',
    },
  };
  const draw = (answer: () => unknown) =>
    renderNode(file, {
      answers: { 'document.ticket': () => ({ token: 'once' }), 'document.file': answer },
      route: '/files/:thing',
      path: '/files/7',
    });

  it('is fetched with a ticket, drawn when it is a picture, and saved', async () => {
    URL.createObjectURL = vi.fn(() => 'blob:picture');
    URL.revokeObjectURL = vi.fn();
    const { call, actions } = await draw(() => new Blob(['x'], { type: 'image/png' }));
    expect((await screen.findByRole('img', { name: '7' })).getAttribute('src')).toBe(
      'blob:picture',
    );
    expect(call.mock.calls).toEqual([
      ['document.ticket', { params: { document: '7' }, query: {} }, expect.anything()],
      ['document.file', { params: { document: '7' }, query: { token: 'once' } }],
    ]);
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(actions.save).toHaveBeenCalledWith(expect.stringContaining('token=once'), '7');
  });

  it.each([
    ['a page', () => new Blob(['<script>'], { type: 'text/html' }), 'No preview'],
    ['a drawing that can run', () => new Blob(['<svg>'], { type: 'image/svg+xml' }), 'No preview'],
    [
      'what is too large',
      () => {
        throw new RangeError('large');
      },
      'Too large for a preview',
    ],
  ])('is not drawn when it is %s', async (_what, answer, words) => {
    await draw(answer);
    expect(await screen.findByText(words)).toBeTruthy();
    expect(screen.queryByRole('img', { name: '7' })).toBeNull();
  });
});

describe('a search beside other controls', () => {
  it('is in the address once the typing rests', async () => {
    const search = {
      id: 'search',
      kind: 'search',
      label: 'test:label',
      query: 'search',
    } satisfies Item;
    const { place } = await renderNode(controls(search), { query: { search: {} } });
    await userEvent.type(await screen.findByRole('searchbox', { name: 'Label' }), ' bill ');
    await waitFor(() => expect(place.search).toBe('?search=bill'));
  });
});
