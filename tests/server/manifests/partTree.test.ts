import { expect, test } from 'vitest';
import { formNodeSchema } from '../../../schemas/manifest/form.ts';
import { omitPaths, readParts, withPath } from '../../../server/manifests/session/partTree.ts';
import { isOpen, keptValue, prune } from '../../../server/manifests/session/prune.ts';
import { holder } from './subjects.ts';

const given = {
  title: 'a:b',
  action: { do: 'go', access: { signIn: true } },
  rows: [{ id: 'one', access: {} }, 'text', null, [{ access: {} }]],
};

test.each<[string, (string | number)[][], object]>([
  ['nothing', [], given],
  ['a member', [['title']], { action: given.action, rows: given.rows }],
  ['a member of a member', [['action', 'access']], { ...given, action: { do: 'go' } }],
  [
    'a member of what stands in a list',
    [['rows', 0, 'access']],
    { ...given, rows: [{ id: 'one' }, 'text', null, [{ access: {} }]] },
  ],
  ['several', [['title'], ['rows']], { action: given.action }],
  [
    'what isn’t there',
    [
      ['none', 'access'],
      ['title', 'access'],
      ['action', 'none'],
    ],
    given,
  ],
])('a copy goes without %s', (_what, paths, expected) => {
  const before = structuredClone(given);
  expect(omitPaths(given, paths)).toStrictEqual(expected);
  expect(given).toStrictEqual(before);
});

test('a copy has a value where none was, beside what was', () => {
  expect(withPath(given, ['action', 'to', 'route'], 'home')).toStrictEqual({
    ...given,
    action: { ...given.action, to: { route: 'home' } },
  });
});

test('a form goes without its sample, and only without that, where one may not see what it shows', () => {
  const form = {
    type: 'form',
    form: 'reports.period',
    source: { call: 'report.latest', params: { type: 'DEVICE_READING' } },
    sample: {
      title: 'a:b',
      header: { call: 'live.header' },
      rows: { call: 'live.data' },
      failure: 'a:c',
      empty: 'a:d',
    },
    submit: { do: 'call', call: 'report.create' },
  };
  const part = readParts(formNodeSchema, form, { id: 'form', noun: 'node' });
  const without = (refused?: string) =>
    prune(part, {
      subject: holder('PL', 'portal_admin'),
      refuseCall: (operation) => (operation === refused ? 'anyFeature' : undefined),
      canEnter: () => true,
    });
  const { sample: _, ...rest } = form;
  expect(keptValue(without('live.data'))).toEqual(rest);
  expect(isOpen(without('live.data'))).toBe(true);
  expect(keptValue(without())).toEqual(form);
  expect(isOpen(without('report.create'))).toBe(false);
  expect(isOpen(without('report.latest'))).toBe(false);
});
