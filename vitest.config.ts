import { globSync, readFileSync } from 'node:fs';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { baseMapPlugin } from './renderer/build/baseMapPlugin.ts';
import { responseChecksPlugin } from './renderer/build/responseChecksPlugin.ts';
import { emptyLoopsPlugin } from './tests/support/emptyLoopsPlugin.ts';
import { patience } from './tests/support/patience.ts';

/** Undefined: tests have embedded databases (tests/support/database.ts). */
const serverUrl = process.env.TEST_DATABASE_URL || undefined;

/**
 * What a test changes or measures of its whole process, or says so: such a file has a process of its
 * own. All others share two, in which a module is loaded once and not once per file.
 */
const needsOwnProcess =
  /\bvi\.(mock|doMock|resetModules|stubEnv)\(|\bprocess\.(chdir\(|memoryUsage\(|env\.\w+ =)|\/\/ own process:/;
const tests = globSync('tests/**/*.test.{ts,tsx}');
const alone = tests.filter((file) => needsOwnProcess.test(readFileSync(file, 'utf8')));

/** What is about the embedded database: these run on it as well where the others have a server. */
const aboutEmbedded = [
  'tests/server/{changes,cli,database,jobs}/**/*.test.ts',
  'tests/server/features/*/kill.test.ts',
  'tests/server/http/isolation/*.test.ts',
  'tests/server/imports/*.test.ts',
  'tests/server/metering/*.test.ts',
];

const plugins = [responseChecksPlugin(), emptyLoopsPlugin()];
const pagePlugins = [react(), baseMapPlugin(), ...plugins];
const pages = 'tests/renderer/**/*.test.tsx';
const guides = 'tests/docs/**/*.test.ts';
const pageSetup = ['tests/renderer/support/pages.ts'];

export default defineConfig({
  test: {
    pool: 'forks',
    maxWorkers: 2,
    // A test that expects nothing can't fail.
    expect: { requireAssertions: true, poll: { timeout: patience } },
    setupFiles: ['tests/support/sharedProcess.ts', 'tests/support/patientWaits.ts'],
    // Only what hangs is stopped: a machine that does other things too takes its time.
    testTimeout: 60_000,
    hookTimeout: 240_000,
    projects: [
      {
        extends: true,
        plugins,
        test: {
          name: 'node',
          include: ['tests/**/*.test.ts'],
          exclude: [...alone, guides],
          // A process per file keeps a crashing WebAssembly database away from the other files.
          isolate: serverUrl === undefined,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        plugins: pagePlugins,
        test: {
          name: 'pages',
          environment: 'jsdom',
          include: [pages],
          exclude: alone,
          isolate: false,
          setupFiles: pageSetup,
          sequence: { groupOrder: 2 },
        },
      },
      {
        extends: true,
        plugins: pagePlugins,
        test: {
          name: 'alone',
          include: alone.filter((file) => file.endsWith('.ts')),
          sequence: { groupOrder: 3 },
        },
      },
      {
        extends: true,
        plugins: pagePlugins,
        test: {
          name: 'pages alone',
          environment: 'jsdom',
          include: alone.filter((file) => file.endsWith('.tsx')),
          setupFiles: pageSetup,
          sequence: { groupOrder: 3 },
        },
      },
      {
        extends: true,
        plugins,
        test: {
          name: 'embedded',
          include: serverUrl === undefined ? [] : aboutEmbedded,
          env: { TEST_DATABASE_URL: '', TEST_SUPERUSER_URL: '' },
          sequence: { groupOrder: 3 },
        },
      },
      {
        extends: true,
        plugins,
        test: { name: 'guides', include: [guides], sequence: { groupOrder: 4 } },
      },
    ],
  },
});
