import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { baseMapPlugin } from './renderer/build/baseMapPlugin.ts';
import { responseChecksPlugin } from './renderer/build/responseChecksPlugin.ts';
import { emptyLoopsPlugin } from './tests/support/emptyLoopsPlugin.ts';
import { patience } from './tests/support/patience.ts';

export default defineConfig({
  test: {
    // A process per file keeps a crashing WebAssembly database away from the other files.
    pool: 'forks',
    maxWorkers: 2,
    // A test that expects nothing can't fail.
    expect: { requireAssertions: true, poll: { timeout: patience } },
    setupFiles: ['tests/support/patientWaits.ts'],
    // Only what hangs is stopped: a machine that does other things too takes its time.
    testTimeout: 60_000,
    hookTimeout: 240_000,
    projects: [
      {
        extends: true,
        plugins: [responseChecksPlugin(), emptyLoopsPlugin()],
        test: { name: 'node', environment: 'node', include: ['tests/**/*.test.ts'] },
      },
      {
        extends: true,
        plugins: [react(), baseMapPlugin(), responseChecksPlugin(), emptyLoopsPlugin()],
        test: {
          name: 'jsdom',
          environment: 'jsdom',
          include: ['tests/renderer/**/*.test.tsx'],
          setupFiles: ['tests/renderer/support/patientQueries.ts'],
        },
      },
    ],
  },
});
