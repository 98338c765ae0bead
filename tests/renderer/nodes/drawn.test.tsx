import { cleanup, screen, within } from '@testing-library/react';
import i18next from 'i18next';
import { afterEach, describe, expect, it, vi } from 'vitest';
// Loads what is lazy before the clock of a test runs.
import '../../../renderer/nodes/image/ImageNode.tsx';
import '../../../renderer/nodes/facts/FactsNode.tsx';
import '../../../renderer/nodes/table/TableNode.tsx';
import type { CompiledNode, CompiledNodeOf } from '../../../schemas/manifest/compiled.ts';
import { renderNode } from '../support/renderNode.tsx';

afterEach(cleanup);

describe('a picture', () => {
  const image: CompiledNodeOf<'image'> = {
    type: 'image',
    id: 'image',
    address: '/icon.svg',
    alt: 'test:title',
    size: { width: 320, height: 200 },
  };

  it('keeps its place free', async () => {
    await renderNode(image);
    const drawn = await screen.findByRole<HTMLImageElement>('img', { name: 'A title' });
    expect(drawn.getAttribute('src')).toBe('/icon.svg');
    expect([drawn.width, drawn.height]).toEqual([320, 200]);
  });

  it.each(['//example.org/x.png', '/\\example.org/x.png', 'https://example.org/x.png', ''])(
    'says what it would show instead of loading %j',
    async (address) => {
      const page: CompiledNode = {
        type: 'page',
        id: 'root',
        title: 'test:label',
        source: { call: 'property.list' },
        children: [{ ...image, address: '$data.address' }],
      };
      await renderNode(page, { answers: { 'property.list': () => ({ address }) } });
      const instead = await screen.findByText('A title');
      expect(instead.style.aspectRatio).toBe('320 / 200');
      expect(screen.queryByRole('img')).toBeNull();
    },
  );
});

describe('a grid', () => {
  it('gives each part the width that it asks for', async () => {
    const text = { type: 'text', text: 'test:label', style: 'body' } as const;
    const { container } = await renderNode({
      type: 'section',
      id: 'grid',
      layout: 'grid',
      children: [
        { ...text, id: 'a', width: 'third' },
        { ...text, id: 'b', width: 'two-thirds' },
        { ...text, id: 'c' },
      ],
    });
    const cells = [...(container.querySelector('.section-grid')?.children ?? [])];
    expect(cells.map((cell) => cell.className)).toEqual([
      'cell-third',
      'cell-two-thirds',
      'cell-full',
    ]);
    expect(cells.every((cell) => cell.textContent === 'Label')).toBe(true);
  });
});

