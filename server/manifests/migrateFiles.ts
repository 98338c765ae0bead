import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { compareText } from './faults.ts';
import { type Migration, migrateText } from './migrations.ts';

export interface FileMigration {
  /** Below the manifests' directory. */
  readonly name: string;
  readonly file: string;
  readonly from?: number;
  readonly to?: number;
  readonly text?: string;
  readonly fault?: string;
}

/** Every manifest file as it would be in the newest version. */
export async function listMigrations(
  directory: string,
  steps?: readonly Migration[],
): Promise<FileMigration[]> {
  const names = await readdir(directory, { recursive: true });
  const manifests = names
    .map((name) => name.split(path.sep).join('/'))
    .filter((name) => name.endsWith('.json') && !name.startsWith('schema/'))
    .toSorted(compareText);
  return Promise.all(
    manifests.map(async (name) => {
      const file = path.join(directory, name);
      const text = await readFile(file, 'utf8');
      return { name, file, ...migrateText(text, kindOf(name), steps) };
    }),
  );
}

/** What a file is, by its place. */
export function kindOf(name: string): Parameters<Migration>[0]['kind'] {
  if (name.startsWith('markets/')) return 'market';
  if (name.startsWith('overrides/')) return 'override';
  if (name.endsWith('.form.json')) return 'form';
  return name.endsWith('/module.json') ? 'module' : 'screen';
}
