import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

interface Rule {
  /** Edges that there must not be: `file → file` or `file → package`, each from the root. */
  readonly never: RegExp;
  readonly why: string;
  /** One of those edges. */
  readonly as: string;
}

const react =
  '(react|react-dom|react-router-dom|react-i18next|react-leaflet|@blueprintjs|@tanstack)(/|$)';
const hono = '(@?hono)(/|$)';
const sql = '(drizzle-orm|pg|@electric-sql)(/|$)';

/** The steps of the manifest compiler, in their order. */
const steps = [
  'ground/',
  'read/',
  'layer/',
  'expand/',
  'check/',
  'session/',
  'pipeline\\.ts',
  'serve/',
].map((step) => `server/manifests/${step}`);

/** Who may not import what. Everything else may. */
const rules: readonly Rule[] = [
  {
    never: /^schemas\/.* → (?!schemas\/|zod$|re2js$)/,
    why: 'schemas/ imports zod, re2js and its own files: both sides read it, and it does no I/O.',
    as: 'schemas/entities/device.ts → node:fs',
  },
  {
    never: /^server\/.* → renderer\//,
    why: 'Server and renderer meet in schemas/: move what both need there.',
    as: 'server/app.ts → renderer/main.tsx',
  },
  {
    never: new RegExp(`^(?!renderer/|bench/(render|interact)/|bench/Surroundings).* → ${react}`),
    why: 'React belongs to renderer/.',
    as: 'server/manifests/serve/serve.ts → @blueprintjs/core',
  },
  {
    never: new RegExp(
      `^server/(?!(app|serve)\\.ts|http/|identity/|features/.*\\.routes\\.ts).* → ${hono}`,
    ),
    why: 'Only routes, app.ts, serve.ts, http/ and identity/ see Hono: hand the others plain values.',
    as: 'server/features/period/period.service.ts → hono/cors',
  },
  {
    never: new RegExp(
      `^server/(?!database/|identity/|imports/|metering/store/|.*\\.repository\\.ts).* → ${sql}`,
    ),
    why: 'Only repositories, database/ and what writes readings see SQL: put it into a *.repository.ts.',
    as: 'server/features/period/period.routes.ts → drizzle-orm',
  },
  {
    never: /^server\/.*\.service\.ts → .*\.routes\.ts$/,
    why: 'Imports go routes → service → repository: move what is needed downwards.',
    as: 'server/features/a/a.service.ts → server/features/a/a.routes.ts',
  },
  {
    never: /^server\/.*\.repository\.ts → .*\.(routes|service)\.ts$/,
    why: 'Imports go routes → service → repository: move what is needed downwards.',
    as: 'server/features/a/a.repository.ts → server/features/a/a.service.ts',
  },
  {
    never: new RegExp(`^renderer/.* → (server/|manifests/|${hono}|${sql})`),
    why: 'The renderer knows the server by schemas/api: neither its code nor the manifests.',
    as: 'renderer/app/shell/Shell.tsx → server/app.ts',
  },
  {
    never: /^renderer\/(?!build\/).* → node:/,
    why: 'renderer/ runs in a browser: Node’s modules belong to server/, scripts/ or renderer/build/.',
    as: 'renderer/core/api.ts → node:fs',
  },
  {
    never: /^renderer\/core\/.* → renderer\/(app|nodes|forms)\//,
    why: 'core/ stands on schemas/ alone: take it as a prop, or move it to core/.',
    as: 'renderer/core/RenderNode.tsx → renderer/nodes/registry.ts',
  },
  {
    never: /^renderer\/((forms|build)\/.* → renderer\/(app|nodes)|nodes\/.* → renderer\/app)\//,
    why: 'Imports go app → nodes → forms → core: take it as a prop, or move it to core/.',
    as: 'renderer/forms/TextWidget.tsx → renderer/nodes/map/MapNode.tsx',
  },
  {
    never: /^renderer\/nodes\/([^/]+)\/.* → renderer\/nodes\/(?!\1\/)/,
    why: 'Nodes never import each other nor their registry: children go through RenderNode.',
    as: 'renderer/nodes/table/cells/DateCell.tsx → renderer/nodes/graph/series.ts',
  },
  {
    never: new RegExp(
      steps
        .slice(0, -1)
        .map((step, at) => `^${step}.* → (${steps.slice(at + 1).join('|')})`)
        .join('|'),
    ),
    why: 'A step of the manifest compiler imports those before it: see server/manifests/README.md.',
    as: 'server/manifests/read/texts.ts → server/manifests/session/manifestSet.ts',
  },
  {
    never: /^server\/(manifests\/.* → server\/manifestTools|forms\/.* → server\/manifests)\//,
    why: 'Tools look at what the compiler makes, and it uses forms/: never the other way round.',
    as: 'server/manifests/serve/service.ts → server/manifestTools/explainSubject.ts',
  },
  {
    never: /^server\/(manifests|reports)\/.* → server\/features\//,
    why: 'Features stand on the manifests and on what reports are: move what both need downwards.',
    as: 'server/manifests/check/checkForm.ts → server/features/report/calendar.ts',
  },
];

const importing =
  /^import '([^']+)'|^(?:import|export)\b[^'";=(]*?\bfrom '([^']+)'|\bimport\('([^']+)'\)/gm;

/** What a source imports, by itself, lazily or as a type. */
function listImports(source: string): string[] {
  return [...source.matchAll(importing)].map(([, ...found]) => found.join(''));
}

function* listEdges() {
  for (const file of globSync('{schemas,server,renderer,scripts,bench}/**/*.{ts,tsx,mjs}')) {
    for (const name of listImports(readFileSync(file, 'utf8'))) {
      const isFile = name.startsWith('.');
      yield `${file} → ${isFile ? path.posix.join(path.posix.dirname(file), name) : name}`;
    }
  }
}
const edges = [...listEdges()];

test.each(rules)('$why', ({ never, as }) => {
  expect(edges.filter((edge) => never.test(edge))).toEqual([]);
  expect(as, 'the rule itself').toMatch(never);
});

/** Files from which imports lead back to themselves: those left when who imports none of them has gone. */
function findCircles(among: readonly string[]): string[] {
  let left = among.map((edge) => edge.split(' → ') as [string, string]);
  for (;;) {
    const importers = new Set(left.map(([from]) => from));
    const next = left.filter(([, to]) => importers.has(to));
    if (next.length === left.length) return [...importers].toSorted();
    left = next;
  }
}

test('the manifest compiler and its tools import in no circle', () => {
  const own = edges.filter((edge) => /^server\/(manifest|forms)/.test(edge));
  expect(findCircles(own)).toEqual([]);
  expect(findCircles(['a → b', 'b → c', 'c → b', 'c → d'])).toEqual(['a', 'b', 'c']);
});

test('all ways to import are found', () => {
  const source = `import a from 'a';\nimport {\n  b,\n  type C,\n} from './b.ts';\nimport 'd';
export { e } from 'e';\nexport const no = 'no';\nimport type { F } from 'f';\nconst g = () => import('g');\nlet h: import('h').H;`;
  expect(listImports(source)).toEqual(['a', './b.ts', 'd', 'e', 'f', 'g', 'h']);
  expect(edges.length).toBeGreaterThan(5000);
});
