import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import { type Locale, locales } from '../../../schemas/entities/languages.ts';
import type { Texts } from '../read/texts.ts';
import { wordsIn } from '../read/texts.ts';
import { findPublicTexts, type PublicManifests, pickTexts } from './publicTexts.ts';
import { canonical, hash, serialise } from './serialise.ts';
import type { CompiledTexts } from './service.ts';

const pack = promisify(brotliCompress);
/** Texts that the server says itself: no page has them, and no manifest names them. */
export const serverNamespaces: ReadonlySet<string> = new Set([
  'demo',
  'explanations',
  'imports',
  'mails',
  'values',
]);

/** Texts of all languages as they are sent, each made once. */
export interface ServedTexts {
  /** By namespace for the server's own use, with mails, explanations, words of imports and refused values and the demo’s documents; what a language lacks is English. */
  words(locale: Locale): Readonly<Record<string, object>>;
  /** Those of that version; all of a language when it isn't that of the public ones. */
  find(locale: Locale, version?: string): CompiledTexts;
  /** Which texts a page asks for: before the sign-in half of them will do. */
  version(signedIn: boolean): string;
}

/** `listPublic` is asked when somebody first comes who isn't signed in. */
export function createServedTexts(
  files: Texts,
  listPublic: () => readonly PublicManifests[],
): ServedTexts {
  // Asked for by each call that is refused; putting together those of a language takes milliseconds.
  const made = new Map<Locale, Readonly<Record<string, object>>>();
  const words = (locale: Locale) => {
    const known = made.get(locale) ?? wordsIn(files, locale);
    made.set(locale, known);
    return known;
  };
  const readShown = (locale: Locale) => {
    const shown = Object.entries(words(locale)).filter(([name]) => !serverNamespaces.has(name));
    return Object.fromEntries(shown);
  };

  const all = createSet(files, readShown);
  let few: typeof all | undefined;
  const makeFew = () => {
    const isPublic = findPublicTexts(listPublic());
    const readPublic = (locale: Locale) => pickTexts(readShown(locale), isPublic);
    return createSet(Object.fromEntries(locales.map((one) => [one, readPublic(one)])), readPublic);
  };
  const publicOnes = () => {
    few ??= makeFew();
    return few;
  };

  return {
    words,
    find: (locale, version) =>
      (version === publicOnes().version ? publicOnes() : all).texts(locale),
    version: (signedIn) => (signedIn ? all : publicOnes()).version,
  };
}

/** `content` is what the version tells apart. */
function createSet(content: object, read: (locale: Locale) => Record<string, object>) {
  const version = hash(JSON.stringify(canonical(content)));
  const made = new Map<Locale, CompiledTexts>();
  const make = (locale: Locale): CompiledTexts => {
    const serialised = serialise(read(locale));
    let packed: ReturnType<CompiledTexts['brotli']> | undefined;
    const brotli = () => {
      packed ??= pack(serialised.body);
      return packed;
    };
    return { ...serialised, version, brotli };
  };
  return {
    version,
    texts(locale: Locale): CompiledTexts {
      const known = made.get(locale) ?? make(locale);
      made.set(locale, known);
      return known;
    },
  };
}
