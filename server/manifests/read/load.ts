import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { type Fault, type SourceFile, suggest } from '../ground/faults.ts';
import { type Located, parseLocated } from '../ground/located.ts';
import { migrateTexts } from './migrations.ts';
import { repeatFiles } from './repeatFiles.ts';

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
  readonly presets: ReadonlyMap<string, Located>;
}

/** All files as they stand, parsed but not yet understood. */
export interface LoadedFiles {
  /** By file name, such as `pl`. */
  readonly markets: ReadonlyMap<string, Located>;
  readonly modules: ReadonlyMap<string, LoadedModule>;
  /** How files of each origin are imported, by name. */
  readonly importSources: ReadonlyMap<string, Located>;
  /** Those for all modules, by name. */
  readonly parts: ReadonlyMap<string, Located>;
  /** By market, then by the overridden file, such as `consumption/index.screen.json`. */
  readonly overrides: ReadonlyMap<string, ReadonlyMap<string, Located>>;
  /** By locale, then by namespace. */
  readonly locales: ReadonlyMap<string, ReadonlyMap<string, Located>>;
  /** What is no JSON: screens by id, and others by file name. */
  readonly unreadable: ReadonlySet<string>;
  /** The namespaces of English texts that are no JSON. */
  readonly unreadTexts: ReadonlySet<string>;
  /** Texts in Markdown, by locale and then by <module>.<name>. */
  readonly articles: ReadonlyMap<string, ReadonlyMap<string, SourceFile>>;
  readonly faults: readonly Fault[];
  readonly textFaults: readonly Fault[];
}

interface LoadingModule {
  readonly file?: Located;
  readonly screens: Map<string, Located>;
  readonly forms: Map<string, Located>;
  readonly parts: Map<string, Located>;
  readonly presets: Map<string, Located>;
}

const maxFiles = 2000;
const articlePlace = /^modules\/([a-z][a-z0-9-]*)\/articles\/([a-z][\w-]*)\.([a-z]+)\.md$/;
const layouts = [
  { kind: 'market', pattern: /^markets\/([a-z]+)\.json$/ },
  { kind: 'module', pattern: /^modules\/([a-z][a-z0-9-]*)\/module\.json$/ },
  { kind: 'screen', pattern: /^modules\/([a-z][a-z0-9-]*)\/([\w-]+)\.screen\.json$/ },
  { kind: 'form', pattern: /^modules\/([a-z][a-z0-9-]*)\/([\w-]+)\.form\.json$/ },
  { kind: 'part', pattern: /^modules\/([a-z][a-z0-9-]*)\/([\w-]+)\.part\.json$/ },
  { kind: 'preset', pattern: /^modules\/([a-z][a-z0-9-]*)\/presets\/([\w-]+)\.json$/ },
  { kind: 'importSource', pattern: /^(imports)\/sources\/([\w-]+)\.json$/ },
  { kind: 'shared', pattern: /^(parts)\/([\w-]+)\.part\.json$/ },
  {
    kind: 'override',
    pattern:
      /^overrides\/([a-z]+)\/([a-z][a-z0-9-]*\/(?:module|[\w-]+\.(?:screen|form|part)|presets\/[\w-]+)\.json)$/,
  },
] as const;
/** What editors are told, and what somebody has looked at and accepted: no manifests. */
const besides = /^(schema\/[\w./-]+|accepted)\.json$/;
const expectedPlaces = [
  'markets/<market>.json',
  'modules/<module>/module.json',
  'modules/<module>/<name>.screen.json',
  'modules/<module>/<name>.form.json',
  'modules/<module>/<name>.part.json',
  'modules/<module>/presets/<name>.json',
  'modules/<module>/articles/<name>.<locale>.md',
  'parts/<name>.part.json',
  'imports/sources/<name>.json',
  'overrides/<market>/<module>/module.json',
  'overrides/<market>/<module>/<name>.screen.json',
  'overrides/<market>/<module>/<name>.form.json',
  'overrides/<market>/<module>/<name>.part.json',
  'overrides/<market>/<module>/presets/<name>.json',
];

