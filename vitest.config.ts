import { globSync, readFileSync } from 'node:fs';
import { availableParallelism, totalmem } from 'node:os';
import react from '@vitejs/plugin-react';
import type { PluginOption } from 'vite';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { baseMapPlugin } from './renderer/build/baseMapPlugin.ts';
import { operationsPlugin } from './renderer/build/operationsPlugin.ts';
import { isLongRun } from './scripts/testing/seed.mjs';
import { emptyLoopsPlugin } from './tests/support/emptyLoopsPlugin.ts';
import { imports } from './tests/support/imports.ts';
import { patience } from './tests/support/patience.ts';

/** Undefined: tests have embedded databases (tests/support/database.ts). */
const serverUrl = process.env.TEST_DATABASE_URL || undefined;

/**
 * What a test changes or measures of its whole process, or says so: such a file has a process of its
 * own. All others share a few, in which a module is loaded once and not once per file.
 */
const needsOwnProcess =
  /\bvi\.(mock|doMock|resetModules|stubEnv)\(|\bprocess\.(chdir\(|memoryUsage\b|env\.\w+ =)|\/\/ own process:/;
const tests = globSync('tests/**/*.test.{ts,tsx}');
const alone = tests.filter((file) => needsOwnProcess.test(readFileSync(file, 'utf8')));

/** Hostile files are about what is read, whichever database takes it: once, unless a run is long. */
const aboutFiles = isLongRun() ? [] : globSync('tests/server/imports/{hostile,fuzz}.test.ts');

/**
 * One more than processors: with a server a test waits for its database a third of the time. A
 * process grows to three gigabytes.
 */
const workers = Math.max(
  2,
  Math.min(
    availableParallelism() + (serverUrl === undefined ? 0 : 1),
    Math.floor(totalmem() / 4e9),
  ),
);

/** What is about the embedded database: these run on it as well where the others have a server. */
const aboutEmbedded = globSync([
  'tests/server/{changes,cli,database,jobs}/**/*.test.ts',
  'tests/server/features/*/kill.test.ts',
  'tests/server/http/isolation/{isolation,rowSecurityAlone}.test.ts',
  'tests/server/imports/*.test.ts',
  'tests/server/metering/*.test.ts',
]).filter((file) => imports(file, 'tests/support/database.ts') && !aboutFiles.includes(file));

/** What kills processes and looks at what is left: on a server only in a long run. */
const killing = globSync('tests/server/features/*/kill.test.ts');
const isKilledOnce = serverUrl !== undefined && !isLongRun();

/** Files that have processes of their own, and files that share processes. */
const own = { exclude: tests.filter((file) => !alone.includes(file)) };
const shared = { exclude: alone, isolate: false };

const plugins = [operationsPlugin(), emptyLoopsPlugin()];
const pagePlugins = [react(), baseMapPlugin(), ...plugins];
const pages = {
  environment: 'jsdom',
  include: ['tests/renderer/**/*.test.tsx'],
  setupFiles: ['tests/renderer/support/pages.ts'],
};
const guides = ['tests/docs/**/*.test.ts'];
const embedded = {
  include: serverUrl === undefined ? [] : aboutEmbedded,
  env: { TEST_DATABASE_URL: '', TEST_SUPERUSER_URL: '', TEST_ALSO_ON_SERVER: '1' },
};

/** A process is kept while files of the same project come: vitest takes project after project. */
function project(name: string, uses: PluginOption[], test: object): TestProjectInlineConfiguration {
  return { extends: true, plugins: uses, test: { ...test, name } };
}

export default defineConfig({
  test: {
    pool: 'forks',
    maxWorkers: workers,
    // A test that expects nothing can't fail.
    expect: { requireAssertions: true, poll: { timeout: patience } },
    setupFiles: ['tests/support/sharedProcess.ts', 'tests/support/patientWaits.ts'],
    // Only what hangs is stopped: a machine that does other things too takes its time.
    testTimeout: 60_000,
    hookTimeout: 240_000,
    projects: [
      project('node', plugins, {
        include: ['tests/**/*.test.ts'],
        exclude: [...alone, ...guides, ...(isKilledOnce ? killing : [])],
        // A process per file keeps a crashing WebAssembly database away from the other files.
        isolate: serverUrl === undefined,
      }),
      project('node alone', plugins, { include: ['tests/**/*.test.ts'], ...own }),
      project('embedded', plugins, { ...embedded, ...shared }),
      project('embedded alone', plugins, { ...embedded, ...own }),
      project('pages', pagePlugins, { ...pages, ...shared }),
      project('pages alone', pagePlugins, { ...pages, ...own }),
      project('guides', plugins, { include: guides }),
    ],
  },
});
