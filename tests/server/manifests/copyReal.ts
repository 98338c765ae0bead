import { cpSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import type { Country } from '../../../schemas/entities/market.ts';
import { runManifestCommand } from '../../../server/cli/manifest.ts';
import type { Surroundings } from '../../../server/cli/manifestArguments.ts';
import { realDirectories } from './directories.ts';

const shipped = realDirectories.manifestsDirectory;
const written = path.join(shipped, 'schema');

/** Without what editors take, half of the files; at once, since that costs a quarter. */
export function copyRealManifests(directory: string): void {
  cpSync(shipped, directory, { recursive: true, filter: (place) => place !== written });
}

/** A copy of the portal's own manifests, which goes with the test, and the tools to work on it. */
export async function copyReal(more: Partial<Surroundings> = {}) {
  const root = await mkdtemp(path.join(tmpdir(), 'tools-'));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  const manifestsDirectory = path.join(root, 'manifests');
  copyRealManifests(manifestsDirectory);
  const directories = { ...realDirectories, manifestsDirectory };
  const run = async (...args: string[]) => {
    const lines: string[] = [];
    const print = (line: string) => lines.push(line);
    const code = await runManifestCommand(args, { ...directories, print, ...more });
    return { code, lines, output: lines.join('\n') };
  };
  const write = async (place: string, content: object) => {
    const file = path.join(manifestsDirectory, place);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, JSON.stringify(content, undefined, 2));
  };
  /** As shipped, every module is on in every market. */
  const switchOff = async (country: Country, ...modules: string[]) => {
    const place = `markets/${country.toLowerCase()}.json`;
    const market = JSON.parse(await readFile(path.join(manifestsDirectory, place), 'utf8'));
    const off = Object.fromEntries(modules.map((module) => [module, false]));
    await write(place, { ...market, modules: { ...market.modules, ...off } });
  };
  return { root, directories, run, write, switchOff };
}
