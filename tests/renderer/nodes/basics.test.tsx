import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { lazy } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ConnectionError } from '../../../renderer/core/callError.ts';
import { registry } from '../../../renderer/nodes/registry.ts';
import StatsNode from '../../../renderer/nodes/stats/StatsNode.tsx';
import type { CompiledNode } from '../../../schemas/manifest/compiled.ts';
import { installPopovers } from '../support/popovers.ts';
import { renderNode } from '../support/renderNode.tsx';

installPopovers();
afterEach(cleanup);

const empty = { title: 'test:nothing' };
const words: CompiledNode = { type: 'text', id: 'words', text: 'test:label', style: 'body' };

describe('page and section', () => {
  it('heads its children, who read its source', async () => {
    const page: CompiledNode = {
      type: 'page',
      id: 'root',
      title: '$data.name',
      source: { call: 'property.get', params: { property: '$route.property' } },
      children: [
        {
          type: 'section',
          id: 'part',
          title: 'test:title',
          layout: 'stack',
          children: [{ type: 'text', id: 'city', text: '$data.city', style: 'muted' }],
        },
      ],
    };
    const { call } = await renderNode(page, {
      path: '/consumption/7',
      route: '/consumption/:property',
      answers: { 'property.get': () => ({ name: 'Słoneczne', city: 'Łódź' }) },
    });
    expect(await screen.findByRole('heading', { level: 1, name: 'Słoneczne' })).toBeTruthy();
    expect(screen.getByRole('region', { name: 'A title' }).textContent).toContain('Łódź');
    expect(call.mock.calls[0]?.[1]).toEqual({ params: { property: '7' }, query: {} });
  });

  it('has on a phone what stands there earlier before what is above it', async () => {
    const named = (id: string, part: object = {}) => ({
      ...words,
      id,
      text: `test:${id}`,
      ...part,
    });
    const children = [named('name'), named('amount'), named('label', { onPhone: 'earlier' })];
    const page = { type: 'page', id: 'page', title: 'test:title', children } as CompiledNode;
    const section = { type: 'section', id: 'part', layout: 'stack', children } as CompiledNode;
    const drawn = async (node: CompiledNode, narrow: boolean) => {
      const { container } = await renderNode(node, { narrow });
      const seen = [...container.querySelectorAll('.text')].map((one) => one.textContent);
      cleanup();
      return seen;
    };
    expect(await drawn(page, false)).toEqual(['Name', 'Amount', 'Label']);
    expect(await drawn(page, true)).toEqual(['Name', 'Label', 'Amount']);
    expect(await drawn(section, true)).toEqual(['Name', 'Label', 'Amount']);
  });

  it('asks a live source again as long as what it waits for holds of its answer', async () => {
    let asked = 0;
    const while_ = { field: '$data.city', is: 'Łódź' } as const;
    const page: CompiledNode = {
      type: 'page',
      id: 'root',
      title: '$data.name',
      children: [],
      source: {
        call: 'property.get',
        params: { property: '$route.property' },
        live: { while: while_, seconds: 0.02 },
      },
    };
    const answer = () => {
      asked += 1;
      return { name: `Asked ${asked}`, city: asked < 3 ? 'Łódź' : 'Kraków' };
    };
    await renderNode(page, {
      path: '/7',
      route: '/:property',
      answers: { 'property.get': answer },
    });
    expect(await screen.findByRole('heading', { level: 1, name: 'Asked 3' })).toBeTruthy();
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(asked).toBe(3);
  });

  it('says that its source failed, and tries again', async () => {
    let isDown = true;
    const page: CompiledNode = {
      type: 'page',
      id: 'root',
      title: '$data.name',
      source: { call: 'property.list' },
      children: [],
    };
    await renderNode(page, {
      answers: {
        'property.list': () => {
          if (isDown) throw new Error('down');
          return { name: 'Back' };
        },
      },
    });
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('Something went wrong');
    expect(alert.textContent).not.toContain('down');
    expect(screen.getByRole('heading', { level: 1 })).toBeTruthy();
    isDown = false;
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { name: 'Back' })).toBeTruthy();
  });
});

