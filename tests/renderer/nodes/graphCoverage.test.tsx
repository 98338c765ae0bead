import { render } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { coverageWords } from '../../../renderer/core/format.ts';
import type { Translate } from '../../../renderer/core/text.ts';
import { GraphBar } from '../../../renderer/nodes/graph/GraphBar.tsx';
import { type GraphValue, hasShare } from '../../../renderer/nodes/graph/graphPoints.ts';
import { createTexts } from '../support/texts.ts';

const { t } = await createTexts();

function value(part: Partial<GraphValue>): GraphValue {
  return {
    start: '2026-03-01T00:00:00.000Z',
    value: 12,
    status: 'MEASURED',
    coverage: null,
    range: null,
    ...part,
  };
}

/** The heights of a bar's parts, of a hundred. */
function partsOf(of: GraphValue) {
  const { container } = render(
    <svg role="img" aria-label="bar">
      <GraphBar of={of} x={0} y={20} width={10} height={100} fill="blue" hatch="url(#hatch)" />
    </svg>,
  );
  return [...container.querySelectorAll('rect')].map((rect) => [
    rect.getAttribute('class')?.replace('graph-bar-', ''),
    Number(rect.getAttribute('y')),
    Number(rect.getAttribute('height')),
  ]);
}

describe('a bar', () => {
  it('is whole when all was measured', () => {
    const coverage = { measured: 1, interpolated: 0, unknown: 0 };
    expect(partsOf(value({ coverage }))).toEqual([['measured', 20, 100]]);
  });

  it('is hatched and pale in proportion, so that a day half missing looks like no other', () => {
    const coverage = { measured: 0.5, interpolated: 0.3, unknown: 0.2 };
    // Whatever the status says of the whole.
    for (const status of ['MEASURED', 'ESTIMATED'] as const) {
      expect(partsOf(value({ coverage, status }))).toEqual([
        ['unknown', 20, 20],
        ['interpolated', 40, 30],
        ['measured', 70, 50],
      ]);
    }
  });

  it('is hatched as a whole when nothing but its status is known', () => {
    expect(partsOf(value({ status: 'ESTIMATED' }))).toEqual([['interpolated', 20, 100]]);
  });
});

it('the legend explains what shows, and nothing else', () => {
  const point = (coverage: GraphValue['coverage'], status: GraphValue['status'] = 'MEASURED') => ({
    index: 0,
    compare: undefined,
    overlays: [],
    current: value({ coverage, status }),
    isComparable: true,
  });
  const half = point({ measured: 0.5, interpolated: 0, unknown: 0.5 });
  expect(hasShare([half], 'unknown')).toBe(true);
  expect(hasShare([half], 'interpolated')).toBe(false);
  expect(hasShare([point(null, 'INTERPOLATED')], 'interpolated')).toBe(true);
  expect(hasShare([{ ...half, current: value({ ...half.current, value: null }) }], 'unknown')).toBe(
    false,
  );
});

it('says in words what is not measured', () => {
  const words = (measured: number, interpolated: number, unknown: number) =>
    coverageWords({ measured, interpolated, unknown }, t as Translate, 'en');
  expect(words(1, 0, 0)).toBe('');
  expect(words(0.5, 0.3, 0.2)).toBe('30% interpolated, 20% not read');
  expect(coverageWords(null, t as Translate, 'en')).toBe('');
});
