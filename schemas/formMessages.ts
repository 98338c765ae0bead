import { linePattern } from './line.ts';

/** What forms say is wrong, in words: pages and the API say the same. */

type Values = Readonly<Record<string, unknown>>;

/** The text of a locale key, or of the first of several that has one. */
export type Say = (key: string | string[], values: Values) => string;

/** By JSON Schema keyword: the locale key in `validation`, and its placeholders. */
const byKeyword: Readonly<Record<string, (params: Values) => [string, Values?]>> = {
  required: () => ['required'],
  minLength: ({ limit }) => (limit === 1 ? ['required'] : ['min', { length: limit }]),
  maxLength: ({ limit }) => ['max', { length: limit }],
  minimum: ({ limit }) => ['min_value', { min: limit }],
  exclusiveMinimum: ({ limit }) => ['min_value', { min: limit }],
  maximum: ({ limit }) => ['max_value', { max: limit }],
  exclusiveMaximum: ({ limit }) => ['max_value', { max: limit }],
  minItems: ({ limit }) => ['minItems', { length: limit }],
  maxItems: ({ limit }) => ['maxItems', { length: limit }],
  uniqueItems: () => ['uniqueItems'],
  multipleOf: ({ multipleOf }) =>
    Number(multipleOf) < 1
      ? ['digits_after_comma', { digits: Math.round(-Math.log10(Number(multipleOf))) }]
      : ['integer'],
  pattern: ({ pattern }) => [pattern === linePattern.source ? 'line' : 'regex'],
  enum: () => ['choice'],
  const: () => ['choice'],
  oneOf: () => ['variant'],
  anyOf: () => ['variant'],
  format: ({ format }) => [formats[String(format)] ?? 'fallback'],
  type: ({ type }) => [type === 'integer' || type === 'number' ? 'type' : 'fallback'],
  additionalProperties: () => ['hidden'],
  hidden: () => ['hidden'],
};

const formats: Readonly<Record<string, string>> = {
  email: 'email',
  uri: 'url',
  date: 'date',
  'date-time': 'date',
  time: 'time',
};

/** A JSON Schema error in the reader's words. */
export function keywordMessage(
  { name = '', params }: { readonly name?: string | undefined; readonly params?: unknown },
  t: Say,
): string {
  const found = Object.hasOwn(byKeyword, name) ? byKeyword[name] : undefined;
  const [key, values] = found?.((params ?? {}) as Values) ?? ['fallback'];
  return t(`validation:${key}`, { ...values });
}

/** By rule: the names of its parameters, as its text has them. */
const ruleValues: Readonly<Record<string, readonly string[]>> = {
  between: ['min', 'max'],
  digits: ['length'],
  digits_after_comma: ['digits'],
  days_at_most: ['since', 'most'],
  dimensions: ['width', 'height'],
  is: ['other'],
  is_not: ['other'],
  length: ['length'],
  max: ['length'],
  max_value: ['max'],
  min: ['length'],
  min_value: ['min'],
  size: ['size'],
};

/**
 * A failed rule in the reader's words; parameters come by position or by name. Without those that its
 * words need it says only that something is wrong.
 */
export function ruleMessage(rule: string, params: unknown, t: Say): string {
  if (params === undefined && Object.hasOwn(ruleValues, rule)) return t('validation:fallback', {});
  const list = Array.isArray(params) ? params : Object.values((params ?? {}) as object);
  const named = Array.isArray(params) ? {} : ((params ?? {}) as Values);
  const values = Object.fromEntries(
    (ruleValues[rule] ?? []).map((name, at) => [name, named[name] ?? list[at]]),
  );
  const words = { ...values, list: list.flat().join(', ') };
  return t([`validation:${rule}`, 'validation:fallback'], words);
}
