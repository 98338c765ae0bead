import { parseArgs } from 'node:util';
import type { AccessSubject } from '../../schemas/accessRule.ts';
import { countries } from '../../schemas/entities/market.ts';
import { suggest } from '../manifests/faults.ts';
import { layerMarket } from '../manifests/layerMarket.ts';
import { loadFiles } from '../manifests/load.ts';
import type { ManifestSet } from '../manifests/manifestSet.ts';
import { readManifests } from '../manifests/readManifests.ts';
import { createManifestCache } from '../manifests/serve.ts';
import { listProvenance } from '../manifests/tools/provenance.ts';
import {
  isUsageFault,
  readSubject,
  type Subcommand,
  type Surroundings,
  subjectOptions,
} from './manifestArguments.ts';
import { docs, schema } from './manifestGenerated.ts';
import { diff, explain, migrate, snapshot } from './manifestTools.ts';

const usage = `manifest check                         all faults of the manifests and texts
manifest schema [--out DIR] [--check]  JSON Schemas for editors; --check only compares
manifest docs [--out DIR] [--check]    the reference in docs/; --check only compares
manifest list                          modules and screens by market
manifest show --country PL [--role R]… [--feature F]… [/path or screen]
    [--provenance]                     what one session gets; without a role, a visitor;
                                       with the file and line of each value as written
manifest snapshot --out DIR [--country PL]… [--language en]…
                                       what every country and role gets, in every language
manifest diff A B                      how two snapshots or manifest directories differ
manifest explain --country CZ [--role R]… [--feature F|all]… /path or screen[/node…]
                                       each rule that shows or hides it
manifest explain --country DK --enable MODULE | --disable MODULE
                                       what a switch would change; writes nothing
manifest migrate [--write]             files of older versions in the newest`;

const subcommands: Readonly<Record<string, Subcommand>> = {
  check,
  schema,
  docs,
  list,
  show,
  snapshot,
  diff,
  explain,
  migrate,
};

/** The manifest tools for product owners, testers and support. Answers the exit code. */
export async function runManifestCommand(
  [name = '', ...args]: string[],
  surroundings: Surroundings,
): Promise<number> {
  const subcommand = Object.hasOwn(subcommands, name) ? subcommands[name] : undefined;
  if (!subcommand) {
    if (name)
      surroundings.print(
        `There is no "manifest ${name}"${suggest(name, Object.keys(subcommands))}`,
      );
    surroundings.print(usage);
    return 2;
  }
  try {
    return await subcommand(args, surroundings);
  } catch (error) {
    if (!isUsageFault(error)) throw error;
    surroundings.print((error as Error).message);
    surroundings.print(usage);
    return 2;
  }
}

async function check(args: string[], { print, ...directories }: Surroundings): Promise<number> {
  parseArgs({ args, options: {} });
  const { faults } = await readManifests(directories);
  for (const fault of faults) print(fault);
  print(faults.length === 0 ? 'The manifests are sound.' : `${faults.length} faults.`);
  return faults.length === 0 ? 0 : 1;
}

async function list(args: string[], surroundings: Surroundings): Promise<number> {
  parseArgs({ args, options: {} });
  const set = await readSound(surroundings);
  if (!set) return 1;
  for (const module of set.licences.keys()) {
    const on = countries.filter((country) => set.markets[country].modules.has(module));
    surroundings.print(`${module}  ${on.join(' ') || 'nowhere'}`);
    const screens = new Set(
      on
        .flatMap((country) =>
          [...set.markets[country].screens].filter(([, one]) => one.module === module),
        )
        .map(([id]) => id),
    );
    for (const screen of [...screens].toSorted()) {
      const [country] = on;
      const routes = country ? [...set.markets[country].routes.values()] : [];
      const paths = routes
        .filter(({ route }) => route.screen === screen)
        .map(({ route }) => route.path);
      surroundings.print(`  ${screen}  ${paths.join(' ')}`);
    }
  }
  return 0;
}

async function show(args: string[], surroundings: Surroundings): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { ...subjectOptions, provenance: { type: 'boolean' } },
  });
  const set = await readSound(surroundings);
  if (!set) return 1;
  const subject = readSubject(values, set);
  const signIn = { authority: '', clientId: '', scope: '' };
  const cache = createManifestCache(set, { signIn, problems: [] });
  const [target] = positionals;
  const screen = target?.startsWith('/') ? findScreenAt(set, subject, target) : target;
  const manifest =
    target === undefined ? cache.index(subject) : cache.findScreen(screen ?? '', subject);
  if (!manifest) {
    const known = set.markets[subject.country].screens.keys();
    surroundings.print(`This session gets no "${target}"${suggest(target, known)}`);
    return 1;
  }
  if (values.provenance && screen) {
    const { print, ...directories } = surroundings;
    const layers = layerMarket(await loadFiles(directories), subject.country.toLowerCase(), []);
    const located = layers.screens.get(screen)?.located;
    for (const line of located ? listProvenance(located) : []) print(line);
    return 0;
  }
  surroundings.print(JSON.stringify(JSON.parse(manifest.body), undefined, 2));
  return 0;
}

async function readSound({
  print,
  ...directories
}: Surroundings): Promise<ManifestSet | undefined> {
  const { set, faults } = await readManifests(directories);
  if (!set) for (const fault of faults) print(fault);
  return set;
}

/** The screen of the route that an address belongs to; fixed segments go before parameters. */
function findScreenAt(set: ManifestSet, { country }: AccessSubject, address: string) {
  const [nearest] = [...set.markets[country].routes.values()]
    .filter(({ route }) => {
      const pattern = route.path.replaceAll(/\{\w+\}/g, '[^/]+').replace(/(?<=.)\/$/, '');
      return new RegExp(`^${pattern}/?$`).test(address) || route.path === address;
    })
    .toSorted(
      (one, other) => one.route.path.split('{').length - other.route.path.split('{').length,
    );
  return nearest?.route.screen;
}
