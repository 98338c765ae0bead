import type { z } from 'zod';
import english from '../../locales/en/values.json' with { type: 'json' };
import { type Said, said } from '../said.ts';

/** What zod found wrong. With its input (`withInput`) a missing value differs from a wrong one. */
export type Issue = z.core.$ZodIssue;
type IssueOf<Code extends Issue['code']> = Extract<Issue, { code: Code }>;

/** zod keeps the value that each issue is about. */
export const withInput = { reportInput: true } as const;

/** What is wrong with a value, to be said in any language. */
export function wordsOfIssue(issue: Issue): Said {
  if ('input' in issue && issue.input === undefined) return said('value.required');
  return findOwnWords(issue.message) ?? sayByCode(issue);
}

/** Schemas have some sentences of their own. Each is found by its English text. */
const ownWords = Object.entries(english.own).map(([name, text]) => ({
  text: `own.${name as keyof typeof english.own}` as const,
  pattern: new RegExp(`^${escapePattern(text).replaceAll(/\\{\\{(\w+)\\}\\}/g, '(?<$1>.+)')}$`),
}));

function escapePattern(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}

function findOwnWords(message: string): Said | undefined {
  for (const { text, pattern } of ownWords) {
    const found = pattern.exec(message);
    if (found) return said(text, { ...found.groups });
  }
  return undefined;
}

function sayByCode(issue: Issue): Said {
  switch (issue.code) {
    case 'invalid_type':
      return sayType(issue);
    case 'invalid_value':
      return sayChoices(issue);
    case 'unrecognized_keys':
      return said('value.unknown', { names: issue.keys.map((key) => `«${key}»`).join(', ') });
    case 'too_small':
      return sayLeast(issue);
    case 'too_big':
      return sayMost(issue);
    case 'invalid_format':
      return sayFormat(issue);
    case 'not_multiple_of':
      return said('value.multipleOf', { step: issue.divisor });
    case 'invalid_union':
      return said('value.variant');
    // The schema has no sentence of its own, or is made of others.
    case 'custom':
    case 'invalid_key':
    case 'invalid_element':
      return said('value.other');
  }
}

const types: Readonly<Record<string, Said>> = {
  string: said('value.text'),
  number: said('value.number'),
  int: said('value.integer'),
  boolean: said('value.boolean'),
  array: said('value.list'),
  tuple: said('value.list'),
  object: said('value.object'),
  record: said('value.object'),
  never: said('value.nothing'),
};

function sayType({ expected }: IssueOf<'invalid_type'>): Said {
  return types[expected] ?? said('value.other');
}

function sayChoices({ values }: IssueOf<'invalid_value'>): Said {
  const choices = values.map(String).join(', ');
  return values.length === 1 ? said('value.only', { choices }) : said('value.oneOf', { choices });
}

function sayLeast({ origin, minimum, inclusive, exact }: IssueOf<'too_small'>): Said {
  const least = Number(minimum);
  if (origin === 'string') {
    if (exact) return said('value.characters', { count: least });
    return least === 1 ? said('value.required') : said('value.fewestCharacters', { least });
  }
  if (isList(origin)) {
    return exact ? said('value.entries', { count: least }) : said('value.fewest', { least });
  }
  return inclusive === false ? said('value.above', { least }) : said('value.atLeast', { least });
}

function sayMost({ origin, maximum, inclusive, exact }: IssueOf<'too_big'>): Said {
  const most = Number(maximum);
  if (origin === 'string') {
    return exact
      ? said('value.characters', { count: most })
      : said('value.mostCharacters', { most });
  }
  if (isList(origin)) {
    return exact ? said('value.entries', { count: most }) : said('value.most', { most });
  }
  return inclusive === false ? said('value.below', { most }) : said('value.atMost', { most });
}

function isList(origin: string): boolean {
  return origin === 'array' || origin === 'set';
}

const formats: Readonly<Record<string, Said>> = {
  email: said('value.email'),
  url: said('value.url'),
  date: said('value.day'),
  datetime: said('value.instant'),
};

function sayFormat({ format, pattern }: IssueOf<'invalid_format'>): Said {
  if (format === 'regex' && pattern) {
    return said('value.pattern', { pattern });
  }
  return formats[format] ?? said('value.form');
}
