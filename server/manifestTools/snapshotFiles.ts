import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { countries } from '../../schemas/entities/market.ts';
import { compareText } from '../manifests/ground/faults.ts';
import type { View } from './snapshot.ts';

const marker = 'snapshot.json';
const formatVersion = 2;
/** The first had each file of each view. */
const readableVersions: readonly unknown[] = [1, formatVersion];

/** Whether a directory holds a snapshot. */
export async function isSnapshot(directory: string): Promise<boolean> {
  const text = await readFile(path.join(directory, marker), 'utf8').catch(() => undefined);
  return text !== undefined && readableVersions.includes(JSON.parse(text).snapshot);
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
 * Writes views as <country>/<role>/<language>/<part>.json in place of what is in the directory. What
 * is the same for several is there once, for the first of them; the marker says where others have it.
 * Answers the number of files, without the marker.
 */
export async function writeSnapshot(directory: string, views: Iterable<View>): Promise<number> {
  // Beside it, and in its place only when it is whole.
  const fresh = `${directory}.new`;
  await rm(fresh, { recursive: true, force: true });
  await mkdir(fresh, { recursive: true });
  const written = new Map<string, string>();
  const places: Record<string, Record<string, string>> = {};
  for (const { country, role, language, parts } of views) {
    const own = `${country}/${role}/${language}`;
    const borrowed: Record<string, string> = {};
    for (const [name, part] of parts) {
      const text = `${JSON.stringify(part, undefined, 2)}\n`;
      const key = `${name} ${text}`;
      const known = written.get(key);
      if (known !== undefined) {
        borrowed[name] = known;
        continue;
      }
      const file = path.join(fresh, own, `${name}.json`);
      await mkdir(path.dirname(file), { recursive: true });
      await writeFile(file, text);
      written.set(key, own);
    }
    places[own] = borrowed;
  }
  const text = `${JSON.stringify({ snapshot: formatVersion, markets: countries, places }, undefined, 1)}\n`;
  await writeFile(path.join(fresh, marker), text);
  await rm(directory, { recursive: true, force: true });
  await rename(fresh, directory);
  return written.size;
}

interface Marker {
  readonly snapshot: number;
  /** All markets that there were, written or not. Not in older ones. */
  readonly markets?: readonly string[];
  /** By view, then by part: the view in whose folder it is. Not in the first version. */
  readonly places?: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** All markets that there were when a snapshot was taken; undefined of older ones. */
export async function readMarkets(directory: string): Promise<readonly string[] | undefined> {
  return (await readMarker(directory)).markets;
}

async function readMarker(directory: string): Promise<Marker> {
  return JSON.parse(await readFile(path.join(directory, marker), 'utf8'));
}

/** Views in the order of their names. */
export async function readSnapshot(directory: string): Promise<View[]> {
  const { places = {} } = await readMarker(directory);
  const names = await readdir(directory, { recursive: true });
  const views = new Map<string, Map<string, unknown>>();
  for (const view of Object.keys(places)) views.set(view, new Map());
  for (const name of names.map((one) => one.split(path.sep).join('/')).toSorted(compareText)) {
    const [, view, part] = /^([A-Z]+\/[\w-]+\/\w+)\/(.+)\.json$/.exec(name) ?? [];
    if (!view || !part) continue;
    const parts = views.get(view) ?? new Map<string, unknown>();
    parts.set(part, JSON.parse(await readFile(path.join(directory, name), 'utf8')));
    views.set(view, parts);
  }
  const sorted = [...views].toSorted(([one], [other]) => compareText(one, other));
  return sorted.map(([view, own]) => {
    const [country = '', role = '', language = ''] = view.split('/');
    const borrowed = Object.entries(places[view] ?? {}).map(([part, from]) => {
      const value = views.get(from)?.get(part);
      if (value !== undefined) return [part, value] as const;
      throw new Error(
        `${path.join(directory, from, part)}.json is missing: take the snapshot anew.`,
      );
    });
    const parts = [...own, ...borrowed].toSorted(([a], [b]) => compareText(a, b));
    return { country, role, language, parts: new Map(parts) };
  });
}
