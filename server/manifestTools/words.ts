import type { Locale } from '../../schemas/entities/languages.ts';
import type { Owner } from './judge.ts';
import { translatePlace } from './provenance.ts';
import type { ToldReason } from './reasons.ts';

type Words = Readonly<Record<string, unknown>>;

/** Says what `explain` finds in a language, for the command as for the page: by the texts `explanations:`. */
export interface Teller {
  readonly language: Locale;
  /** A reason with whose it is. */
  reason(reason: ToldReason): string;
  /** Where something is written: the layer in words. */
  place(place: string): string;
  /** What a kind of thing is called, such as "row action". */
  noun(noun: string): string;
  /** Another text of `explanations:`, by its path. */
  text(path: string, values?: Readonly<Record<string, string>>): string;
  /** The same with a number, in the plural that the language has for it. */
  count(path: string, count: number, values?: Readonly<Record<string, string>>): string;
}

/** `words` are the texts of the language by namespace. */
export function createTeller(words: Readonly<Record<string, object>>, language: Locale): Teller {
  const plurals = new Intl.PluralRules(language);
  const enums = (words['enums'] ?? {}) as Readonly<Record<string, Words>>;

  function text(path: string, values: Readonly<Record<string, string>> = {}): string {
    const found = path
      .split('.')
      .reduce<unknown>((at, key) => (at as Words | undefined)?.[key], words['explanations']);
    return Object.entries(values).reduce(
      (said, [name, value]) => said.replaceAll(`{{${name}}}`, () => value),
      String(found ?? path),
    );
  }

  const count = (path: string, many: number, values: Readonly<Record<string, string>> = {}) => {
    const said = { ...values, count: String(many) };
    const own = `${path}_${plurals.select(many)}`;
    // A language without texts of its own takes English ones, which have fewer plurals.
    const found = text(own, said);
    return found === own ? text(`${path}_other`, said) : found;
  };

  const noun = (own: string) =>
    text(`nouns.${own.replaceAll(/ (\w)/g, (_, one) => one.toUpperCase())}`);
  const ownerOf = (owner: Owner | undefined) =>
    owner ? `${noun(owner.noun)} ${owner.name}: ` : '';

  /** As the reader calls it, with the name that files and commands have for it. */
  function withLabel(kind: ToldReason['kind'], value: string): string {
    const [, clause = ''] = kind.split('.');
    const enumeration = { anyRole: 'role', notRole: 'role', anyFeature: 'feature' }[clause];
    const label = kind.startsWith('rule.') && enums[enumeration ?? '']?.[value];
    if (kind === 'empty') return noun(value);
    return label ? `${label} (${value})` : value;
  }

  function reason({ kind, owner, values, because }: ToldReason): string {
    const told = values.map((value) => withLabel(kind, value)).join(', ');
    const why = because ? reason(because) : '';
    return `${ownerOf(owner)}${text(kind, { values: told, why })}`;
  }

  const place = (one: string) =>
    translatePlace(one, (layer, name) => text(`layers.${layer}`, { name }));

  return { language, reason, place, noun, text, count };
}