/** The files as they were read, by the names that faults show. */
export type Sources = ReadonlyMap<string, SourceText>;

export interface SourceText extends SourceFile {
  /** Below its directory. */
  readonly place: string;
  readonly kind: 'manifest' | 'text';
  /** Why it could not be read; it has no text then. */
  readonly unread?: string;
}

/** Reads manifests and texts. Faults are collected; throws only when a directory can't be read. */
export async function loadFiles(directories: ManifestDirectories): Promise<LoadedFiles> {
  return parseSources(await readSources(directories));
}

/** Reads what there is, without looking at it. Throws when a directory can't be read. */
export async function readSources(directories: ManifestDirectories): Promise<Sources> {
  const [manifests, texts] = await Promise.all([
    readTree(directories.manifestsDirectory, 'manifest'),
    readTree(directories.localesDirectory, 'text'),
  ]);
  return new Map([...manifests, ...texts].map((source) => [source.name, source]));
}

export function parseSources(sources: Sources): LoadedFiles {
  const files = [...sources.values()];
  const isMarkdown = ({ place }: SourceText) => place.endsWith('.md');
  const manifests = files.filter(({ kind, place }) => kind === 'manifest' && !besides.test(place));
  const { articles, faults } = readArticles(manifests.filter(isMarkdown));
  const parsed = parseManifests(manifests.filter((file) => !isMarkdown(file)));
  return {
    ...parsed,
    articles,
    faults: [...parsed.faults, ...faults],
    ...parseTexts(files.filter(({ kind }) => kind === 'text')),
  };
}

/** Whether a file is no module's. */
function isForAll(kind: (typeof layouts)[number]['kind']): kind is 'shared' | 'importSource' {
  return kind === 'shared' || kind === 'importSource';
}

/** What they say is checked with the texts. */
function readArticles(files: readonly SourceText[]): Pick<LoadedFiles, 'articles' | 'faults'> {
  const faults: Fault[] = [];
  const articles = new Map<string, Map<string, SourceFile>>();
  for (const file of files) {
    const [, module, name, locale] = articlePlace.exec(file.place) ?? [];
    if (module === undefined || locale === undefined || file.unread !== undefined) {
      faults.push(misplaced(file));
      continue;
    }
    const { name: fileName, text } = file;
    getOrMake(articles, locale, () => new Map<string, SourceFile>()).set(`${module}.${name}`, {
      name: fileName,
      text,
    });
  }
  return { articles, faults };
}

function parseManifests(
  files: readonly SourceText[],
): Omit<LoadedFiles, keyof ReturnType<typeof parseTexts> | 'articles'> {
  const faults: Fault[] = [];
  const markets = new Map<string, Located>();
  const modules = new Map<string, LoadingModule>();
  const forAll = { shared: new Map<string, Located>(), importSource: new Map<string, Located>() };
  const overrides = new Map<string, Map<string, Located>>();
  const unreadable = new Set<string>();

  for (const file of migrateAll(files)) {
    const match = matchPlace(file.place);
    if (!match) {
      faults.push(misplaced(file));
      continue;
    }
    const { kind, first, second } = match;
    const located = parse(file, faults);
    if (!located) {
      unreadable.add(kind === 'screen' ? `${first}.${second}` : file.name);
    } else if (kind === 'market') {
      markets.set(first, located);
    } else if (isForAll(kind)) {
      forAll[kind].set(second, located);
    } else if (kind === 'override') {
      getOrMake(overrides, first, () => new Map<string, Located>()).set(second, located);
    } else {
      const module = getOrMake<string, LoadingModule>(modules, first, () => ({
        screens: new Map(),
        forms: new Map(),
        parts: new Map(),
        presets: new Map(),
      }));
      if (kind === 'module') modules.set(first, { ...module, file: located });
      else module[`${kind}s`].set(second, located);
    }
  }
  for (const [id, module] of modules) {
    const screens = repeatFiles('screen', module.screens, faults);
    modules.set(id, { ...module, screens, forms: repeatFiles('form', module.forms, faults) });
  }
  const { shared: parts, importSource: importSources } = forAll;
  return { markets, modules, parts, importSources, overrides, unreadable, faults };
}

