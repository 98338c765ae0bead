import { expect, test } from 'vitest';
import { omitPaths, withPath } from '../../../server/manifests/session/partTree.ts';

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
