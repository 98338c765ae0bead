import { expect, test } from 'vitest';
import { fillNode } from '../../../server/manifests/session/fillNode.ts';

const fillings = {
  tiles: () => [{ id: 'a' }] as never,
  form: (name: string) => ({ form: name }) as never,
  offers: (_enumeration: string, value: string) => value !== 'WEEKLY',
};
/** Those that the market offers. */
const timeframes = ['BILLING', 'HOURLY', 'DAILY', 'MONTHLY'];

test.each<[string, object, object]>([
  ['tiles', { type: 'tiles', from: 'modules' }, { tiles: [{ id: 'a' }] }],
  ['a form', { type: 'form', form: 'a.edit' }, { form: { form: 'a.edit' } }],
  [
    'a choice of an enumeration',
    { kind: 'choice', enumeration: 'timeframe' },
    { only: timeframes },
  ],
  [
    'a choice of what a call answers',
    { kind: 'choice', enumeration: 'timeframe', options: { source: {}, value: 'id' } },
    { only: timeframes },
  ],
  [
    'a filter of an enumeration',
    { filter: 'choice', format: { as: 'enumeration', of: 'timeframe' } },
    { choices: timeframes },
  ],
  [
    'a filter of badges',
    { filter: 'choice', format: { as: 'badge', of: 'timeframe' } },
    { choices: timeframes },
  ],
  [
    'a filter of severities',
    { filter: 'choice', format: { as: 'severity' } },
    { choices: ['0', '5', '10'] },
  ],
])('%s gets what browsers don’t know', (_name, content, more) => {
  expect(fillNode(content as never, fillings)).toEqual({ ...content, ...more });
});

test.each([
  { kind: 'choice', enumeration: 'timeframe', only: ['DAILY'] },
  { kind: 'period', enumeration: 'timeframe' },
  { filter: 'choice', format: { as: 'enumeration', of: 'timeframe' }, choices: ['DAILY'] },
  { filter: 'choice', format: { as: 'quantity' } },
  { filter: 'choice' },
  { filter: 'text', format: { as: 'enumeration', of: 'timeframe' } },
  { type: 'text', form: 'a.edit' },
])('%j stays as it is', (content) => {
  expect(fillNode(content, fillings)).toEqual(content);
});

test.each<[readonly string[] | undefined, object, object]>([
  [undefined, {}, {}],
  [[], {}, {}],
  [['search'], {}, { search: { placeholder: 'core:search' } }],
  [['search'], { search: { placeholder: 'a:b' } }, { search: { placeholder: 'a:b' } }],
  [['columns', 'views'], {}, { columnChoice: true, views: true }],
  [['export', 'fullscreen'], {}, { export: true, fullscreen: true }],
  [['selection'], {}, { selection: {} }],
  [['selection'], { selection: { limit: 5 } }, { selection: { limit: 5 } }],
])('a table with the tools %j and %j has %j', (tools, more, members) => {
  const table = { type: 'table', rowKey: 'id', ...more };
  const filled = fillNode({ ...table, ...(tools && { tools }) }, fillings);
  expect(filled).toEqual({ ...table, ...members });
});
