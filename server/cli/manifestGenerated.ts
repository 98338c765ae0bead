import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { loadFiles } from '../manifests/read/load.ts';
import { createEditorSchemas } from '../manifestTools/editorSchemas.ts';
import { createReference } from '../manifestTools/reference/createReference.ts';
import type { Subcommand, Surroundings } from './manifestArguments.ts';

/** What is written from the schemas: those for editors, and the reference for people. */

const docsDirectory = path.resolve(import.meta.dirname, '../../docs/reference');

export const schema: Subcommand = async (args, surroundings) => {
  const { manifestsDirectory } = surroundings;
  const files = createEditorSchemas(await loadFiles(surroundings));
  return write(files, args, path.join(manifestsDirectory, 'schema'), 'schema', surroundings);
};

export const docs: Subcommand = async (args, surroundings) => {
  const files = createReference(await loadFiles(surroundings));
  return write(files, args, docsDirectory, 'docs', surroundings);
};

/** Writes what is new or changed, and takes away what is no longer written; or only compares. */
async function write(
  files: ReadonlyMap<string, string>,
  args: string[],
  usual: string,
  command: string,
  { print }: Surroundings,
): Promise<number> {
  const { values } = parseArgs({
    args,
    options: { out: { type: 'string' }, check: { type: 'boolean' } },
  });
  const out = values.out ?? usual;
  const present = await readdir(out, { recursive: true }).catch(() => []);
  const left = present
    .map((name) => name.split(path.sep).join('/'))
    .filter((name) => /\.(schema\.json|md)$/.test(name) && !files.has(name));
  const stale: string[] = [];
  for (const [name, text] of files) {
    const found = await readFile(path.join(out, name), 'utf8').catch(() => undefined);
    if (found !== text) stale.push(name);
  }
  if (values.check) {
    const run = `Run: npm run portal -- manifest ${command}`;
    for (const name of stale) print(`${name} is stale. ${run}`);
    for (const name of left) print(`${name} is of something that is gone. ${run}`);
    if (stale.length + left.length > 0) return 1;
    print(`${files.size} files in ${out}, all as they would be written.`);
    return 0;
  }
  for (const name of stale) {
    const file = path.join(out, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, files.get(name) ?? '');
  }
  for (const name of left) await rm(path.join(out, name));
  print(`${files.size} files in ${out}, ${stale.length} of them new or changed.`);
  return 0;
}
