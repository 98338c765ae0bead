import {
  isObject,
  type Json,
  type JsonObject,
  memberOf,
  objectAt,
  readValue,
  setMember,
  type WrittenFile,
} from './writtenJson.ts';

/**
 * A link without parameters from a screen to itself made it start anew; parameters that come along
 * by their names would leave it as it is. Links to other screens are better off with them.
 */
export function keepStartingAnew(
  place: string,
  screen: JsonObject,
  files: ReadonlyMap<string, WrittenFile>,
): void {
  const [, module, name] = /([^/]+)\/([^/]+)\.screen\.json$/.exec(place) ?? [];
  const base = files.get(`modules/${module}/${name}.screen.json`);
  const query = objectAt(base?.root, 'query')?.members ?? [];
  const open = query.filter(({ value }) => readValue(memberOf(value, 'secret')?.value) !== true);
  const nothing = Object.fromEntries(open.map(({ key }) => [key, null]));
  const routes = listRoutes(`${module}.${name}`, files);
  if (open.length === 0) return;
  for (const link of listLinks(screen)) {
    if (routes.has(String(readValue(memberOf(link, 'route')?.value)))) {
      addLast(link, 'params', nothing);
    }
  }
}

/** The routes that show a screen. */
function listRoutes(id: string, files: ReadonlyMap<string, WrittenFile>): Set<string> {
  const routes = [...files]
    .filter(([place]) => place.endsWith('/module.json'))
    .flatMap(([, { root }]) => objectAt(root, 'routes')?.members ?? []);
  const showing = routes.filter(({ value }) => readValue(memberOf(value, 'screen')?.value) === id);
  return new Set(showing.map(({ key }) => key));
}

/** Links that give nothing: objects that have a route and nothing else. */
function listLinks(json: Json): JsonObject[] {
  if (json.kind === 'scalar') return [];
  const inner = json.members.flatMap(({ value }) => listLinks(value));
  const isBare = isObject(json) && json.members.length === 1 && memberOf(json, 'route');
  return isObject(json) && isBare ? [json, ...inner] : inner;
}

function addLast(link: JsonObject, key: string, value: unknown): void {
  setMember(link, key, value);
  link.members.push(...link.members.splice(0, 1));
}
