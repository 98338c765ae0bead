import { expect, test } from 'vitest';
import { measuredKinds } from '../../../schemas/kinds/warnings.ts';
import { rowIcons } from '../../../schemas/manifest/table.ts';
import { readManifests } from '../../../server/manifests/serve/readManifests.ts';
import { realDirectories } from './directories.ts';

/** What has each icon in the portal’s own manifests: an action that is new says here what it means. */
const actionsOf: Readonly<Record<string, readonly string[]>> = {
  archive: ['dismounted'],
  calendar: ['monthly'],
  clock: ['snooze'],
  delete: ['delete', 'end', 'strike', 'withdraw'],
  document: ['preset'],
  down: ['down'],
  download: ['download'],
  edit: ['assign', 'edit', 'share'],
  envelope: ['invite'],
  exchange: ['exchange'],
  eye: ['acknowledge', 'preview'],
  // Those of a type of warnings lead to what counts property by property.
  find: ['explain', 'history', 'known', ...Object.values(measuredKinds).map(({ page }) => page)],
  key: ['confirmed'],
  link: ['visit'],
  lock: ['disable'],
  minus: ['cancel', 'reverse'],
  off: ['resume', 'turn-on', 'turn-rest-on'],
  on: ['pause', 'turn-off'],
  people: ['sub-administrators'],
  plus: ['again', 'run'],
  repeat: ['retry'],
  restore: ['restore', 'rollBack', 'undo'],
  tick: ['accept', 'release', 'resolve'],
  unlock: ['enable'],
  up: ['up'],
  user: ['preview'],
};

/** The icon of each action of rows and selections in all that is compiled, with the action’s id. */
function findIcons(part: unknown, found: [string, string][] = []): [string, string][] {
  if (part instanceof Map) for (const value of part.values()) findIcons(value, found);
  if (typeof part !== 'object' || part === null) return found;
  for (const [key, value] of Object.entries(part)) {
    if (key === 'rowActions' || key === 'bulkActions') {
      const actions = Object.entries(value as Record<string, { icon: string }>);
      found.push(...actions.map(([id, { icon }]): [string, string] => [icon, id]));
    }
    findIcons(value, found);
  }
  return found;
}

test('an icon of rows means the same wherever it is', async () => {
  const { set } = await readManifests(realDirectories);
  const drawn = new Map<string, Set<string>>();
  for (const [icon, id] of findIcons(set?.markets)) {
    expect(rowIcons).toContain(icon);
    drawn.set(icon, (drawn.get(icon) ?? new Set()).add(id));
  }
  const sorted = [...drawn].map(([icon, ids]) => [icon, [...ids].sort()]);
  const expected = Object.entries(actionsOf).map(([icon, ids]) => [icon, [...ids].sort()]);
  expect(Object.fromEntries(sorted)).toEqual(Object.fromEntries(expected));
});