describe('stats', () => {
  const stats: CompiledNode = {
    type: 'stats',
    id: 'figures',
    source: { call: 'consumption.overview' },
    rows: 'content',
    label: { enumeration: 'deviceCategory', value: '$row.category' },
    value: 'current',
    format: { as: 'quantity', unit: 'unit' },
    change: 'changePercent',
    status: 'status',
    empty,
  };

  it('shows figure, change and status of each row', async () => {
    const content = [
      { category: 'HCA', unit: 'HCA', current: 12.5, changePercent: -4, status: 'ESTIMATED' },
      {
        category: 'COLD_WATER_METER',
        unit: 'm³',
        current: null,
        changePercent: null,
        status: 'MEASURED',
      },
    ];
    await renderNode(stats, { answers: { 'consumption.overview': () => ({ content }) } });
    const [heating, water] = await screen.findAllByRole('listitem');
    expect(heating?.textContent).toContain('Heating');
    expect(heating?.textContent).toContain('12.5\u202funits');
    expect(heating?.textContent).toContain('−4.0%');
    expect(heating?.textContent).toContain('Estimated');
    expect(water?.textContent).toBe('Cold water–no value');
  });

  it.each([
    [{ measured: 0.991, interpolated: 0.004, unknown: 0.005 }, ''],
    [{ measured: 0.98, interpolated: 0.02, unknown: 0 }, '2% interpolated'],
    [{ measured: 0.97, interpolated: 0.001, unknown: 0.029 }, '0.1% interpolated, 2.9% not read'],
    [null, ''],
  ])('says what a figure is known by from a hundredth on: %j', async (coverage, words) => {
    const { status: _, ...known } = stats as CompiledNode & { type: 'stats' };
    const row = { category: 'COLD_WATER_METER', unit: 'm³', current: 3, coverage };
    await renderNode(
      { ...known, coverage: 'coverage' },
      { answers: { 'consumption.overview': () => ({ content: [row] }) } },
    );
    const figure = await screen.findByRole('listitem');
    expect(figure.textContent).toBe(`Cold water3.00\u202fm³${words}`);
  });

  it('draws how a figure went, its gaps open, and says it in words', async () => {
    const row = { category: 'COLD_WATER_METER', unit: 'm³', current: 3, status: 'MEASURED' };
    const content = [
      { ...row, months: [1, 3, null, 2, null, 2] },
      { ...row, months: [null, 2] },
    ];
    const drawn = { ...stats, trend: 'months', trendLabel: 'test:label' } as CompiledNode;
    await renderNode(drawn, { answers: { 'consumption.overview': () => ({ content }) } });
    const [line, none] = await screen.findAllByRole('img', { name: /months|Label/ });
    expect(line?.getAttribute('aria-label')).toBe('Label: from 1.00\u202fm³ to 3.00\u202fm³');
    expect(line?.querySelector('path')?.getAttribute('d')).toBe(
      'M0 13.33L20 0M60 6.67h0M100 6.67h0',
    );
    expect(none).toBeUndefined();
  });

  describe('that say what their changes compare with', () => {
    const compared = {
      ...stats,
      changeLabel: { key: 'test:hello', values: { name: '$row.until' } },
    } as CompiledNode;
    const row = { category: 'HCA', unit: 'HCA', current: 1, changePercent: 3, status: 'MEASURED' };
    const seen = async (content: object[]) => {
      await renderNode(compared, { answers: { 'consumption.overview': () => ({ content }) } });
      const [list] = await screen.findAllByRole('list');
      const labels = [...(list?.querySelectorAll('.stat-change-label') ?? [])];
      return [
        list?.querySelector('.stats-note')?.textContent,
        ...labels.map((one) => one.textContent),
      ];
    };

    it('say it once where it is the same, and to a screen reader with each', async () => {
      const unknown = { ...row, changePercent: null, until: 'Never' };
      const content = [{ ...row, until: 'May' }, { ...row, until: 'May' }, unknown];
      expect(await seen(content)).toEqual(['Changes: Hello May']);
      const [first, second, third, ...more] = screen.getAllByRole('listitem');
      expect([first, second].map((one) => one?.textContent)).toEqual(
        Array(2).fill('Heating1.0\u202funits+3.0%Hello May'),
      );
      expect(third?.textContent).not.toContain('Hello');
      expect(more).toEqual([]);
    });

    it('say it in each where it differs, or is one figure', async () => {
      const content = [
        { ...row, until: 'May' },
        { ...row, until: 'June' },
      ];
      expect(await seen(content)).toEqual([undefined, 'Hello May', 'Hello June']);
      cleanup();
      expect(await seen([{ ...row, until: 'May' }])).toEqual([undefined, 'Hello May']);
    });
  });

  it('says why there is no change, once where it is of all, and nothing where none was asked for', async () => {
    const noChange = {
      text: { key: 'test:hello', values: { name: '$row.basis' } },
      when: { not: { field: '$row.basis', is: 'NONE' } },
    };
    const row = { category: 'HCA', unit: 'HCA', current: 1, status: 'MEASURED' };
    const said = async (...rows: object[]) => {
      const content = rows.map((one) => ({ ...row, ...one }));
      await renderNode({ ...stats, noChange } as CompiledNode, {
        answers: { 'consumption.overview': () => ({ content }) },
      });
      const items = await screen.findAllByRole('listitem');
      cleanup();
      return items.map(({ textContent }) => textContent?.replace('Heating1.0\u202funits', ''));
    };
    const [none, year] = [{ basis: 'NONE' }, { basis: 'Year' }];
    expect(await said(year, year)).toEqual(['Hello Year', '', '']);
    expect(await said(year, none)).toEqual(['Hello Year', '']);
    expect(await said(none, none)).toEqual(['', '']);
    expect(await said({ ...year, changePercent: 3 }, year)).toEqual(['+3.0%', 'Hello Year']);
  });

  it('is small where it has many figures, unless each says what its change compares with', async () => {
    const row = { category: 'HCA', unit: 'HCA', current: 1, status: 'MEASURED' };
    const classOf = async (
      figures: number,
      changeLabel?: object,
      changePercent: number | null = 3,
    ) => {
      const content = Array.from({ length: figures }, (_, at) => ({ ...row, changePercent, at }));
      const node = { ...stats, ...(changeLabel && { changeLabel }) } as CompiledNode;
      await renderNode(node, { answers: { 'consumption.overview': () => ({ content }) } });
      const { className } = await screen.findByRole('list');
      cleanup();
      return className;
    };
    const label = (value: string) => ({ key: 'test:hello', values: { name: value } });
    expect(await classOf(8)).toBe('stats');
    expect(await classOf(9)).toBe('stats stats-dense');
    expect(await classOf(9, label('$row.category'))).toBe('stats stats-dense');
    expect(await classOf(9, label('$row.at'))).toBe('stats');
    // Nothing to compare with is no word more.
    expect(await classOf(9, label('$row.at'), null)).toBe('stats stats-dense');
  });

  it.each([
    [0.04, -0.04, true],
    [0.06, 3, true],
    [-0.06, -3, true],
    [0.04, 0.06, false],
    [0.06, -0.06, false],
  ])(
    'has the arrow of what is written: for %d as for %d per cent is %s',
    async (one, other, isSame) => {
      const content = [one, other].map((changePercent) => ({
        category: 'HCA',
        unit: 'HCA',
        current: 1,
        changePercent,
        status: 'MEASURED',
      }));
      await renderNode(stats, { answers: { 'consumption.overview': () => ({ content }) } });
      const figures = await screen.findAllByRole('listitem');
      const arrows = figures.map((figure) => figure.querySelector('.stat-change path'));
      const [first, second] = arrows.map((arrow) => arrow?.getAttribute('d'));
      expect(first).toBeTruthy();
      expect(first === second).toBe(isSame);
    },
  );

  it('shows its empty state', async () => {
    await renderNode(stats, { answers: { 'consumption.overview': () => ({ content: [] }) } });
    expect(await screen.findByText('Nothing here')).toBeTruthy();
  });
});

