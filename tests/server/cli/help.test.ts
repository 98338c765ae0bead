import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const run = (args: readonly string[], dataDirectory: string) =>
  promisify(execFile)(process.execPath, ['server/cli/main.ts', ...args], {
    env: { ...process.env, DATA_DIR: dataDirectory, DATABASE_URL: '' },
  }).catch((error: { stdout: string; stderr: string }) => error);

test('a command that is asked how it is called says that, and does nothing', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'help-'));
  const asked = [
    ['work', '--help'],
    ['token', '-h'],
    ['import', '--help'],
  ];
  const answers = await Promise.all(asked.map((args) => run(args, folder)));
  expect(answers.map(({ stdout }) => stdout.split(' ').slice(0, 5).join(' ').trim())).toEqual([
    ...['npm run portal -- work', 'npm run portal -- token', 'npm run portal -- import'],
  ]);
  expect(answers[2]?.stdout).toContain('--column "WORD=COLUMN"');
  expect(readdirSync(folder)).toEqual([]);
});
