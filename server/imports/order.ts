import type { Database } from '../database/open.ts';
import type { ImportKind } from './kinds.ts';
import { type FileOptions, openFile } from './openFile.ts';

/** What needs nothing of other files comes first, and what needs the most last. */
const ranks: Readonly<Record<ImportKind, number>> = {
  properties: 0,
  permission_packages: 0,
  billing_administrators: 0,
  temperatures: 0,
  tenants: 1,
  accounts: 1,
  devices: 2,
  areas: 2,
  billing_periods: 2,
  supply_facts: 2,
  property_access: 2,
  installations: 3,
  virtual_meters: 3,
  readings: 4,
  wide: 4,
  volumes: 4,
  telegrams: 4,
  device_errors: 5,
  corrections: 5,
};

/**
 * Files of one delivery, those first that others need: properties before their flats, devices before
 * their readings. Files of one kind stay as they were given; one that can't be read comes last.
 */
export async function sortByNeed<File>(
  files: readonly File[],
  database: Pick<Database, 'read'>,
  open: (file: File) => FileOptions,
): Promise<File[]> {
  if (files.length < 2) return [...files];
  const ranked: { readonly file: File; readonly rank: number }[] = [];
  for (const file of files) ranked.push({ file, rank: await rankOf(database, open(file)) });
  return ranked.toSorted((one, other) => one.rank - other.rank).map(({ file }) => file);
}

async function rankOf(database: Pick<Database, 'read'>, options: FileOptions): Promise<number> {
  try {
    const { kind, close } = await openFile(database, options);
    await close();
    return ranks[kind];
  } catch {
    // Its import says why.
    return Number.MAX_SAFE_INTEGER;
  }
}
