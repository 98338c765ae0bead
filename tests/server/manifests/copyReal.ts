import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { runManifestCommand } from '../../../server/cli/manifest.ts';
import type { Surroundings } from '../../../server/cli/manifestArguments.ts';
import { realDirectories } from './directories.ts';

/** A copy of the portal's own manifests, which goes with the test, and the tools to work on it. */
export async function copyReal(more: Partial<Surroundings> = {}) {
  const root = await mkdtemp(path.join(tmpdir(), 'tools-'));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  const manifestsDirectory = path.join(root, 'manifests');
  await cp(realDirectories.manifestsDirectory, manifestsDirectory, { recursive: true });
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
  return { root, directories, run, write };
}
