import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  findBrokenRules,
  type PasswordRule,
  passwordHistoryLength,
  passwordLength,
  passwordRules,
} from '../../schemas/passwordPolicy.ts';

/**
 * Specification §5: 12 to 24 characters; at least one lowercase, one uppercase, one digit and one
 * symbol; no five identical characters in a row. The expectations are worked out character by
 * character from a list made by hand, without the rules' own patterns.
 */

type Kind = 'lower' | 'upper' | 'digit' | 'symbol' | 'other';

const kinds: Readonly<Record<Kind, readonly string[]>> = {
  // Beyond ASCII: Polish, German, Czech, Greek, Cyrillic, and a mathematical bold a, which takes two
  // UTF-16 units.
  lower: ['a', 'm', 'z', 'ż', 'ß', 'é', 'ř', 'ω', 'я', '\u{1d41a}'],
  upper: ['A', 'M', 'Z', 'Ż', 'É', 'Ř', 'Ω', 'Я', '\u{1d400}'],
  digit: ['0', '5', '9', '٣', '९', '\u{1d7d7}'],
  symbol: ['!', '-', '_', '#', '"', '\\', '€', '«', '~', '^', '\u{1f600}', '\u{1f3e0}'],
  // Whitespace, control and invisible characters, a combining acute and a variation selector, letters
  // without case, numbers that are no digits, private use, half a surrogate pair.
  other: [
    ...[' ', '\t', '\n', '\u00a0', '\u2003', '\u3000', '\ufeff'],
    ...['\0', '\u007f', '\u200b', '\u200d', '\u00ad'],
    ...['\u0301', '\u20e3', '\ufe0f', '中', 'ا', 'ª', 'ǅ', '²', '½', 'Ⅷ', '\ue000', '\ud800'],
  ],
};
const kindOf = new Map(
  Object.entries(kinds).flatMap(([kind, list]) => list.map((one) => [one, kind as Kind] as const)),
);
const character = (...wanted: Kind[]) =>
  fc.constantFrom(...wanted.flatMap((kind) => kinds[kind] as string[]));
const anyCharacter = character('lower', 'upper', 'digit', 'symbol', 'other');
const runs = { numRuns: 3000 };

function longestRun(characters: readonly string[]): number {
  let longest = 0;
  let run = 0;
  characters.forEach((one, at) => {
    run = one === characters[at - 1] ? run + 1 : 1;
    longest = Math.max(longest, run);
  });
  return longest;
}

/** The rules that a password of these characters breaks. */
function judge(characters: readonly string[]): PasswordRule[] {
  const has = (kind: Kind) => characters.some((one) => kindOf.get(one) === kind);
  const isKept: Record<PasswordRule, boolean> = {
    length: characters.length >= 12 && characters.length <= 24,
    lower: has('lower'),
    upper: has('upper'),
    digit: has('digit'),
    symbol: has('symbol'),
    // An empty field ticks nothing.
    repeat: characters.length > 0 && longestRun(characters) < 5,
  };
  return (Object.keys(isKept) as PasswordRule[]).filter((rule) => !isKept[rule]);
}

/** Of any length, with runs of the same character as people type them. */
const anyPassword = fc
  .array(fc.tuple(anyCharacter, fc.constantFrom(1, 1, 1, 2, 4, 5, 6)), { maxLength: 30 })
  .map((parts) => parts.flatMap(([one, times]) => Array<string>(times).fill(one)));

/** Made so that each rule holds: one of each kind, filled up, shuffled, runs cut. */
const goodPassword = fc
  .integer({ min: 12, max: 24 })
  .chain((length) =>
    fc.tuple(
      character('lower'),
      character('upper'),
      character('digit'),
      character('symbol'),
      fc.array(anyCharacter, { minLength: length - 4, maxLength: length - 4 }),
      fc.array(fc.nat(), { minLength: length, maxLength: length }),
    ),
  )
  .map(([lower, upper, digit, symbol, filling, order]) =>
    [lower, upper, digit, symbol, ...filling]
      .map((one, at) => [one, order[at] ?? 0] as const)
      .toSorted(([, a], [, b]) => a - b)
      .map(([one]) => one),
  )
  .filter((characters) => longestRun(characters) < 5 && isWhole(characters));

/** Two halves of a pair beside each other would be one character. */
function isWhole(characters: readonly string[]): boolean {
  return [...characters.join('')].length === characters.length;
}

