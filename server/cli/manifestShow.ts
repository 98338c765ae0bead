import { parseArgs } from 'node:util';
import type { AccessSubject } from '../../schemas/accessRule.ts';
import { countries } from '../../schemas/entities/market.ts';
import { suggest } from '../manifests/ground/faults.ts';
import type { Located } from '../manifests/ground/located.ts';
import { createManifestCache } from '../manifests/serve/serve.ts';
import type { ManifestSet } from '../manifests/session/manifestSet.ts';
import { printExpanded } from '../manifestTools/expanded.ts';
import { findItems, listInventory } from '../manifestTools/inventory.ts';
import { listFiles } from '../manifestTools/listing.ts';
import { listProvenance } from '../manifestTools/provenance.ts';
import {
  exitCodes,
  readCountry,
  readSound,
  readSubject,
  type Sound,
  type Subcommand,
  sayNearest,
  subjectOptions,
  UnknownNameError,
} from './manifestArguments.ts';

/** Everything that has a file, and the markets in which it is on. */
export const list: Subcommand = async (args, surroundings) => {
  parseArgs({ args, options: {} });
  const { set, loaded } = await readSound(surroundings);
  const found = listFiles(set, loaded);
  const width = Math.max(...found.map(({ id }) => id.length)) + 9;
  for (const { kind, id, on, where } of found) {
    const name = kind === 'module' ? id : `  ${kind.padEnd(6)} ${id}`;
    const markets = on.length > 0 ? on.join(' ') : 'nowhere';
    const words = [name.padEnd(width), markets.padEnd(countries.join(' ').length), ...where];
    surroundings.print(words.join('  ').trimEnd());
  }
  return exitCodes.fine;
};

/** What one session gets, or a file as it is expanded. */
export const show: Subcommand = async (args, surroundings) => {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      ...subjectOptions,
      provenance: { type: 'boolean' },
      expanded: { type: 'string' },
    },
  });
  const { print } = surroundings;
  if (values.expanded !== undefined) {
    const { set } = await readSound(surroundings);
    const country = readCountry(values.country, set);
    for (const line of printExpanded(findFile(set, country, values.expanded))) print(line);
    return exitCodes.fine;
  }
  const { set } = await readSound(surroundings);
  const subject = readSubject(values, set);
  const signIn = { authority: '', clientId: '', scope: '' };
  const cache = createManifestCache(set, { signIn, problems: [] });
  const [target] = positionals;
  const screen = target?.startsWith('/') ? findScreenAt(set, subject, target) : target;
  const manifest =
    target === undefined ? cache.index(subject) : cache.findScreen(screen ?? '', subject);
  if (!manifest) {
    const known = set.markets[subject.country].screens.keys();
    print(`This session gets no "${target}"${suggest(target, known)}`);
    return exitCodes.found;
  }
  const located = screen && set.markets[subject.country].files.screens.get(screen)?.located;
  if (values.provenance && located) {
    for (const line of listProvenance(located)) print(line);
    return exitCodes.fine;
  }
  print(JSON.stringify(JSON.parse(manifest.body), undefined, 2));
  return exitCodes.fine;
};

/** A file of a market by its id or by its place, as far as that is said. */
function findFile(set: Sound['set'], country: AccessSubject['country'], given: string): Located {
  const { modules, screens, forms, presets } = set.markets[country].files;
  const files = new Map<string, Located>([
    ...modules,
    ...[...screens].map(([id, { located }]) => [id, located] as const),
    ...[...forms, ...presets].map(([id, { located }]) => [id, located] as const),
  ]);
  const found =
    files.get(given) ?? [...files.values()].find(({ file }) => isPlace(file.name, given));
  if (found) return found;
  throw new UnknownNameError(sayNearest(given, files.keys()));
}

function isPlace(name: string, given: string): boolean {
  const bare = given.replace(/^(\.?\/)+/, '');
  return name === bare || name.endsWith(`/${bare}`) || `/${given}`.endsWith(`/${name}`);
}

/** The screen of the route that an address belongs to. */
function findScreenAt(set: ManifestSet, { country }: AccessSubject, address: string) {
  const [route] = findItems(listInventory(set.markets[country]), address);
  return route?.of === 'route' ? route.screen : undefined;
}