describe('a badge', () => {
  const badge = {
    source: { call: 'warning.count' },
    value: '$data.active',
    label: { key: 'test:hello', values: { name: '$data.active' } },
    seconds: 60,
  };
  const entry = { id: 'w', label: 'test:title', icon: 'bell' as const, path: '/w', locked: false };
  const tiles: CompiledNode = {
    type: 'tiles',
    id: 'tiles',
    from: 'modules',
    empty: { title: 'test:nothing' },
    tiles: [{ ...entry, description: 'test:detail', badge }],
  };
  const shown = () => document.querySelector('.entry-badge');

  it.each([
    [7, '7'],
    [99, '99'],
    [120, '99+'],
  ])('says %i as %s, and what it is', async (active, words) => {
    await renderNode(tiles, { answers: { 'warning.count': () => ({ active }) } });
    await waitFor(() => expect(shown()?.firstElementChild?.textContent).toBe(words));
    expect(shown()?.getAttribute('title')).toContain(String(active));
    expect(screen.getByRole('link').textContent).toContain(shown()?.getAttribute('title'));
  });

  it('is not there for nothing, and when nobody knows', async () => {
    const none = await renderNode(tiles, { answers: { 'warning.count': () => ({ active: 0 }) } });
    await waitFor(() => expect(none.call).toHaveBeenCalled());
    expect(shown()).toBeNull();
    none.unmount();
    const down = await renderNode(tiles);
    await waitFor(() => expect(down.call).toHaveBeenCalled());
    expect(shown()).toBeNull();
  });
});

