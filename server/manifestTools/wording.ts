import type { Fault } from '../manifests/ground/faults.ts';
import type { Located } from '../manifests/ground/located.ts';
import type { LoadedFiles } from '../manifests/read/load.ts';
import { type GlossaryTerm, glossary, lengths, longestLabel, sentenceWords } from './glossary.ts';
import { textsOf } from './textsOf.ts';

type Saying = GlossaryTerm & { readonly pattern: RegExp };

/** Texts whose words aren't those of docs/glossary.md, and such as are too long for their place. */
export function findWording({ locales }: LoadedFiles): Fault[] {
  return [...locales].flatMap(([language, namespaces]) => {
    const sayings = (glossary[language] ?? []).map((one) => ({ ...one, pattern: patternOf(one) }));
    return [...namespaces].flatMap(([namespace, located]) =>
      textsOf(located).flatMap(({ key, value }) => {
        const text = readText(value);
        const found = [
          ...findAvoided(text, `${namespace}:${key}`, sayings),
          ...findTooLong(text, namespace, key),
          ...findLongSentence(text, sentenceWords[language]),
        ];
        return found.map(
          (message): Fault => ({ file: value.file, offset: value.offset, path: key, message }),
        );
      }),
    );
  });
}

/** What a reader sees of it whatever stands in its placeholders. */
function readText({ scalar }: Located): string {
  if (typeof scalar !== 'string') return '';
  return scalar.includes('{{') ? scalar.replaceAll(/\{\{[^}]*\}\}/g, '…') : scalar;
}

function patternOf({ not }: GlossaryTerm): RegExp {
  const words = not.map((word) => word.replace('*', String.raw`\p{L}*`)).join('|');
  return new RegExp(String.raw`(?<![\p{L}\p{N}-])(?:${words})(?![\p{L}\p{N}])`, 'iu');
}

function findAvoided(text: string, name: string, sayings: readonly Saying[]): string[] {
  const small = text.toLowerCase();
  return sayings.flatMap(({ term, not, pattern, except }) => {
    // Few texts have the letters of any: patterns are slow.
    if (!not.some((word) => small.includes(word.replace('*', '')))) return [];
    const [found] = pattern.exec(text) ?? [];
    if (found === undefined || except?.test(name)) return [];
    return [`expected "${term}" (docs/glossary.md), found "${found}"`];
  });
}

function findTooLong(text: string, namespace: string, key: string): string[] {
  const last = key.split('.').at(-1) ?? '';
  const most = namespace === 'fields' ? longestLabel : lengths[last];
  if (most === undefined || text.length <= most) return [];
  return [`expected at most ${most} characters, found ${text.length}`];
}

function findLongSentence(text: string, most: number | undefined): string[] {
  // Each word has a letter and a space at least.
  if (most === undefined || text.length < most * 2) return [];
  const sentences = text.split(/(?<=[.!?])\s+|\n+/);
  const counts = sentences.map(
    (one) => one.split(/\s+/).filter((word) => /[\p{L}\p{N}…]/u.test(word)).length,
  );
  const longest = Math.max(...counts);
  return longest > most ? [`expected sentences of at most ${most} words, found ${longest}`] : [];
}
