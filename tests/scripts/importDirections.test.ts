import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

/** What a file at `path` may and may not import; biome.json has to agree with every entry. */
const directions: { path: string; allowed: string[]; forbidden: string[] }[] = [
  {
    path: 'schemas/entities/device.ts',
    allowed: ['zod', './property.ts', '../accessRule.ts'],
    forbidden: ['hono', 'pg', 'react', 'node:fs', '../../server/app.ts', '../../renderer/main.tsx'],
  },
  {
    path: 'server/session.ts',
    allowed: [
      'node:fs',
      'pino',
      '../schemas/errors.ts',
      './errors.ts',
      '../locales/en/common.json',
    ],
    forbidden: ['react', '@blueprintjs/core', 'hono', 'hono/cors', 'pg', 'drizzle-orm/pg-core'],
  },
  {
    path: 'server/manifests/serve.ts',
    allowed: ['./load.ts', '../../manifests/markets/pl.json', '../../schemas/api/core.ts'],
    forbidden: ['../../renderer/core/api.ts', '@electric-sql/pglite', '@hono/node-server'],
  },
  {
    path: 'server/features/consumption/consumption.routes.ts',
    allowed: ['hono', 'hono/factory', './consumption.service.ts', './consumption.repository.ts'],
    forbidden: ['drizzle-orm', 'pg', 'react', '../../../renderer/main.tsx'],
  },
  {
    path: 'server/features/consumption/consumption.service.ts',
    allowed: ['./consumption.repository.ts', '../../errors.ts'],
    forbidden: ['./consumption.routes.ts', 'hono', 'drizzle-orm', 'react'],
  },
  {
    path: 'server/features/consumption/consumption.repository.ts',
    allowed: ['drizzle-orm', 'pg', '../../database/tables.ts'],
    forbidden: ['./consumption.service.ts', './consumption.routes.ts', 'hono', 'react'],
  },
  { path: 'server/app.ts', allowed: ['hono', '@hono/node-server'], forbidden: ['pg', 'react'] },
  { path: 'server/http/mount.ts', allowed: ['hono'], forbidden: ['drizzle-orm', 'react'] },
  {
    path: 'server/identity/embedded.ts',
    allowed: ['hono', 'drizzle-orm', 'oidc-provider'],
    forbidden: ['react', '../../renderer/main.tsx'],
  },
  {
    path: 'server/database/open.ts',
    allowed: ['pg', 'drizzle-orm/node-postgres', '@electric-sql/pglite'],
    forbidden: ['hono', 'react'],
  },
  { path: 'server/metering/store/rollups.ts', allowed: ['drizzle-orm'], forbidden: ['hono'] },
  {
    path: 'server/metering/buckets.ts',
    allowed: ['./store/rollups.ts'],
    forbidden: ['pg', 'hono'],
  },
  {
    path: 'server/imports/readings.ts',
    allowed: ['drizzle-orm', 'csv-parse'],
    forbidden: ['hono'],
  },
  {
    path: 'renderer/app/shell/Shell.tsx',
    allowed: [
      'react',
      '../../core/api.ts',
      '../../nodes/registry.ts',
      '../../../schemas/errors.ts',
    ],
    forbidden: [
      'hono',
      'pg',
      'node:fs',
      '../../../server/app.ts',
      '../../../manifests/markets/pl.json',
    ],
  },
  {
    path: 'renderer/core/RenderNode.tsx',
    allowed: ['react', './api.ts', '../../schemas/forms/login.ts', '../../locales/en/common.json'],
    forbidden: [
      '../nodes/registry.ts',
      '../nodes/map/MapNode.tsx',
      '../app/router.tsx',
      '../forms/a.tsx',
    ],
  },
  {
    path: 'renderer/forms/TextWidget.tsx',
    allowed: ['../core/i18n.ts', '@blueprintjs/core'],
    forbidden: ['../nodes/map/MapNode.tsx', '../app/router.tsx'],
  },
  {
    path: 'renderer/nodes/registry.ts',
    allowed: ['./map/MapNode.tsx', '../core/registry.ts', '../../schemas/manifest/node.ts'],
    forbidden: ['../app/router.tsx', '../../server/app.ts'],
  },
  {
    path: 'renderer/nodes/map/MapNode.tsx',
    allowed: [
      './clusters.ts',
      '../../core/api.ts',
      '../../forms/a.tsx',
      '../../../schemas/errors.ts',
    ],
    forbidden: [
      '../graph/GraphNode.tsx',
      '../registry.ts',
      '../../nodes/graph/GraphNode.tsx',
      '../../app/router.tsx',
      '../../../server/app.ts',
    ],
  },
  {
    path: 'renderer/nodes/table/cells/DateCell.tsx',
    allowed: ['./Cell.tsx', '../columns.ts', '../../../core/i18n.ts'],
    forbidden: ['../../graph/series.ts', '../../registry.ts', '../../../app/router.tsx'],
  },
  { path: 'renderer/build/baseMap.ts', allowed: ['node:fs', 'vite'], forbidden: ['hono'] },
  {
    path: 'tests/server/app.test.ts',
    allowed: ['hono', 'pg', '../../server/app.ts'],
    forbidden: [],
  },
];