describe('tiles', () => {
  const tile = { label: 'test:label', description: 'test:hello', icon: 'home' } as const;
  const tiles: CompiledNode = {
    type: 'tiles',
    id: 'tiles',
    from: 'modules',
    empty,
    tiles: [
      { ...tile, id: 'open', path: '/open', locked: false },
      { ...tile, id: 'shut', label: 'test:title', path: '/shut', locked: true },
    ],
  };

  it('links to what is licensed', async () => {
    await renderNode(tiles);
    expect(screen.getByRole('link', { name: /Label/ }).getAttribute('href')).toBe('/open');
  });

  it('locks what is not, and says so on focus and to screen readers', async () => {
    await renderNode(tiles);
    const locked = screen.getByRole('link', { name: /A title/ });
    expect(locked.getAttribute('aria-disabled')).toBe('true');
    expect(locked.hasAttribute('href')).toBe(false);
    const description = document.getElementById(locked.getAttribute('aria-describedby') ?? '');
    expect(description?.textContent).toMatch(/Upgrade the plan/);
    await userEvent.tab();
    await userEvent.tab();
    expect(document.activeElement).toBe(locked);
    expect((await screen.findByRole('tooltip')).textContent).toMatch(/Upgrade the plan/);
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('tooltip')).toBeNull());
  });
});

describe('text, empty and button', () => {
  it('shows a text', async () => {
    await renderNode(words);
    expect(screen.getByText('Label').tagName).toBe('P');
  });

  it('shows an empty state', async () => {
    await renderNode({ type: 'empty', id: 'none', ...empty });
    expect(screen.getByRole('status').textContent).toBe('Nothing here');
  });

  it('signs in, or goes somewhere', async () => {
    const { actions, unmount } = await renderNode({
      type: 'button',
      id: 'in',
      label: 'test:label',
      intent: 'primary',
      action: { do: 'signIn' },
    });
    await userEvent.click(screen.getByRole('button', { name: 'Label' }));
    expect(actions.signIn).toHaveBeenCalledTimes(1);
    unmount();

    await renderNode({
      type: 'button',
      id: 'go',
      label: 'test:label',
      intent: 'none',
      action: { do: 'go', to: { route: 'thing', params: { thing: 5 } } },
    });
    expect(screen.getByRole('link', { name: 'Label' }).getAttribute('href')).toBe('/things/5');
  });
});

