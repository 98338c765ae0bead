import { keepStartingAnew } from './links.ts';
import { orderModules } from './orderModules.ts';
import { type Base, rewriteFile } from './toVersion2.ts';
import { type JsonObject, printFile, readJson, type WrittenFile } from './writtenJson.ts';

/** A manifest file with the version that it is written in, which a step may find already done. */
export interface VersionedText {
  readonly text: string;
  readonly version: number;
}

/** By place below the manifests' directory. */
export type VersionedTexts = ReadonlyMap<string, VersionedText>;

/**
 * From version 1 to 2: the file's order is the order on the screen, a screen is a page, conditions
 * and defaults are short, what readers of a table can do is a list. Files of version 2 are looked at,
 * and stay as they are. Answers the texts of the others.
 */
export function toVersion2(files: VersionedTexts): Map<string, string> {
  const bases = readAll(files);
  const written = readAll(files);
  const old = [...written].filter(([place]) => files.get(place)?.version === 1);
  for (const [place, { root }] of old) {
    const kind = kindOf(place);
    if (kind) rewriteFile(kind, root, findBase(place, bases, files));
    if (kind === 'screen') keepStartingAnew(place, root, bases);
  }
  orderModules({
    modules: listModules(written, /^modules\/([^/]+)\/module\.json$/),
    markets: new Map(
      [...written].flatMap(([place, { root }]) => {
        const [, market] = /^markets\/([^/]+)\.json$/.exec(place) ?? [];
        const isOld = files.get(place)?.version === 1;
        return market === undefined ? [] : [[market, { file: root, isOld }] as const];
      }),
    ),
    overrides: listOverrides(written),
  });
  return new Map(old.map(([place, file]) => [place, printFile(file)]));
}

function readAll(files: VersionedTexts): Map<string, WrittenFile> {
  return new Map(
    [...files].flatMap(([place, { text }]) => {
      const file = readJson(text);
      return file ? [[place, file] as const] : [];
    }),
  );
}

function kindOf(place: string): 'screen' | 'form' | 'module' | undefined {
  if (place.endsWith('.screen.json')) return 'screen';
  if (place.endsWith('.form.json')) return 'form';
  return place.endsWith('/module.json') ? 'module' : undefined;
}

const overridePlace = /^overrides\/([^/]+)\/(.+)$/;

/** What an override is laid over, as it was. */
function findBase(
  place: string,
  bases: ReadonlyMap<string, WrittenFile>,
  files: VersionedTexts,
): Base | undefined {
  const [, , target] = overridePlace.exec(place) ?? [];
  const base = target === undefined ? undefined : bases.get(`modules/${target}`);
  const isNumbered = files.get(`modules/${target}`)?.version === 1;
  return base && { object: base.root, isNumbered };
}

function listModules(
  written: ReadonlyMap<string, WrittenFile>,
  pattern: RegExp,
): Map<string, JsonObject> {
  return new Map(
    [...written].flatMap(([place, { root }]) => {
      const [, id] = pattern.exec(place) ?? [];
      return id === undefined ? [] : [[id, root] as const];
    }),
  );
}

function listOverrides(
  written: ReadonlyMap<string, WrittenFile>,
): Map<string, Map<string, JsonObject>> {
  const markets = [...written.keys()].flatMap((place) => overridePlace.exec(place)?.[1] ?? []);
  return new Map(
    [...new Set(markets)].map((market) => {
      const pattern = new RegExp(`^overrides/${market}/([^/]+)/module\\.json$`);
      return [market, listModules(written, pattern)];
    }),
  );
}
