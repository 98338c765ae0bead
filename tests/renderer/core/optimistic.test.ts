import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { applyOptimistic } from '../../../renderer/core/optimistic.ts';
import type { CallAction } from '../../../schemas/manifest/actions.ts';

const rows = [
  { id: 1, name: 'a' },
  { id: 2, name: 'b' },
];

function start(optimistic: CallAction['optimistic'], row: unknown) {
  const queries = new QueryClient();
  queries.setQueryData(['list', { page: 0 }], { content: rows, total: 12 });
  queries.setQueryData(['other'], { content: rows, total: 2 });
  const action = { do: 'call', call: 'x.y', invalidates: ['list'], optimistic } as CallAction;
  const takeBack = applyOptimistic(queries, action, { route: {}, query: { to: 'c' }, row });
  return { takeBack, list: () => queries.getQueryData(['list', { page: 0 }]), queries };
}

describe('what a call will have changed', () => {
  it('is gone from the lists that it makes stale, and from no other', () => {
    const { list, queries, takeBack } = start({ remove: true }, rows[0]);
    expect(list()).toEqual({ content: [rows[1]], total: 11 });
    expect(queries.getQueryData(['other'])).toEqual({ content: rows, total: 2 });
    takeBack();
    expect(list()).toEqual({ content: rows, total: 12 });
  });

  it('is altered in its place', () => {
    const { list, takeBack } = start({ set: { name: '$query.to' } }, rows[1]);
    expect(list()).toEqual({ content: [rows[0], { id: 2, name: 'c' }], total: 12 });
    takeBack();
    expect(list()).toEqual({ content: rows, total: 12 });
  });

  it('is nothing without a row', () => {
    const { list } = start({ remove: true }, undefined);
    expect(list()).toEqual({ content: rows, total: 12 });
  });
});
