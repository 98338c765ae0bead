import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { compareText } from '../faults.ts';
import type { View } from './snapshot.ts';

const marker = 'snapshot.json';
const formatVersion = 1;

/** Whether a directory holds a snapshot. */
export async function isSnapshot(directory: string): Promise<boolean> {
  const text = await readFile(path.join(directory, marker), 'utf8').catch(() => undefined);
  return text !== undefined && JSON.parse(text).snapshot === formatVersion;
}

/** Whether nothing but a snapshot would be lost there. */
export async function canHoldSnapshot(directory: string): Promise<boolean> {
  const entries = await readdir(directory).catch(() => []);
  return entries.length === 0 || isSnapshot(directory);
}

/** The countries and languages that a snapshot in a directory holds and a choice doesn't. */
export async function listMissing(
  directory: string,
  choice: { readonly countries: readonly string[]; readonly languages: readonly string[] },
): Promise<string[]> {
  const held = (await isSnapshot(directory)) ? await readSnapshot(directory) : [];
  const countries = held.map(({ country }) => country);
  const languages = held.map(({ language }) => language);
  const names = [
    ...countries.filter((country) => !choice.countries.includes(country)),
    ...languages.filter((language) => !choice.languages.includes(language)),
  ];
  return [...new Set(names)];
}

/**
 * Writes views as <country>/<role>/<language>/<part>.json in place of what is in the directory.
 * Answers the number of files.
 */
export async function writeSnapshot(directory: string, views: Iterable<View>): Promise<number> {
  // Beside it, and in its place only when it is whole.
  const fresh = `${directory}.new`;
  await rm(fresh, { recursive: true, force: true });
  await mkdir(fresh, { recursive: true });
  let count = 0;
  for (const { country, role, language, parts } of views) {
    const folder = path.join(fresh, country, role, language);
    await mkdir(path.join(folder, 'screens'), { recursive: true });
    for (const [name, part] of parts) {
      await writeFile(path.join(folder, `${name}.json`), `${JSON.stringify(part, undefined, 2)}\n`);
      count += 1;
    }
  }
  await writeFile(path.join(fresh, marker), `${JSON.stringify({ snapshot: formatVersion })}\n`);
  await rm(directory, { recursive: true, force: true });
  await rename(fresh, directory);
  return count;
}

export async function readSnapshot(directory: string): Promise<View[]> {
  const names = await readdir(directory, { recursive: true });
  const views = new Map<string, { view: View; parts: Map<string, unknown> }>();
  for (const name of names.map((one) => one.split(path.sep).join('/')).toSorted(compareText)) {
    const [, country, role, language, part] =
      /^([A-Z]+)\/([\w-]+)\/(\w+)\/(.+)\.json$/.exec(name) ?? [];
    if (!country || !role || !language || !part) continue;
    const key = `${country}/${role}/${language}`;
    const parts = views.get(key)?.parts ?? new Map<string, unknown>();
    parts.set(part, JSON.parse(await readFile(path.join(directory, name), 'utf8')));
    views.set(key, { parts, view: { country, role, language, parts } });
  }
  return [...views.values()].map(({ view }) => view);
}
