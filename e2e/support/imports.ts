import { execFileSync } from 'node:child_process';

/** Imports a file as an operator does: the command works through the portal of the journeys. */
export function runImport(file: string): string {
  const { E2E_DATA_DIR: DATA_DIR = '' } = process.env;
  try {
    return execFileSync(
      process.execPath,
      ['server/cli/main.ts', 'import', '--country', 'PL', file],
      {
        encoding: 'utf8',
        // Looking for styles builds something here, which leaves `production` behind.
        env: { ...process.env, NODE_ENV: '', DATA_DIR },
      },
    );
  } catch (error) {
    const { status, stdout } = error as { status?: number; stdout?: string };
    // Some lines were rejected.
    if (status === 1 && stdout) return stdout;
    throw error;
  }
}
