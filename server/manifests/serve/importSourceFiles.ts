import { randomUUID } from 'node:crypto';
import { access, constants, mkdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { ImportSourceFile } from './service.ts';

const placeOf = (manifestsDirectory: string) => path.join(manifestsDirectory, 'imports', 'sources');

/** The file that says how files of an origin are read. */
function importSourceFile(manifestsDirectory: string, name: string): string {
  return path.join(placeOf(manifestsDirectory), `${name}.json`);
}

/** Whether there is such a file, sound or not, whatever market it is for. */
async function hasImportSource(manifestsDirectory: string, name: string): Promise<boolean> {
  return (await stat(importSourceFile(manifestsDirectory, name)).catch(() => null)) !== null;
}

/** Whether sources can be written where the manifests are: they may be in a container’s image. */
async function canWriteSources(manifestsDirectory: string): Promise<boolean> {
  const places = [placeOf(manifestsDirectory), path.join(manifestsDirectory, 'imports')];
  for (const place of [...places, manifestsDirectory]) {
    if (!(await stat(place).catch(() => undefined))) continue;
    return access(place, constants.W_OK).then(
      () => true,
      () => false,
    );
  }
  return false;
}

/** Renamed into place, so that nobody reads half of it. Throws as the file system does. */
async function writeImportSource(
  manifestsDirectory: string,
  name: string,
  text: string,
): Promise<void> {
  const place = importSourceFile(manifestsDirectory, name);
  await mkdir(path.dirname(place), { recursive: true });
  // Begins with a point: no manifest.
  const fresh = path.join(path.dirname(place), `.${name}-${randomUUID()}`);
  try {
    await writeFile(fresh, text);
    await rename(fresh, place);
  } catch (error) {
    await rm(fresh, { force: true });
    throw error;
  }
}

export function openSourceFile(manifestsDirectory: string, name: string): ImportSourceFile {
  return {
    place: importSourceFile(manifestsDirectory, name),
    isThere: () => hasImportSource(manifestsDirectory, name),
    canBeWritten: () => canWriteSources(manifestsDirectory),
    write: (text) => writeImportSource(manifestsDirectory, name, text),
  };
}