function parseTexts(
  files: readonly SourceText[],
): Pick<LoadedFiles, 'locales' | 'textFaults' | 'unreadTexts'> {
  const textFaults: Fault[] = [];
  const unreadTexts = new Set<string>();
  const locales = new Map<string, Map<string, Located>>();
  for (const source of files) {
    const [, locale = '', namespace = ''] = /^(\w+)\/([\w-]+)\.json$/.exec(source.place) ?? [];
    const located = locale && parse(source, textFaults);
    if (located) getOrMake(locales, locale, () => new Map()).set(namespace, located);
    else if (locale === 'en') unreadTexts.add(namespace);
  }
  return { locales, textFaults, unreadTexts };
}

/** In the newest version of the language. The checks complain of those from the future. */
function migrateAll(files: readonly SourceText[]): SourceText[] {
  const migrated = migrateTexts(new Map(files.map(({ place, text }) => [place, text])));
  return files.map((file) => {
    const result = migrated.get(file.place);
    return result && 'text' in result ? { ...file, text: result.text } : file;
  });
}

/** By name, as they were last read without a fault: a saved file leaves the others as they are. */
const soundFiles = new Map<string, Located>();

/**
 * The same tree for the same text: what the compiler keeps of trees, such as that they fit their
 * schema, holds for it from one reading to the next.
 */
function parse({ name, text, unread }: SourceText, faults: Fault[]): Located | undefined {
  const file = { name, text };
  if (unread !== undefined) {
    faults.push({ file, offset: 0, path: '', message: unread });
    return undefined;
  }
  const known = soundFiles.get(name);
  if (known?.file.text === text) return known;
  const own: Fault[] = [];
  const located = parseLocated(file, own);
  faults.push(...own);
  if (located && own.length === 0) soundFiles.set(name, located);
  return located;
}

function misplaced({ name, place, text, unread }: SourceText): Fault {
  const file = { name, text };
  if (unread !== undefined) return { file, offset: 0, path: '', message: unread };
  const first = place.split('/')[0];
  const suggestion = suggest(first, [
    'imports',
    'markets',
    'modules',
    'overrides',
    'parts',
    'schema',
  ]);
  const message = `expected one of ${expectedPlaces.join(', ')}, found ${place}${suggestion}`;
  return { file, offset: 0, path: '', message };
}

function matchPlace(place: string) {
  for (const { kind, pattern } of layouts) {
    const groups = pattern.exec(place);
    if (groups) return { kind, first: groups[1] ?? '', second: groups[2] ?? '' };
  }
  return undefined;
}

async function readTree(directory: string, kind: SourceText['kind']): Promise<SourceText[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  // Neither links nor what editors leave behind.
  const files = entries
    .filter((entry) => entry.isFile() && /^[^.].*\.(json|md)$/.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .toSorted();
  const base = path.basename(path.resolve(directory));
  if (files.length > maxFiles) {
    const unread = `expected at most ${maxFiles} files, found ${files.length}`;
    return [{ name: base, place: base, kind, text: '', unread }];
  }
  const sources = await Promise.all(
    files.map(async (file): Promise<SourceText | undefined> => {
      const place = path.relative(directory, file).split(path.sep).join('/');
      const source = { name: `${base}/${place}`, place, kind };
      try {
        return { ...source, text: await readFile(file, 'utf8') };
      } catch (error) {
        const { code } = error as NodeJS.ErrnoException;
        // It went away since its folder was read.
        if (code === 'ENOENT') return undefined;
        return { ...source, text: '', unread: `the file can't be read (${code})` };
      }
    }),
  );
  return sources.filter((source) => source !== undefined);
}

function getOrMake<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}
