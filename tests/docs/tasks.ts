import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type ParseError, parse, printParseErrorCode } from 'jsonc-parser';
import type { ManifestDirectories } from '../../server/manifests/read/load.ts';
import { readManifests } from '../../server/manifests/serve/readManifests.ts';
import type { ManifestSet } from '../../server/manifests/session/manifestSet.ts';
import { realDirectories } from '../server/manifests/directories.ts';
import type { Block } from './documents.ts';

/** Does what a guide tells a reader to do with files, no more and no less. */

export interface Workplace {
  readonly root: string;
  readonly directories: ManifestDirectories;
}

/** A copy of all files; `remove` takes it away. */
export async function copyReal(): Promise<Workplace & { remove: () => Promise<void> }> {
  const root = await mkdtemp(path.join(tmpdir(), 'tasks-'));
  const directories = {
    manifestsDirectory: path.join(root, 'manifests'),
    localesDirectory: path.join(root, 'locales'),
  };
  await cp(realDirectories.manifestsDirectory, directories.manifestsDirectory, { recursive: true });
  await cp(realDirectories.localesDirectory, directories.localesDirectory, { recursive: true });
  return { root, directories, remove: () => rm(root, { recursive: true, force: true }) };
}

/** What a task did to files, to be undone. */
type Undo = () => Promise<void>;

/** Applies the blocks of a task. Throws when they can't be followed to the letter. */
export async function perform(root: string, blocks: readonly Block[]): Promise<Undo> {
  const before = new Map<string, string | undefined>();
  const undo = async () => {
    for (const [file, text] of before) {
      if (text === undefined) await rm(file, { force: true });
      else await writeFile(file, text);
    }
  };
  try {
    for (const [at, block] of blocks.entries()) {
      const file = path.join(root, block.info.get('file') ?? '');
      const text = await readFile(file, 'utf8').catch(() => undefined);
      const changed = follow(block, text, blocks[at - 1], blocks[at + 1]);
      if (changed === undefined) continue;
      if (!before.has(file)) before.set(file, text);
      await mkdir(path.dirname(file), { recursive: true });
      await writeFile(file, changed);
    }
    for (const file of before.keys()) refuseTorn(file, await readFile(file, 'utf8'));
  } catch (error) {
    await undo();
    throw error;
  }
  return undo;
}

/** The portal takes comments and a comma too many, and nothing else that is no JSON. */
function refuseTorn(file: string, text: string): void {
  const errors: ParseError[] = [];
  parse(text, errors, { allowTrailingComma: true });
  const [first] = errors;
  if (first) throw new Error(`${file} is not valid JSON: ${printParseErrorCode(first.error)}`);
}

/** The file's text after one block; undefined when the block only shows something. */
function follow(
  block: Block,
  text: string | undefined,
  previous: Block | undefined,
  next: Block | undefined,
): string | undefined {
  const file = block.info.get('file');
  const [verb = ''] = [...block.info.keys()].filter((key) => key !== 'file');
  if (verb === 'new') {
    if (text !== undefined) throw new Error(`${file} is there already`);
    return `${block.text}\n`;
  }
  if (text === undefined) throw new Error(`${file} is not there`);
  switch (verb) {
    case 'shows':
    case 'find':
      replaceOnce(text, block.text, block.text);
      if (verb === 'find' && !(next?.info.has('write') && next.info.get('file') === file)) {
        throw new Error(`nothing is written in place of the lines of ${file}`);
      }
      return undefined;
    case 'write':
      if (!previous?.info.has('find')) throw new Error(`nothing is found before ${file}`);
      return replaceOnce(text, previous.text, block.text);
    case 'delete':
      return replaceOnce(text, block.text, undefined);
    default:
      throw new Error(`nobody knows what to do with ${file}: "${verb}"`);
  }
}

/** Whole lines that stand exactly once in a text, replaced by others or taken out. */
function replaceOnce(text: string, lines: string, others: string | undefined): string {
  if (lines.trim() === '') throw new Error('expected lines to find, found none');
  const parts = `\n${text}`.split(`\n${lines}\n`);
  if (parts.length !== 2) {
    throw new Error(`expected these lines once, found them ${parts.length - 1} times:\n${lines}`);
  }
  return parts.join(others === undefined ? '\n' : `\n${others}\n`).slice(1);
}

/** The manifests as they are now. Throws with all faults, errors of parsing among them. */
export async function readSound({ directories }: Workplace): Promise<ManifestSet> {
  const { set, faults } = await readManifests(directories);
  if (faults.length > 0 || !set) throw new Error(faults.join('\n'));
  return set;
}
