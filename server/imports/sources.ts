import { noSource } from '../../schemas/entities/importRun.ts';
import { findNear } from '../manifests/ground/faults.ts';
import type { ImportSources, NamedSource } from '../manifests/session/importSources.ts';
import { both, either, type Said, said } from '../said.ts';
import { hasWords } from './guide.ts';
import { ImportRefused } from './importRefused.ts';

/** What is known of where a file may come from. */
export interface SourceChoice extends ImportSources {
  /** The name of the source that it is said to be of, or `none`. */
  readonly wanted?: string | undefined;
}

/** How a source looks at a file. */
interface Look {
  /** The file's own name, and that of a file within it. */
  readonly names: readonly string[];
  /** The first lines, cut as the source says. */
  headers(source: NamedSource['source']): Promise<readonly (readonly string[])[]>;
}

/**
 * The source that a file is read by: the one that was said, or the only one that recognises it. Throws
 * IMPORT_REFUSED where there is none of that name, or several recognise it, or one whose file has
 * faults might.
 */
export async function findSource(
  { known, broken, wanted }: SourceChoice,
  look: Look,
): Promise<NamedSource | undefined> {
  if (wanted === noSource) return undefined;
  if (wanted !== undefined) return requireSource({ known, broken, wanted });
  const found: NamedSource[] = [];
  for (const one of known) if (await recognises(one, look)) found.push(one);
  const names = found.map(({ name }) => name);
  if (names.length > 1) {
    throw refuse(said('refusals.severalFit', { names: both(names), ways: ways(names) }));
  }
  if (names.length === 0 && broken.length > 0) {
    const files = both(broken.map((name) => `imports/sources/${name}.json`));
    throw refuse(said('refusals.brokenSources', { files, ways: ways([noSource]) }));
  }
  return found[0];
}

/** Throws IMPORT_REFUSED. */
function requireSource({
  known,
  broken,
  wanted,
}: ImportSources & { readonly wanted: string }): NamedSource {
  const found = known.find(({ name }) => name === wanted);
  if (found) return found;
  if (broken.includes(wanted)) {
    throw refuse(said('refusals.brokenSource', { name: wanted }));
  }
  const names = known.map(({ name }) => name);
  const list =
    names.length > 0
      ? said('refusals.knownSources', { names: names.join(', ') })
      : said('refusals.noKnownSource');
  const near = findNear(wanted, names);
  if (near !== undefined) {
    throw refuse(said('refusals.nearSource', { name: wanted, near, known: list }));
  }
  throw refuse(said('refusals.unknownSource', { name: wanted, known: list }));
}

async function recognises({ source }: NamedSource, look: Look): Promise<boolean> {
  const { match } = source;
  if (!match) return false;
  const { fileName, header } = match;
  if (fileName !== undefined && !look.names.some((name) => fits(name, fileName))) return false;
  if (!header) return true;
  const headers = await look.headers(source);
  return headers.some((cells) => hasWords(cells, header));
}

/** Whether a name fits a pattern with * and ?. Walks back to the last * only, whatever the pattern. */
export function fits(given: string, pattern: string): boolean {
  const name = given.toLowerCase().normalize('NFC');
  const wanted = pattern.toLowerCase().normalize('NFC');
  let [at, place] = [0, 0];
  let [star, after] = [-1, 0];
  while (at < name.length) {
    if (wanted[place] === '*') {
      star = place;
      after = at;
      place += 1;
    } else if (wanted[place] === '?' || wanted[place] === name[at]) {
      at += 1;
      place += 1;
    } else if (star >= 0) {
      place = star + 1;
      after += 1;
      at = after;
    } else {
      return false;
    }
  }
  return /^\**$/.test(wanted.slice(place));
}

function ways(names: readonly string[]): Said {
  const http = either(names.map((name) => `?source=${name}`));
  return said('words.ways', { http, command: either(names.map((name) => `--source ${name}`)) });
}

function refuse(words: Said): ImportRefused {
  return new ImportRefused(words);
}