describe('nodes that fail', () => {
  const page = (child: unknown): CompiledNode => ({
    type: 'page',
    id: 'root',
    title: 'test:title',
    children: [child as CompiledNode, words],
  });

  it('shows a card for an unknown type, and its siblings', async () => {
    await renderNode(page({ type: 'hologram', id: 'h' }));
    expect(screen.getByRole('alert').textContent).toContain('hologram (h)');
    expect(screen.getByText('Label')).toBeTruthy();
  });

  it('shows a card for a node that throws, its siblings, and tries again', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    let isBroken = true;
    const fragile = () => {
      if (isBroken) throw new Error('no chart');
      return <p>Mended</p>;
    };
    await renderNode(page({ type: 'empty', id: 'e', ...empty }), {
      registry: { ...registry, empty: fragile },
    });
    expect(screen.getByRole('alert').textContent).toContain('empty (e): no chart');
    expect(screen.getByText('Label')).toBeTruthy();
    isBroken = false;
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(screen.getByText('Mended')).toBeTruthy();
    vi.restoreAllMocks();
  });
});

describe('a node whose scripts are on their way', () => {
  const stats: CompiledNode = {
    type: 'stats',
    id: 'stats',
    source: { call: 'property.get', params: { property: 1 } },
    rows: 'rows',
    label: '$row.name',
    value: 'value',
    format: { as: 'integer' },
    empty,
  };

  it('has its source asked already, once', async () => {
    const scripts = Promise.withResolvers<{ default: typeof StatsNode }>();
    const answer = Promise.withResolvers<unknown>();
    const { call } = await renderNode(stats, {
      registry: { ...registry, stats: lazy(() => scripts.promise) },
      answers: { 'property.get': () => answer.promise },
    });
    await waitFor(() =>
      expect(call).toHaveBeenCalledWith('property.get', expect.anything(), expect.anything()),
    );
    await act(async () => scripts.resolve({ default: StatsNode }));
    answer.resolve({ rows: [{ name: 'Harbour house', value: 1 }] });
    expect(await screen.findByText('Harbour house')).toBeTruthy();
    expect(call).toHaveBeenCalledTimes(1);
  });

  it('isn’t asked again at once for what has just failed', async () => {
    const scripts = Promise.withResolvers<{ default: typeof StatsNode }>();
    const { call } = await renderNode(stats, {
      registry: { ...registry, stats: lazy(() => scripts.promise) },
      answers: { 'property.get': () => Promise.reject(new ConnectionError({})) },
    });
    await waitFor(() => expect(call).toHaveBeenCalledTimes(1));
    await act(async () => scripts.resolve({ default: StatsNode }));
    const again = await screen.findByRole('button', { name: 'Try again' });
    expect(call).toHaveBeenCalledTimes(1);
    await userEvent.click(again);
    expect(call).toHaveBeenCalledTimes(2);
  });

  it('has no table asked, which adds its page', async () => {
    const table: CompiledNode = {
      type: 'table',
      id: 'table',
      source: { call: 'property.list' },
      rows: 'content',
      key: 'worksId',
      mode: 'server',
      pageSize: 10,
      columns: [],
      empty,
    } as unknown as CompiledNode;
    const { call } = await renderNode(table, {
      registry: { ...registry, table: lazy(() => new Promise<never>(() => undefined)) },
    });
    expect(document.querySelector('.skeleton')).not.toBeNull();
    expect(call).not.toHaveBeenCalled();
  });
});
