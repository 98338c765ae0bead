import { languageFacts, locales } from './entities/languages.ts';
import { findBrokenRules } from './passwordPolicy.ts';
import { dayMs } from './time.ts';

/**
 * The rules that form files name, by the semantics that users of the well-known Vue validation
 * library know, but for those of patterns (rules.ts). An optional value that is empty passes each but
 * `required`. No rule throws, and none takes longer than in proportion to the value.
 */

/** By position, `[1, 5]`, or by name, `{ min: 1, max: 5 }`. */
export type RuleParams = readonly unknown[] | Readonly<Record<string, unknown>>;
export type Rule = (value: unknown, params: RuleParams) => boolean;

export const plainRules = {
  required: (value) =>
    value !== undefined &&
    value !== null &&
    value !== false &&
    !(typeof value === 'string' && value.trim() === '') &&
    !asList(value)?.every(isEmpty),

  alpha: each((value, params) => alphabet(params, '').test(value)),
  alpha_num: each((value, params) => alphabet(params, '\\p{N}').test(value)),
  alpha_dash: each((value, params) => alphabet(params, '\\p{N}_-').test(value)),
  alpha_spaces: each((value, params) => alphabet(params, '\\s').test(value)),
  numeric: each((value) => /^[0-9]+$/.test(value)),
  integer: each((value) => /^-?[0-9]+$/.test(value)),
  digits: each((value, params) => /^[0-9]+$/.test(value) && hasLength(value, params)),
  digits_after_comma: each((value, params) => {
    const [, fraction = ''] = /^[+-]?(?:[0-9]+[.,]?|[.,](?=[0-9]))([0-9]*)$/.exec(value) ?? [];
    const isNumber = /^[+-]?[0-9]*[.,]?[0-9]*$/.test(value) && /[0-9]/.test(value);
    return isNumber && fraction.length <= numberOf(params, 0, 'digits', 'length', 'decimals');
  }),
  email: each(
    (value) => value.length <= 254 && /^[^\s@,;<>()]+@[^\s@.]+(\.[^\s@.]+)+$/.test(value),
  ),
  password: each((value) => findBrokenRules(value).length === 0),
  /** Of a password: its field warns while one types, and nothing refuses. */
  uncommon: () => true,

  min: each((value, params) => lengthOf(value) >= numberOf(params, 0, 'length', 'min')),
  max: each((value, params) => lengthOf(value) <= numberOf(params, 0, 'length', 'max')),
  length: optional((value, params) => {
    const wanted = numberOf(params, 0, 'length');
    const list = asList(value);
    return (list ? list.length : lengthOf(textOf(value))) === wanted;
  }),
  min_value: each((value, params) => Number(value) >= numberOf(params, 0, 'min')),
  max_value: each((value, params) => Number(value) <= numberOf(params, 0, 'max')),
  between: each((value, params) => {
    const number = Number(value);
    return number >= numberOf(params, 0, 'min') && number <= numberOf(params, 1, 'max');
  }),

  not_below: each((value, params) => {
    const least = param(params, 0, 'target');
    // A field that isn't filled in sets no limit.
    return isEmpty(least) || Number(value) >= Number(least);
  }),
  not_before: optional((value, params) => textOf(value) >= textOf(param(params, 0, 'target'))),
  days_at_most: optional((value, params) => {
    const since = param(params, 0, 'since');
    const choice = textOf(param(params, -1, 'by'));
    const most = numberOf(params, 1, choice === '' ? 'most' : choice);
    // Of what isn't filled in yet nothing is known.
    return isEmpty(since) || Number.isNaN(most) || countDays(textOf(since), textOf(value)) <= most;
  }),

  is: optional((value, params) => value === param(params, 0, 'other')),
  is_not: optional((value, params) => value !== param(params, 0, 'other')),
  confirmed: optional((value, params) => textOf(value) === textOf(param(params, 0, 'target'))),
  one_of: optional((value, params) => itemsOf(value).every((one) => isListed(one, params))),
  not_one_of: optional((value, params) => itemsOf(value).every((one) => !isListed(one, params))),

  ext: files((file, params) => {
    const name = file.name.toLowerCase();
    return listOf(params).some((ending) => name.endsWith(`.${textOf(ending).toLowerCase()}`));
  }),
  image: files(({ name }) => /\.(jpe?g|svg|gif|png|webp|bmp|avif)$/i.test(name)),
  mimes: files(({ type }, params) => listOf(params).some((mime) => isOfType(type, textOf(mime)))),
  size: files(({ size }, params) => size <= numberOf(params, 0, 'size') * bytesPerKilobyte),
  dimensions: optional((value, params) => {
    const [width, height] = [numberOf(params, 0, 'width'), numberOf(params, 1, 'height')];
    return itemsOf(value).every((image) => {
      const found = image as { width?: unknown; height?: unknown };
      return isObject(image) && found.width === width && found.height === height;
    });
  }),
} as const satisfies Record<string, Rule>;

