import { compareText, joinPath } from '../manifests/ground/faults.ts';
import type { Located } from '../manifests/ground/located.ts';

const layers = ['override', 'part', 'market', 'module'] as const;
type Layer = (typeof layers)[number];

/** `file:line:column (layer)`: where a value was written, and in which layer that is. */
export function placeOf({ file, offset }: Pick<Located, 'file' | 'offset'>): string {
  const before = file.text.slice(0, offset);
  const line = before.split('\n').length;
  const column = offset - before.lastIndexOf('\n');
  return `${file.name}:${line}:${column} (${layerOf(file.name)})`;
}

/** A place in another language than the tools': `say` names a layer. */
export function translatePlace(place: string, say: (layer: Layer, name: string) => string): string {
  const [, before, layer, name = ''] = /^(.*) \((\w+) ([\w.-]+)\)$/.exec(place) ?? [];
  const known = layers.find((one) => one === layer);
  return known ? `${before} (${say(known, name)})` : place;
}

/** Where a market's file says whether a module is on; of one that it doesn't name, where it would. */
export function placeOfSwitch(marketFile: Located, module: string): string | undefined {
  const modules = marketFile.entries?.get('modules')?.value;
  const entry = modules?.entries?.get(module);
  if (entry) return placeOf({ file: entry.keyFile, offset: entry.keyOffset });
  return modules && placeOf(modules);
}

/** The layer that a file belongs to: a market, an override or a module. */
export function layerOf(name: string): string {
  const [, override] = /overrides\/([a-z]+)\//.exec(name) ?? [];
  if (override) return `override ${override}`;
  const [, owner = 'parts', part] =
    /(?:modules\/([\w-]+)|parts)\/([\w-]+)\.part\.json$/.exec(name) ?? [];
  if (part) return `part ${owner}.${part}`;
  const [, market] = /markets\/([a-z]+)\.json$/.exec(name) ?? [];
  if (market) return `market ${market}`;
  const [, module] = /modules\/([\w-]+)\//.exec(name) ?? [];
  return module ? `module ${module}` : name;
}

/** Each value of a tree with its place, one line each, in the order of their paths. */
export function listProvenance(located: Located): string[] {
  const lines: [string, string][] = [];
  const visit = (one: Located, path: readonly PropertyKey[]) => {
    if (one.entries) {
      for (const [key, { value }] of one.entries) visit(value, [...path, key]);
    } else if (one.items) {
      for (const [at, item] of one.items.entries()) visit(item, [...path, at]);
    } else {
      lines.push([joinPath(path), `${JSON.stringify(one.scalar)}  ${placeOf(one)}`]);
    }
  };
  visit(located, []);
  return lines
    .toSorted(([one], [other]) => compareText(one, other))
    .map(([path, value]) => `${path} = ${value}`);
}
