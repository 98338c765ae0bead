import { cpSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import type { ManifestDirectories } from '../../../server/manifests/read/load.ts';

const here = import.meta.dirname;
export const mistakesDirectory = path.join(here, 'mistakes');

/** The manifests of the portal itself. */
export const realDirectories: ManifestDirectories = {
  manifestsDirectory: path.resolve(here, '../../../manifests'),
  localesDirectory: path.resolve(here, '../../../locales'),
};

/** A copy of the small good manifests, with files laid over it, that goes with the test. */
export async function copyGood(overlay?: string): Promise<ManifestDirectories> {
  const root = await mkdtemp(path.join(tmpdir(), 'manifests-'));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  cpSync(path.join(here, 'good'), root, { recursive: true });
  if (overlay) cpSync(overlay, root, { recursive: true });
  return {
    manifestsDirectory: path.join(root, 'manifests'),
    localesDirectory: path.join(root, 'locales'),
  };
}