describe('formats that are drawn', () => {
  const table: CompiledNodeOf<'table'> = {
    type: 'table',
    id: 'files',
    source: { call: 'tenant.list' },
    rowKey: 'id',
    rowLink: { route: 'thing', params: { thing: '$row.id' } },
    paging: 'client',
    pageSizes: [10],
    empty: { title: 'test:nothing' },
    columns: [
      { id: 'name', label: 'test:name', field: 'name' },
      {
        id: 'status',
        label: 'test:label',
        field: 'status',
        filter: 'choice',
        choices: ['READY', 'ERROR'],
        format: {
          as: 'badge',
          of: 'packageStatus',
          intents: { READY: 'success' },
        },
      },
      { id: 'done', label: 'test:amount', field: 'done', format: { as: 'progress' } },
      {
        id: 'used',
        label: 'test:amount',
        field: 'used',
        format: { as: 'quantity', unit: 'unit', bar: { most: 'most', mark: 'mean' } },
      },
      { id: 'months', label: 'test:amount', field: 'months', format: { as: 'bars' } },
      { id: 'since', label: 'test:since', field: 'since', format: { as: 'age' } },
      { id: 'web', label: 'test:detail', field: 'web', format: { as: 'link' } },
      {
        id: 'owner',
        label: 'test:title',
        field: 'owner',
        format: { as: 'link', to: { route: 'thing', params: { thing: '$row.ownerId' } } },
      },
      {
        id: 'gone',
        label: 'test:hello2',
        field: 'owner',
        format: { as: 'link', to: { route: 'closed' } },
      },
    ],
  };
  const since = new Date(Date.now() - 7 * 60_000).toISOString();
  const row = {
    id: 1,
    name: 'One',
    status: 'READY',
    done: 40,
    months: [1, null, 0.5],
    used: 3,
    unit: 'm³',
    most: 4,
    mean: 2,
    owner: 'Ada',
    ownerId: 9,
    since,
  };
  const content = [
    { ...row, web: 'https://example.org/' },
    { ...row, id: 2, status: 'ERROR', done: 140, web: 'javascript:alert(1)' },
    { ...row, id: 3, status: null, done: null, months: null, used: null, web: null },
  ];
  const draw = async () => {
    await renderNode(table, { answers: { 'tenant.list': () => ({ content }) } });
    const rows = (await screen.findAllByRole('row')).slice(1);
    return rows.map((one) => within(one));
  };

  it('a badge says the value in words, on the ground of its intent', async () => {
    const [first, second, third] = await draw();
    expect(first?.getByText('Ready').className).toBe('badge badge-success');
    expect(second?.getByText('Failed').className).toBe('badge badge-none');
    expect(third?.getAllByText('no value')).toHaveLength(5);
  });

  it('progress is a bar beside its figure, which is what is read out', async () => {
    const [first, second] = await draw();
    const bar = first?.getByText('40%').querySelector('progress');
    expect([bar?.value, bar?.max, bar?.getAttribute('aria-hidden')]).toEqual([40, 100, 'true']);
    expect(second?.getByText('140%').querySelector('progress')?.value).toBe(100);
  });

  it('figures are bars from zero, a gap where one is missing, and are read out', async () => {
    const [first] = await draw();
    const bars = first?.getByRole('img', { name: '1 · – · 0.5' });
    const drawn = [...(bars?.querySelectorAll('rect') ?? [])].map((bar) =>
      ['x', 'height'].map((name) => Number(bar.getAttribute(name))),
    );
    expect(drawn).toEqual([
      [0, 20],
      [12, 10],
    ]);
  });

  it('a figure has a bar up to the greatest one, and a line where another stands', async () => {
    const [first] = await draw();
    const bars = [...(first?.getByText(/^3\.?\d* ?m³$/).querySelectorAll('rect') ?? [])];
    expect(bars.map((bar) => ['x', 'width'].map((name) => bar.getAttribute(name)))).toEqual([
      [null, '96'],
      [null, '72'],
      ['47', '2'],
    ]);
  });

  it('an age says when exactly that was', async () => {
    const [first] = await draw();
    const age = first?.getByText('7 minutes ago');
    expect(age?.getAttribute('datetime')).toBe(since);
    expect(age?.getAttribute('title')).toMatch(/^\d\d\.\d\d\.\d{4} \d\d:\d\d$/);
  });

  it('a link leads to an https address or a route, and else is text', async () => {
    const [first, second] = await draw();
    expect(first?.getByRole('link', { name: 'example.org' }).getAttribute('href')).toBe(
      'https://example.org/',
    );
    expect(second?.getByText('javascript:alert(1)').closest('a')).toBeNull();
    const owners = first?.getAllByText('Ada') ?? [];
    expect(owners.map((one) => one.closest('a')?.getAttribute('href'))).toEqual([
      '/things/9',
      undefined,
    ]);
  });
});

it('follows the language in a table once, not in each of its rows', async () => {
  const emitter = Object.getPrototypeOf(Object.getPrototypeOf(i18next));
  const countFollowers = async (rows: number) => {
    const follow = vi.spyOn(emitter, 'on');
    const content = Array.from({ length: rows }, (_, id) => ({ id, name: `Thing ${id}` }));
    await renderNode(
      {
        type: 'table',
        id: 'things',
        source: { call: 'tenant.list' },
        rowKey: 'id',
        paging: 'client',
        pageSizes: [50],
        empty: { title: 'test:nothing' },
        selection: {},
        bulkActions: [
          {
            id: 'again',
            label: 'test:label',
            icon: 'restore',
            intent: 'none',
            action: { do: 'refresh', calls: ['tenant.list'] },
          },
        ],
        columns: [{ id: 'name', label: 'test:name', field: 'name', copy: true }],
      },
      { answers: { 'tenant.list': () => ({ content }) } },
    );
    expect(await screen.findAllByRole('checkbox')).toHaveLength(rows + 1);
    expect(screen.getAllByRole('button', { name: /Copy/ })).toHaveLength(rows);
    const followers = follow.mock.calls.length;
    cleanup();
    vi.restoreAllMocks();
    return followers;
  };
  const few = await countFollowers(2);
  expect(few).toBeGreaterThan(0);
  expect(await countFollowers(40)).toBeLessThanOrEqual(few);
});