const bytesPerKilobyte = 1024;

/** Empty optional values pass, and what goes wrong within is a no. */
function optional(rule: Rule): Rule {
  return (value, params) => {
    try {
      return isEmpty(value) || rule(value, params);
    } catch {
      return false;
    }
  };
}

/** A rule of a text or number; of a list, it holds for each. */
export function each(rule: (value: string, params: RuleParams) => boolean): Rule {
  return optional((value, params) =>
    itemsOf(value).every((one) => !isObject(one) && rule(textOf(one), params)),
  );
}

interface FileFacts {
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  readonly type: string;
}

/** A rule of a file or of several. */
function files(rule: (file: FileFacts, params: RuleParams) => boolean): Rule {
  return optional((value, params) =>
    itemsOf(value).every((file) => {
      if (!isObject(file)) return false;
      const { name, size, type } = file as Partial<FileFacts>;
      return rule({ name: textOf(name), size: Number(size), type: textOf(type) }, params);
    }),
  );
}

function isEmpty(value: unknown): boolean {
  const isNothing = value === undefined || value === null || value === '';
  return isNothing || asList(value)?.length === 0;
}

/** Arrays, and what looks like one as a browser's list of files does. */
function asList(value: unknown): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value;
  if (typeof FileList !== 'undefined' && value instanceof FileList) return [...value];
  return undefined;
}

function itemsOf(value: unknown): readonly unknown[] {
  return asList(value) ?? [value];
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

function textOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** Characters as readers count them, not UTF-16 units. */
function lengthOf(text: string): number {
  return [...text].length;
}

/** From one day to another as YYYY-MM-DD, both included. */
function countDays(first: string, last: string): number {
  return (Date.parse(last) - Date.parse(first)) / dayMs + 1;
}

function hasLength(text: string, params: RuleParams): boolean {
  return lengthOf(text) === numberOf(params, 0, 'length', 'digits');
}

export function param(params: RuleParams, at: number, ...names: readonly string[]): unknown {
  if (Array.isArray(params)) return params[at];
  const named = params as Readonly<Record<string, unknown>>;
  const name = names.find((one) => Object.hasOwn(named, one));
  return name === undefined ? undefined : named[name];
}

/** A missing parameter is no number, with which nothing compares: the rule fails. */
function numberOf(params: RuleParams, at: number, ...names: readonly string[]): number {
  const found = param(params, at, ...names);
  return found === undefined || found === null || found === '' ? Number.NaN : Number(found);
}

/** All parameters as one list, whether given as one, in one, or by name. */
function listOf(params: RuleParams): readonly unknown[] {
  return (Array.isArray(params) ? params : Object.values(params)).flat();
}

/** As `==` compares texts with numbers, for the values of a form's inputs are texts. */
function isListed(value: unknown, params: RuleParams): boolean {
  return listOf(params).some((one) => one === value || textOf(one) === textOf(value));
}

function isOfType(type: string, wanted: string): boolean {
  const [kind, subtype] = wanted.toLowerCase().split('/');
  const found = type.toLowerCase().split('/');
  return found[0] === kind && (subtype === '*' || subtype === undefined || found[1] === subtype);
}

/** Texts of a language's letters, or of any language's when none is named, and `others`. */
function alphabet(params: RuleParams, others: string): RegExp {
  const locale = textOf(param(params, 0, 'locale'));
  const known = locales.find((one) => one === locale);
  const own = known ? languageFacts[known].letters : '\\p{L}\\p{M}';
  return new RegExp(`^[${own}${others}]+$`, 'u');
}
