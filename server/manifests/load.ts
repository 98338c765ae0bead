import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { type Fault, suggest } from './faults.ts';
import { type Located, parseLocated } from './located.ts';
import { migrateTexts } from './migrations.ts';

export interface ManifestDirectories {
  readonly manifestsDirectory: string;
  readonly localesDirectory: string;
}

export interface LoadedModule {
  readonly file?: Located;
  /** By the file's name without its ending. */
  readonly screens: ReadonlyMap<string, Located>;
  readonly forms: ReadonlyMap<string, Located>;
  readonly parts: ReadonlyMap<string, Located>;
}

/** All files as they stand, parsed but not yet understood. */
export interface LoadedFiles {
  /** By file name, such as `pl`. */
  readonly markets: ReadonlyMap<string, Located>;
  readonly modules: ReadonlyMap<string, LoadedModule>;
  /** Those for all modules, by name. */
  readonly parts: ReadonlyMap<string, Located>;
  /** By market, then by the overridden file, such as `consumption/index.screen.json`. */
  readonly overrides: ReadonlyMap<string, ReadonlyMap<string, Located>>;
  /** By locale, then by namespace. */
  readonly locales: ReadonlyMap<string, ReadonlyMap<string, Located>>;
  /** What is no JSON: screens by id, and others by file name. */
  readonly unreadable: ReadonlySet<string>;
  readonly faults: readonly Fault[];
  readonly textFaults: readonly Fault[];
}

interface LoadingModule {
  readonly file?: Located;
  readonly screens: Map<string, Located>;
  readonly forms: Map<string, Located>;
  readonly parts: Map<string, Located>;
}

const maxFiles = 2000;
const layouts = [
  { kind: 'market', pattern: /^markets\/([a-z]+)\.json$/ },
  { kind: 'module', pattern: /^modules\/([a-z][a-z0-9-]*)\/module\.json$/ },
  { kind: 'screen', pattern: /^modules\/([a-z][a-z0-9-]*)\/([\w-]+)\.screen\.json$/ },
  { kind: 'form', pattern: /^modules\/([a-z][a-z0-9-]*)\/([\w-]+)\.form\.json$/ },
  { kind: 'part', pattern: /^modules\/([a-z][a-z0-9-]*)\/([\w-]+)\.part\.json$/ },
  { kind: 'shared', pattern: /^(parts)\/([\w-]+)\.part\.json$/ },
  {
    kind: 'override',
    pattern:
      /^overrides\/([a-z]+)\/([a-z][a-z0-9-]*\/(?:module|[\w-]+\.(?:screen|form|part))\.json)$/,
  },
  // What somebody has looked at and accepted; not a manifest.
  { kind: 'schema', pattern: /^accepted\.json$/ },
  { kind: 'schema', pattern: /^schema\/[\w./-]+\.json$/ },
] as const;
const expectedPlaces = [
  'markets/<market>.json',
  'modules/<module>/module.json',
  'modules/<module>/<name>.screen.json',
  'modules/<module>/<name>.form.json',
  'modules/<module>/<name>.part.json',
  'parts/<name>.part.json',
  'overrides/<market>/<module>/module.json',
  'overrides/<market>/<module>/<name>.screen.json',
  'overrides/<market>/<module>/<name>.form.json',
  'overrides/<market>/<module>/<name>.part.json',
];

/** Reads manifests and texts. Faults are collected; throws only when a directory can't be read. */
export async function loadFiles(directories: ManifestDirectories): Promise<LoadedFiles> {
  const [manifests, texts] = await Promise.all([
    loadManifests(directories.manifestsDirectory),
    loadTexts(directories.localesDirectory),
  ]);
  return { ...manifests, ...texts };
}

async function loadManifests(
  directory: string,
): Promise<Omit<LoadedFiles, 'locales' | 'textFaults'>> {
  const faults: Fault[] = [];
  const markets = new Map<string, Located>();
  const modules = new Map<string, LoadingModule>();
  const parts = new Map<string, Located>();
  const overrides = new Map<string, Map<string, Located>>();
  const unreadable = new Set<string>();

  for (const file of migrateAll(await readTree(directory, faults))) {
    const match = matchPlace(file.place);
    if (!match || match.kind === 'schema') {
      faults.push(misplaced(file));
      continue;
    }
    const { kind, first, second } = match;
    const located = parseLocated({ name: file.name, text: file.text }, faults);
    if (!located) {
      unreadable.add(kind === 'screen' ? `${first}.${second}` : file.name);
    } else if (kind === 'market') {
      markets.set(first, located);
    } else if (kind === 'shared') {
      parts.set(second, located);
    } else if (kind === 'override') {
      getOrMake(overrides, first, () => new Map<string, Located>()).set(second, located);
    } else {
      const module = getOrMake<string, LoadingModule>(modules, first, () => ({
        screens: new Map(),
        forms: new Map(),
        parts: new Map(),
      }));
      if (kind === 'module') modules.set(first, { ...module, file: located });
      else module[`${kind}s`].set(second, located);
    }
  }
  return { markets, modules, parts, overrides, unreadable, faults };
}

async function loadTexts(directory: string): Promise<Pick<LoadedFiles, 'locales' | 'textFaults'>> {
  const textFaults: Fault[] = [];
  const locales = new Map<string, Map<string, Located>>();
  for (const { name, place, text } of await readTree(directory, textFaults)) {
    const [, locale = '', namespace = ''] = /^(\w+)\/([\w-]+)\.json$/.exec(place) ?? [];
    const located = locale && parseLocated({ name, text }, textFaults);
    if (located) getOrMake(locales, locale, () => new Map()).set(namespace, located);
  }
  return { locales, textFaults };
}

/** Without the schemas, in the newest version of the language. The checks complain of those from the future. */
function migrateAll(files: readonly ReadFile[]): ReadFile[] {
  const manifests = files.filter(({ place }) => matchPlace(place)?.kind !== 'schema');
  const migrated = migrateTexts(new Map(manifests.map(({ place, text }) => [place, text])));
  return manifests.map((file) => {
    const result = migrated.get(file.place);
    return result && 'text' in result ? { ...file, text: result.text } : file;
  });
}

function misplaced({ name, place, text }: ReadFile): Fault {
  const first = place.split('/')[0];
  const suggestion = suggest(first, ['markets', 'modules', 'overrides', 'parts', 'schema']);
  const message = `expected one of ${expectedPlaces.join(', ')}, found ${place}${suggestion}`;
  return { file: { name, text }, offset: 0, path: '', message };
}

function matchPlace(place: string) {
  for (const { kind, pattern } of layouts) {
    const groups = pattern.exec(place);
    if (groups) return { kind, first: groups[1] ?? '', second: groups[2] ?? '' };
  }
  return undefined;
}

interface ReadFile {
  /** As faults show it: with the name of the directory that was read. */
  readonly name: string;
  readonly place: string;
  readonly text: string;
}

async function readTree(directory: string, faults: Fault[]): Promise<ReadFile[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  // Neither links nor what editors leave behind.
  const files = entries
    .filter((entry) => entry.isFile() && /^[^.].*\.json$/.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .toSorted();
  const base = path.basename(path.resolve(directory));
  if (files.length > maxFiles) {
    const message = `expected at most ${maxFiles} files, found ${files.length}`;
    faults.push({ file: { name: base, text: '' }, offset: 0, path: '', message });
    return [];
  }
  return Promise.all(
    files.map(async (file) => {
      const place = path.relative(directory, file).split(path.sep).join('/');
      return { name: `${base}/${place}`, place, text: await readFile(file, 'utf8') };
    }),
  );
}

function getOrMake<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}
