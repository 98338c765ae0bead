import { type Locale, locales } from '../../../schemas/entities/languages.ts';
import { type Fault, joinPath, suggest } from '../ground/faults.ts';
import { type Located, toValue } from '../ground/located.ts';
import { articleNamespace, checkArticles, listArticles } from './articles.ts';
import type { LoadedFiles } from './load.ts';

export type Texts = Readonly<Partial<Record<Locale, Readonly<Record<string, object>>>>>;

/** Texts that the compiler itself puts into screens. */
export const compilerTexts = {
  notIncludedTitle: 'core:notIncluded.title',
  notIncludedDescription: 'core:notIncluded.description',
  noAccessTitle: 'core:noAccess.title',
  noAccessDescription: 'core:noAccess.description',
  otherRoleDescription: 'core:noAccess.otherRole',
  brokenTitle: 'core:broken.title',
  brokenDescription: 'core:broken.description',
  search: 'core:search',
} as const;

/** The English texts by `namespace:key`; what is wrong with any locale becomes faults. */
export function readTexts(loaded: LoadedFiles, faults: Fault[]): ReadonlyMap<string, string> {
  const english = collect(loaded.locales.get('en') ?? new Map(), faults);
  const articles = checkArticles(loaded, faults);
  const keys = new Set([...english.keys()].map(withoutPlural));
  for (const [locale, namespaces] of loaded.locales) {
    checkLocaleName(locale, namespaces, faults);
    if (locale === 'en') continue;
    for (const [key, text] of collect(namespaces, faults)) {
      const base = withoutPlural(key);
      if (!keys.has(base)) {
        const message = `expected a key that locales/en has, found "${key}"${suggest(key, keys)}`;
        faults.push({ ...text.fault, message, about: [aboutText(base)], isEcho: true });
        continue;
      }
      const original = english.get(key) ?? english.get(`${base}_other`);
      const message = comparePlaceholders(original?.text ?? '', text.text);
      if (message) faults.push({ ...text.fault, message });
    }
  }
  for (const key of Object.values(compilerTexts)) {
    if (english.has(key)) continue;
    const file = { name: 'locales/en/core.json', text: '' };
    faults.push({
      file,
      offset: 0,
      path: '',
      message: `expected the text "${key}", found nothing`,
      about: [aboutText(key)],
    });
  }
  return new Map([...[...english].map(([key, { text }]) => [key, text] as const), ...articles]);
}

/** What a fault of a text that isn't there is about. */
export function aboutText(key: string): string {
  return `text ${key}`;
}

/** The texts as pages get them, by locale and namespace. */
export function listTexts(loaded: LoadedFiles): Texts {
  return Object.fromEntries(
    [...loaded.locales].map(([locale, namespaces]) => {
      const articles = listArticles(loaded, locale);
      const own = [...namespaces].map(([name, located]) => [name, toValue(located)] as const);
      return [
        locale,
        Object.fromEntries([...own, ...(articles ? [[articleNamespace, articles]] : [])]),
      ];
    }),
  );
}

/** Texts by namespace in a language; what it lacks is English. */
export function wordsIn(texts: Texts, locale: Locale): Readonly<Record<string, object>> {
  return layerTexts(texts.en ?? {}, texts[locale] ?? {});
}

/** Texts over others: what only the others have stays. */
export function layerTexts<Layer extends object>(under: Layer, over: object): Layer {
  const layered = new Map<string, unknown>(Object.entries(under));
  for (const [key, text] of Object.entries(over)) {
    const below = layered.get(key);
    const areGroups = typeof text === 'object' && typeof below === 'object' && below !== null;
    layered.set(key, areGroups ? layerTexts(below, text as object) : text);
  }
  return Object.fromEntries(layered) as Layer;
}

function checkLocaleName(
  locale: string,
  namespaces: ReadonlyMap<string, Located>,
  faults: Fault[],
): void {
  const [first] = namespaces.values();
  if (!first || (locales as readonly string[]).includes(locale)) return;
  const message = `expected a folder named after one of ${locales.join(', ')}, found "${locale}"${suggest(locale, locales)}`;
  faults.push({ file: first.file, offset: 0, path: '', message });
}

function comparePlaceholders(original: string, translation: string): string | undefined {
  const [wanted, found] = [listPlaceholders(original), listPlaceholders(translation)];
  if (wanted === found) return undefined;
  return `expected the placeholders of locales/en (${wanted || 'none'}), found ${found || 'none'}`;
}

interface LocatedText {
  readonly text: string;
  readonly fault: Omit<Fault, 'message'>;
}

function collect(
  namespaces: ReadonlyMap<string, Located>,
  faults: Fault[],
): Map<string, LocatedText> {
  const texts = new Map<string, LocatedText>();
  const visit = (located: Located, namespace: string, path: string[]) => {
    const place = { file: located.file, offset: located.offset, path: joinPath(path) };
    if (located.entries) {
      for (const [key, { value }] of located.entries) visit(value, namespace, [...path, key]);
    } else if (typeof located.scalar === 'string') {
      texts.set(`${namespace}:${path.join('.')}`, { text: located.scalar, fault: place });
    } else {
      faults.push({ ...place, message: 'expected a text or an object of texts' });
    }
  };
  for (const [namespace, located] of namespaces) visit(located, namespace, []);
  return texts;
}

/** i18next takes the form of a plural from the end of the key, and languages differ in forms. */
export function withoutPlural(key: string): string {
  return key.replace(/_(zero|one|two|few|many|other)$/, '');
}

function listPlaceholders(text: string): string {
  const names = [...text.matchAll(/\{\{\s*(\w+)/g)].map(([, name]) => `{{${name}}}`);
  return [...new Set(names)].toSorted().join(' ');
}
