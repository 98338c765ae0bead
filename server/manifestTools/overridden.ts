import { isCalled, isOneOfEach } from '../manifests/ground/each.ts';
import { findLocated, type Located, type LocatedEntry } from '../manifests/ground/located.ts';
import type { LoadedFiles } from '../manifests/read/load.ts';
import type { MarketManifests } from '../manifests/session/manifestSet.ts';
import type { InventoryItem } from './inventory.ts';
import { placeOf } from './provenance.ts';
import type { ToldReason } from './reasons.ts';

/** Where a thing is written: its file as it is expanded, and the path to it. */
export function locate(
  { files }: MarketManifests,
  thing: InventoryItem,
):
  | { readonly file: Located; readonly path: readonly PropertyKey[]; readonly target: string }
  | undefined {
  const { module } = thing;
  if (thing.of === 'field') {
    const file = files.forms.get(thing.form)?.located;
    const target = `${thing.form.replace('.', '/')}.form.json`;
    return file && { file, path: thing.part.path, target };
  }
  if (thing.of === 'part' || thing.of === 'screen') {
    const file = files.screens.get(thing.screen)?.located;
    const target = `${thing.screen.replace('.', '/')}.screen.json`;
    return file && { file, path: thing.of === 'part' ? thing.part.path : [], target };
  }
  const file = files.modules.get(module);
  return file && { file, path: pathInModule(thing), target: `${module}/module.json` };
}

function pathInModule(thing: InventoryItem): readonly PropertyKey[] {
  switch (thing.of) {
    case 'route':
      return ['routes', thing.name];
    case 'entry':
      return [thing.kind];
    case 'notification':
      return ['notifications', thing.id];
    case 'sidebar':
      return ['sidebar', thing.section];
    case 'option':
      return ['sidebar', thing.section, 'options', thing.id];
    default:
      return [];
  }
}

/** What a market's overrides changed in a thing itself; what stands in it is asked about alone. */
export function listOverridden(
  loaded: LoadedFiles,
  market: string,
  place: NonNullable<ReturnType<typeof locate>>,
): ToldReason[] {
  const override = loaded.overrides.get(market)?.get(place.target);
  const own = override && follow(override, place.path);
  const lines = own?.isWhole ? listChanges(own.value, []) : [];
  // Parts that are put in have overrides of their own.
  const file = findLocated(place.file, place.path);
  const inParts = [...(file.entries ?? [])].filter(([, { value }]) => isOfPart(value));
  lines.push(...inParts.map(([key, { value }]) => changed(key, value)));
  return lines;
}

const isOfPart = ({ file }: Located) => /overrides\/.*\.part\.json$/.test(file.name);

function changed(key: string, value: Located): ToldReason {
  return { kind: 'override.says', values: [key], place: placeOf(value) };
}

function listChanges(located: Located, path: readonly string[]): ToldReason[] {
  if (!located.entries) {
    const kind = located.scalar === null ? 'override.removes' : 'override.says';
    return path.length > 0 ? [{ kind, values: [path.join('.')], place: placeOf(located) }] : [];
  }
  return [...located.entries]
    .filter(([key]) => path.length > 0 || !['$schema', 'manifestVersion'].includes(key))
    .flatMap(([key, { value }]) => listChanges(value, [...path, key]));
}

/** Which line of an override took a thing away that the module's own files have. */
export function findRemoval(
  loaded: LoadedFiles,
  market: string,
  place: NonNullable<ReturnType<typeof locate>>,
): ToldReason {
  const overrides = loaded.overrides.get(market);
  const own = overrides?.get(place.target);
  const found = own && follow(own, place.path);
  if (found?.value.scalar === null) return removed(found.value);
  for (const [target, override] of overrides ?? []) {
    const inPart = target.endsWith('.part.json') && findNull(override, place.path);
    if (inPart) return removed(inPart);
  }
  const nearest = found?.value ?? own;
  return { kind: 'override.differs', values: [], place: nearest && placeOf(nearest) };
}

function removed(value: Located): ToldReason {
  return { kind: 'override.removed', values: [], place: placeOf(value) };
}

/** As far as an override says something about a path; entries with `each` are said by their values. */
function follow(
  override: Located,
  path: readonly PropertyKey[],
): { readonly value: Located; readonly isWhole: boolean } {
  let value = override;
  for (const [at, key] of path.entries()) {
    const next = value.entries?.get(String(key)) ?? findOfEach(value, String(key));
    if (!next) return { value, isWhole: false };
    value = next.value;
    if (value.scalar === null) return { value, isWhole: at === path.length - 1 };
  }
  return { value, isWhole: true };
}

function findOfEach({ entries }: Located, id: string): LocatedEntry | undefined {
  for (const [key, { value }] of entries ?? []) {
    for (const [one, entry] of value.entries ?? []) {
      if (isOneOfEach(one) && isCalled(one, id, key)) return entry;
    }
  }
  return undefined;
}

function findNull(
  { entries = new Map() }: Located,
  path: readonly PropertyKey[],
): Located | undefined {
  for (const [key, { value }] of entries) {
    if (value.scalar === null && path.includes(key)) return value;
    const inner = findNull(value, path);
    if (inner) return inner;
  }
  return undefined;
}
