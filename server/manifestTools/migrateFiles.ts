import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { compareText } from '../manifests/ground/faults.ts';
import { type Migration, migrateTexts } from '../manifests/read/migrations.ts';

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
  const texts = new Map(
    await Promise.all(
      manifests.map(async (name): Promise<[string, string]> => {
        return [name, await readFile(path.join(directory, name), 'utf8')];
      }),
    ),
  );
  const migrated = migrateTexts(texts, steps);
  return manifests.map((name) => ({
    name,
    file: path.join(directory, name),
    ...migrated.get(name),
  }));
}
