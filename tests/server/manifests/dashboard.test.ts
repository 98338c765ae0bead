import { describe, expect, it, test } from 'vitest';
import { features, type Role } from '../../../schemas/entities/access.ts';
import type { ScreenManifest } from '../../../schemas/manifest/compiled.ts';
import { readManifests } from '../../../server/manifests/serve/readManifests.ts';
import { compileScreen } from '../../../server/manifests/session/compile.ts';
import { compileIndex, listTiles } from '../../../server/manifests/session/compileIndex.ts';
import { copyReal } from './copyReal.ts';
import { realDirectories } from './directories.ts';
import { holder } from './subjects.ts';

/** What the shipped dashboard shows to whom. */

const { set, faults } = await readManifests(realDirectories);
if (!set) throw new Error(faults.join('\n'));
const { PL: manifests } = set.markets;

function look(screen: ScreenManifest | undefined) {
  if (screen?.root.type !== 'page') throw new Error('There is no dashboard.');
  const { children } = screen.root;
  const tiles = children.flatMap((node) => (node.type === 'tiles' ? node.tiles : []));
  return {
    nodes: children.map(({ id }) => id),
    open: tiles.filter(({ locked }) => !locked).map(({ id }) => id),
    locked: tiles.filter(({ locked }) => locked).map(({ id }) => id),
  };
}
const show = (role: Role, held = features as readonly (typeof features)[number][]) =>
  look(compileScreen(manifests, 'dashboard.index', holder('PL', role, held)));

describe('the dashboard', () => {
  it('of who has properties begins with what waits for them, then with the month', () => {
    const { nodes, locked } = show('portal_admin');
    expect(nodes).toEqual(['today', 'tiles', 'no-properties', 'month', 'unread']);
    expect(locked).toEqual([]);
  });

  it('has no figures where consumption is not licensed, and says what the plan lacks', () => {
    const { nodes, open, locked } = show('portal_admin', ['DOCUMENT_ARCH_ARCHIVE']);
    expect(nodes).toEqual(['today', 'tiles', 'no-properties']);
    expect(open).toEqual(['document-archive']);
    expect(locked).toContain('consumption');
    expect(show('portal_admin', []).locked).toContain('document-archive');
  });

  it('of staff leads to their work, and locks nothing that they do not buy', () => {
    expect(show('portal_support', [])).toEqual({
      nodes: ['today', 'tiles', 'questions', 'imports'],
      open: ['user-management', 'readings', 'contact', 'document-management', 'static-files'],
      locked: [],
    });
    expect(show('portal_super_admin', [])).toEqual({
      nodes: ['tiles'],
      open: ['billing-admin', 'static-files'],
      locked: [],
    });
  });

  it('of staff with properties has their modules, too', () => {
    const { nodes, open, locked } = show('portal_support', ['CONSUMPTION_BASIC']);
    expect(nodes).toEqual(['today', 'tiles', 'month', 'unread', 'questions', 'imports']);
    expect(open).toEqual([
      ...['consumption', 'user-management', 'readings', 'contact'],
      ...['document-management', 'static-files'],
    ]);
    expect(locked).toEqual([]);
  });
});

test('a market may do without the modules that the dashboard shows something of', async () => {
  const { directories, run, switchOff } = await copyReal();
  await switchOff('PL', 'consumption', 'user-management', 'readings');
  expect((await run('check')).output).toContain('The manifests are sound.');
  const changed = await readManifests(directories);
  const subject = holder('PL', 'portal_support');
  const screen = changed.set && compileScreen(changed.set.markets.PL, 'dashboard.index', subject);
  expect(look(screen).nodes).toEqual(['today', 'tiles']);
});

test('entries count what waits behind them, but for whoever may not look at it', () => {
  const envelope = { signIn: { authority: '', clientId: '', scope: '' }, problems: [] };
  const badgesOf = (held: readonly (typeof features)[number][]) => {
    const subject = holder('PL', 'portal_admin', held);
    const { navigation } = compileIndex(manifests, subject, { ...envelope, texts: '' });
    const entries = [...navigation, ...listTiles(manifests, subject)];
    return entries.flatMap(({ id, badge }) => (badge ? [[id, badge.source.call]] : []));
  };
  const both = Array.from({ length: 2 }, () => ['warnings', 'warning.count']);
  expect(badgesOf(features)).toEqual(both);
  expect(badgesOf(['WARNING_CO2'])).toEqual(both);
  expect(badgesOf(['CONSUMPTION_BASIC'])).toEqual([]);
});
