import imports from '../locales/en/imports.json' with { type: 'json' };
import values from '../locales/en/values.json' with { type: 'json' };

/**
 * What there is to say of an import or of a value that is refused, without words of any language: a
 * text of `imports:` or `values:` and what stands in it. It is kept with a refused line, so that each
 * reader gets it in their own language.
 */
export interface Said {
  readonly text: SaidText;
  readonly values?: Readonly<Record<string, SaidValue>>;
}

const english = { ...imports, ...values };
type Texts = typeof english;
export type SaidText = {
  [Group in keyof Texts & string]: `${Group}.${keyof Texts[Group] & string}`;
}[keyof Texts & string];

/** A value of an enumeration, which readers know by its label and commands by its name. */
export interface Term {
  readonly of: 'deviceCategory' | 'importColumn' | 'importKind';
  readonly name: string;
}

type SaidValue = string | number | undefined | Said | Term;

/** Says it in one language. */
export type Say = (said: Said) => string;

type Groups = Readonly<Record<string, unknown>>;

/** What was stored in words of English, and without words where it can be said in other languages. */
export function sayStored(
  { message, said: words }: { readonly message: string; readonly said?: Said | undefined },
  say: Say,
): string {
  // A later release may know a text no more.
  return words && findText(english, words.text) !== undefined ? say(words) : message;
}

export function said(text: SaidText, values?: Said['values']): Said {
  return values ? { text, values } : { text };
}

/** Several things of which one is meant. */
export function either(names: readonly (string | Said | Term)[]): Said | Term | string {
  return joined('words.or', names);
}

/** Several things of which all are meant. */
export function both(names: readonly (string | Said | Term)[]): Said | Term | string {
  return joined('words.and', names);
}

/** Things one after the other. */
export function listed(names: readonly (string | Said | Term)[]): Said | Term | string {
  return joined('words.list', names);
}

function joined(text: SaidText, [first = '', ...others]: readonly (string | Said | Term)[]) {
  return others.reduce((one, other) => said(text, { one, other }), first);
}

/** As commands say it, and whoever has no language: in English, with names as they are typed. */
export const sayInEnglish: Say = (one) => say(one, english, () => undefined);

/** By a language's texts, by namespace. */
export function sayIn(words: Readonly<Record<string, object>>): Say {
  const texts: Groups = { ...words.imports, ...words.values };
  const enums = (words.enums ?? {}) as Groups;
  const labelOf = ({ of, name }: Term) => findText(enums, `${of}.${name}`);
  return (one) => say(one, texts, labelOf);
}

function say(one: Said, texts: Groups, labelOf: (term: Term) => string | undefined): string {
  const write = (value: SaidValue): string => {
    if (typeof value !== 'object') return `${value ?? ''}`;
    return 'of' in value ? (labelOf(value) ?? value.name) : say(value, texts, labelOf);
  };
  const text = findText(texts, one.text) ?? findText(english, one.text) ?? one.text;
  return text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => write(one.values?.[name]));
}

function findText(texts: Groups, path: string): string | undefined {
  let found: unknown = texts;
  for (const name of path.split('.')) {
    const isThere = typeof found === 'object' && found !== null && Object.hasOwn(found, name);
    found = isThere ? (found as Groups)[name] : undefined;
  }
  return typeof found === 'string' ? found : undefined;
}
