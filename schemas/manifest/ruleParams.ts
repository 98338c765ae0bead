import { z } from 'zod';
import { isPattern, type RuleName } from '../rules.ts';

/** The parameters that each rule needs, as a list or by name. */

const number = z.union([z.number(), z.string().regex(/^-?\d+(\.\d+)?$/)]);
const otherField = z.union([z.string(), z.number(), z.boolean()]);

function oneOf(name: string, value: z.ZodType, ...aliases: readonly string[]) {
  const named = [name, ...aliases].map((key) => z.strictObject({ [key]: value }));
  return z.union([z.tuple([value]), ...named], {
    error: `expected one parameter, such as [3] or { "${name}": 3 },`,
  });
}

function twoOf(first: string, second: string) {
  return z.union(
    [z.tuple([number, number]), z.strictObject({ [first]: number, [second]: number })],
    { error: `expected two parameters, such as [1, 5] or { "${first}": 1, "${second}": 5 },` },
  );
}

const none = z.union([z.tuple([]), z.strictObject({})], { error: 'expected no parameters' });
const list = z.union([z.array(otherField).min(1), z.record(z.string(), otherField)], {
  error: 'expected a list of values, such as ["pdf", "csv"],',
});
const locale = z.union(
  [z.tuple([]), z.tuple([z.string()]), z.strictObject({ locale: z.string().optional() })],
  { error: 'expected nothing or a language, such as ["pl"],' },
);
/** A name as it is, or the reader's own. */
const names = z.array(z.string().regex(/^(?:[^$@]|\$session\.(?:username|mail)$)/), {
  error: 'expected a list of names, such as ["$session.username", "$session.mail", "meterhouse"],',
});
const pattern = z.string().refine(isPattern);

export const ruleParams: Readonly<Record<RuleName, z.ZodType>> = {
  required: none,
  alpha: locale,
  alpha_num: locale,
  alpha_dash: locale,
  alpha_spaces: locale,
  numeric: none,
  integer: none,
  password: none,
  uncommon: names,
  digits: oneOf('length', number, 'digits'),
  digits_after_comma: oneOf('digits', number, 'length', 'decimals'),
  email: none,
  url: z.union([none, z.strictObject({ pattern })], {
    error: 'expected nothing, or { "pattern": "…" } without look-around and back-references,',
  }),
  regex: z.union(
    [z.tuple([pattern]), z.strictObject({ regex: pattern }), z.strictObject({ pattern })],
    { error: 'expected a pattern without look-around and back-references, such as ["^[A-Z]"],' },
  ),
  min: oneOf('length', number, 'min'),
  max: oneOf('length', number, 'max'),
  length: oneOf('length', number),
  min_value: oneOf('min', number),
  max_value: oneOf('max', number),
  between: twoOf('min', 'max'),
  not_below: oneOf('target', z.union([z.number(), z.string()])),
  not_before: oneOf('target', z.string()),
  days_at_most: z.union(
    [
      z.tuple([z.string(), number]),
      z.strictObject({ since: z.string(), most: number }),
      z.object({ since: z.string(), by: z.string() }).catchall(number),
    ],
    {
      error:
        'expected a field and a number, such as ["@startDate", 62], or a number for each value of another field, such as { "since": "@startDate", "by": "@sampling", "DAILY": 62 },',
    },
  ),
  is: oneOf('other', otherField),
  is_not: oneOf('other', otherField),
  confirmed: oneOf('target', otherField),
  one_of: list,
  not_one_of: list,
  ext: list,
  image: none,
  mimes: list,
  size: oneOf('size', number),
  dimensions: twoOf('width', 'height'),
};
