import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
// Loads what is lazy before the clock of a test runs.
import '../../../renderer/nodes/dots/DotsNode.tsx';
import '../../../renderer/nodes/dots/DotsPicture.tsx';
import { placeDots, scaleOf } from '../../../renderer/nodes/dots/placeDots.ts';
import type { CompiledNodeOf } from '../../../schemas/manifest/compiled.ts';
import { renderNode } from '../support/renderNode.tsx';

afterEach(cleanup);

const dots: CompiledNodeOf<'dots'> = {
  type: 'dots',
  id: 'picture',
  title: 'test:title',
  source: { call: 'consumption.deviation' },
  rowKey: 'id',
  label: '$row.name',
  value: 'averagePercent',
  format: { as: 'percent', signed: true },
  middle: 'test:label',
  usual: 50,
  link: { route: 'thing', params: { thing: '$row.id' } },
};

const draw = (percents: readonly (number | null)[], part: object = {}) => {
  const content = percents.map((averagePercent, at) => ({
    id: at + 1,
    name: `Flat ${at + 1}`,
    averagePercent,
  }));
  return renderNode(
    { ...dots, ...part },
    { answers: { 'consumption.deviation': () => ({ content }) } },
  );
};

describe('rows as dots', () => {
  it('are links from the least to the greatest, in words for screen readers', async () => {
    await draw([70, null, -20, 0]);
    const list = await screen.findByRole('list', { name: 'A title' });
    const links = within(list).getAllByRole('link');
    expect(links.map((one) => one.getAttribute('aria-label'))).toEqual([
      'Flat 3: −20.0%',
      'Flat 4: 0.0%',
      'Flat 1: +70.0%',
    ]);
    expect(links.map((one) => one.getAttribute('href'))).toEqual([
      '/things/3',
      '/things/4',
      '/things/1',
    ]);
    expect(screen.getByText('Unusual: 1 of 3')).toBeTruthy();
  });

  it('are one stop for the keyboard, along which arrows lead, and say what has it', async () => {
    await draw([70, -20, 0]);
    const [first, second, third] = await screen.findAllByRole('link');
    await userEvent.tab();
    expect(document.activeElement).toBe(first);
    expect(screen.getByText('Flat 2: −20.0%')).toBeTruthy();
    await userEvent.keyboard('{ArrowRight}');
    expect(document.activeElement).toBe(second);
    await userEvent.keyboard('{End}');
    expect(document.activeElement).toBe(third);
    expect(screen.getByText('Flat 1: +70.0%')).toBeTruthy();
    await userEvent.tab();
    expect(screen.queryByText('Flat 1: +70.0%')).toBeNull();
    expect([first, second, third].map((one) => one?.tabIndex)).toEqual([-1, -1, 0]);
  });

  it('are nothing where fewer than two are known, and no links where they lead nowhere', async () => {
    const { container } = await draw([null, 3]);
    await screen.findByText(/./).catch(() => undefined);
    expect(container.querySelector('.dots')).toBeNull();
    cleanup();
    await draw([1, 3], { link: undefined });
    expect(await screen.findByRole('img', { name: 'Flat 2: +3.0%' })).toBeTruthy();
    expect(screen.queryByRole('link')).toBeNull();
  });
});

describe('where dots stand', () => {
  const rowsOf = (...values: number[]) => values.map((value) => ({ row: value, value }));

  it('is by their values, what is further than the most at the edge, the usual in sight', () => {
    expect(scaleOf([5, -3], { usual: 50, most: 150 })).toEqual({ low: -60, high: 60 });
    const scale = scaleOf([900, -20], { usual: 50, most: 150 });
    expect(scale).toEqual({ low: -60, high: 150 });
    const [low, high] = placeDots(rowsOf(900, -60), scale, 0.01);
    expect([low?.x, high?.x]).toEqual([0, 1]);
  });

  it('is beside one another where they would cover one another', () => {
    const scale = { low: -100, high: 100 };
    const lanes = (...values: number[]) =>
      placeDots(rowsOf(...values), scale, 0.1).map(({ lane }) => lane);
    expect(lanes(0, 1, 2, 3)).toEqual([0, 1, -1, 2]);
    expect(lanes(0, 1, 20)).toEqual([0, 1, 0]);
  });
});
