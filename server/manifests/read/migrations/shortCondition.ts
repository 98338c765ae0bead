import { isObject } from '../../../../schemas/isObject.ts';
/** A condition of version 1 in the short form of version 2, as far as that means the very same. */
export function shortenCondition(condition: unknown): unknown {
  if (!isObject(condition)) return condition;
  const { all, any, not } = condition;
  if (Array.isArray(all)) return joinAll(all.map(shortenCondition)) ?? { all: shortenAll(all) };
  if (Array.isArray(any)) return { any: shortenAll(any) };
  return not === undefined
    ? (shortenComparison(condition) ?? condition)
    : { not: shortenCondition(not) };
}

function shortenAll(parts: readonly unknown[]): unknown[] {
  return parts.map(shortenCondition);
}

type PlainObject = Readonly<Record<string, unknown>>;

/** What an object with one of these keys is meant as, and so no field of a short condition. */
const keywords = new Set(['all', 'any', 'not', 'field']);

function shortenComparison({ field, ...rest }: PlainObject): PlainObject | undefined {
  const [[operator, value] = [], ...others] = Object.entries(rest);
  if (typeof field !== 'string' || keywords.has(field)) return undefined;
  if (operator === undefined || others.length > 0) return undefined;
  const isPlain = operator === 'is' || (operator === 'oneOf' && Array.isArray(value));
  return { [field]: isPlain ? value : { [operator]: value } };
}

/** Several comparisons of different fields, which one object says. */
function joinAll(parts: readonly unknown[]): PlainObject | undefined {
  const comparisons = parts.filter(isObject).map((part) => Object.entries(part));
  const fields = comparisons.map((entries) => entries[0]?.[0]);
  const isJoinable =
    comparisons.length === parts.length &&
    parts.length > 1 &&
    comparisons.every((entries) => entries.length === 1) &&
    fields.every((field) => field !== undefined && !keywords.has(field)) &&
    new Set(fields).size === fields.length;
  return isJoinable ? Object.fromEntries(comparisons.flat()) : undefined;
}