const root = mkdtempSync(join(tmpdir(), 'meterhouse-lint-'));
const reported = new Set<string>();
const keyOf = (path: string, specifier: string) => `${path} ← ${specifier}`;

function writeSource(path: string, source: string) {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), source);
}

function runBiome() {
  const biome = resolve('node_modules/@biomejs/biome/bin/biome');
  const options = ['lint', '--reporter=json', '--max-diagnostics=none', '--vcs-enabled=false', '.'];
  const result = spawnSync(process.execPath, [biome, ...options], { cwd: root, encoding: 'utf8' });
  if (!result.stdout.startsWith('{')) {
    throw new Error(`Biome did not lint the examples:\n${result.stdout}${result.stderr}`);
  }
  return JSON.parse(result.stdout) as {
    diagnostics: { category: string; location: { path: string; start: { line: number } } }[];
  };
}

beforeAll(() => {
  copyFileSync('biome.json', join(root, 'biome.json'));
  for (const { path, allowed, forbidden } of directions) {
    const lines = [...allowed, ...forbidden].map((specifier) => `import '${specifier}';`);
    writeSource(path, `${lines.join('\n')}\n`);
  }
  for (const folder of ['server', 'renderer/app', 'schemas', 'server/cli', 'scripts', 'bench']) {
    writeSource(`${folder}/speaks.ts`, "console.log('said');\n");
  }
  for (const { category, location } of runBiome().diagnostics) {
    if (category === 'lint/suspicious/noConsole') reported.add(location.path);
    if (category !== 'lint/style/noRestrictedImports') continue;
    const example = directions.find(({ path }) => path === location.path);
    const specifiers = [...(example?.allowed ?? []), ...(example?.forbidden ?? [])];
    reported.add(keyOf(location.path, specifiers[location.start.line - 1] ?? '?'));
  }
}, 60_000);

afterAll(() => rmSync(root, { recursive: true, force: true }));

test.each(directions)('$path imports in the allowed directions only', (example) => {
  const faults = [...reported].filter((key) => key.startsWith(`${example.path} ← `));
  expect(faults.sort()).toEqual(
    example.forbidden.map((specifier) => keyOf(example.path, specifier)).sort(),
  );
});

test.each([
  ['server', true],
  ['renderer/app', true],
  ['schemas', true],
  ['server/cli', false],
  ['scripts', false],
  ['bench', false],
])('console in %s is a fault: %s', (folder, isFault) => {
  expect(reported.has(`${folder}/speaks.ts`)).toBe(isFault);
});