describe('the rules', () => {
  it('are broken exactly where the specification says so', () => {
    fc.assert(
      fc.property(anyPassword.filter(isWhole), (characters) => {
        expect(findBrokenRules(characters.join(''))).toEqual(judge(characters));
      }),
      runs,
    );
  });

  it('are kept by every password made to keep them', () => {
    fc.assert(
      fc.property(goodPassword, (characters) => {
        expect(findBrokenRules(characters.join(''))).toEqual([]);
      }),
      runs,
    );
  });

  it.each(['lower', 'upper', 'digit', 'symbol'] as const)(
    'without any %s character break that rule and no other',
    (kind) => {
      const others = (Object.keys(kinds) as Kind[]).filter((one) => one !== kind);
      fc.assert(
        fc.property(goodPassword, fc.infiniteStream(character(...others)), (good, filling) => {
          const without = good.map((one) =>
            kindOf.get(one) === kind ? (filling.next().value as string) : one,
          );
          fc.pre(isWhole(without));
          const broken = findBrokenRules(without.join(''));
          expect(broken).toContain(kind);
          expect(broken.filter((rule) => rule !== kind && rule !== 'repeat')).toEqual([]);
        }),
        runs,
      );
    },
  );

  it('each look at their own matter only, whatever the text', () => {
    const anyText = fc.string({ unit: 'binary', maxLength: 40 });
    fc.assert(
      fc.property(anyText, anyText, (one, other) => {
        for (const kind of ['lower', 'upper', 'digit', 'symbol'] as const) {
          const isKept = passwordRules[kind](one) || passwordRules[kind](other);
          // A space between, lest two halves become one character.
          expect(passwordRules[kind](`${one} ${other}`)).toBe(isKept);
        }
        expect(passwordRules.repeat(one)).toBe(one !== '' && longestRun([...one]) < 5);
        const units = one.length;
        const pairs = one.match(/[\ud800-\udbff][\udc00-\udfff]/g)?.length ?? 0;
        const count = units - pairs;
        expect(passwordRules.length(one)).toBe(count >= 12 && count <= 24);
      }),
      runs,
    );
  });

  it('never throw, and answer the same each time', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        expect(findBrokenRules(text)).toEqual(findBrokenRules(text));
      }),
    );
  });
});

describe('the edges', () => {
  const filled = (length: number, filling: string) =>
    `aA1!${filling.repeat(length)}`.match(new RegExp(`^(?:[\\s\\S]){${length}}`, 'u'))?.[0] ?? '';

  test.each([
    [11, ['length']],
    [12, []],
    [24, []],
    [25, ['length']],
  ])('%i characters break %j, however many bytes they take', (length, broken) => {
    for (const filling of ['bc', 'żó', '中文', '\u{1f600}\u{1f3e0}', '٣٤', ' \t']) {
      const password = filled(length, filling);
      expect([...password]).toHaveLength(length);
      expect([password, findBrokenRules(password)]).toEqual([password, broken]);
    }
  });

  test.each(Object.values(kinds).flat())('four of %j in a row are fine, five are not', (one) => {
    const four = `aA!1${one.repeat(4)}bB2?`;
    const five = `aA!1${one.repeat(5)}bB2?`;
    expect(findBrokenRules(four)).toEqual([]);
    expect(findBrokenRules(five)).toEqual(['repeat']);
    for (const place of [`${one.repeat(5)}aA1!bB2?`, `aA1!bB2?${one.repeat(5)}`]) {
      expect(findBrokenRules(place)).toContain('repeat');
    }
    expect(findBrokenRules(`aA!1${one.repeat(4)}b${one.repeat(4)}B2?`)).toEqual([]);
  });

  test('upper and lower case are not identical, nor are runs that are split', () => {
    expect(findBrokenRules('aAaAaAaAaA1!')).toEqual([]);
    expect(findBrokenRules('aaaaAaaaa11!')).toEqual([]);
    expect(findBrokenRules('aaaaaA111!!B')).toEqual(['repeat']);
  });

  test('nothing breaks all rules', () => {
    expect(findBrokenRules('')).toEqual(Object.keys(passwordRules));
  });

  test('spaces count, and are no symbols', () => {
    expect(findBrokenRules(' aA1 bB2 cC3')).toEqual(['symbol']);
    expect(findBrokenRules(' aA1! bB2 c ')).toEqual([]);
  });

  test('a letter written in two characters counts as two', () => {
    const decomposed = 'e\u0301';
    const text = `A1!${decomposed}${decomposed}${decomposed}${decomposed}`;
    expect(findBrokenRules(text)).toEqual(['length']);
    expect(findBrokenRules(`${text}x`)).toEqual([]);
  });
});

test('the figures are those of specification §9', () => {
  expect(passwordLength).toEqual({ min: 12, max: 24 });
  expect(passwordHistoryLength).toBe(5);
});
