/**
 * Conditions of manifests: a closed language of data, the same function on server and client. What
 * can't be decided, as when a field is unknown or values don't compare, is in doubt, and what is in
 * doubt in the end is false.
 */

export type Literal = string | number | boolean | null;

/** By operator, what it compares a field with. */
export interface Operators {
  is: Literal;
  isNot: Literal;
  oneOf: readonly Literal[];
  notOneOf: readonly Literal[];
  /** A number, or a day as YYYY-MM-DD; so are the next three. */
  above: number | string;
  atLeast: number | string;
  below: number | string;
  atMost: number | string;
  /** What a list has as an item, or a text has in it. */
  contains: string | number;
  isEmpty: boolean;
}
type Operator = keyof Operators;

/** One field and exactly one operator. */
interface Comparison extends Partial<{ [Name in Operator]: Operators[Name] | undefined }> {
  field: string;
}

/** A zod schema of these is in manifest/condition.ts: pages judge conditions before zod is loaded. */
export type Condition =
  | Comparison
  | { all: readonly Condition[] }
  | { any: readonly Condition[] }
  | { not: Condition };

/** True, false, or undefined when in doubt (Kleene's three-valued logic). */
type Verdict = boolean | undefined;
type Read = (operand: string) => unknown;

/** Says of what `read` answers whether the condition holds; false when in doubt. Never throws. */
export function compileCondition(condition: Condition): (read: Read) => boolean {
  const judge = compile(condition);
  return (read) => judge(read) === true;
}

/** Every field or binding that a condition reads. */
export function listOperands(condition: Condition): string[] {
  if ('all' in condition) return condition.all.flatMap(listOperands);
  if ('any' in condition) return condition.any.flatMap(listOperands);
  if ('not' in condition) return listOperands(condition.not);
  return [condition.field];
}

function compile(condition: Condition): (read: Read) => Verdict {
  if ('not' in condition) {
    const judge = compile(condition.not);
    return (read) => {
      const verdict = judge(read);
      return verdict === undefined ? undefined : !verdict;
    };
  }
  if ('all' in condition || 'any' in condition) {
    // `all` is decided by the first that fails, `any` by the first that holds.
    const [parts, decisive] = 'all' in condition ? [condition.all, false] : [condition.any, true];
    const verdictsOf = parts.map(compile);
    return (read) => {
      const verdicts = verdictsOf.map((judge) => judge(read));
      if (verdicts.includes(decisive)) return decisive;
      return verdicts.includes(undefined) ? undefined : !decisive;
    };
  }
  const { field } = condition;
  for (const name of Object.keys(judges) as Operator[]) {
    const wanted = condition[name];
    if (wanted === undefined) continue;
    const judgeOne = judges[name] as (found: unknown, wanted: unknown) => Verdict;
    return (read) => judgeOne(read(field), wanted);
  }
  return () => undefined;
}

const judges: {
  readonly [Name in Operator]: (found: unknown, wanted: Operators[Name]) => Verdict;
} = {
  is: isEqual,
  isNot: (found, wanted) => negate(isEqual(found, wanted)),
  oneOf: isAmong,
  notOneOf: (found, wanted) => negate(isAmong(found, wanted)),
  above: (found, wanted) => compare(found, wanted, (order) => order > 0),
  atLeast: (found, wanted) => compare(found, wanted, (order) => order >= 0),
  below: (found, wanted) => compare(found, wanted, (order) => order < 0),
  atMost: (found, wanted) => compare(found, wanted, (order) => order <= 0),
  contains: (found, wanted) => {
    if (Array.isArray(found)) return found.includes(wanted);
    return typeof found === 'string' ? found.includes(String(wanted)) : undefined;
  },
  isEmpty: (found, wanted) => isEmpty(found) === wanted,
};

function negate(verdict: Verdict): Verdict {
  return verdict === undefined ? undefined : !verdict;
}

/** A field without a value is unknown; only null itself says that there is none. */
function isEqual(found: unknown, wanted: Literal): Verdict {
  if (found === undefined) return undefined;
  if (found === null || wanted === null) return found === wanted;
  return typeof found === typeof wanted ? found === wanted : undefined;
}

function isAmong(found: unknown, wanted: readonly Literal[]): Verdict {
  const verdicts = wanted.map((one) => isEqual(found, one));
  if (verdicts.includes(true)) return true;
  return verdicts.includes(false) ? false : undefined;
}

const day = /^\d{4}-\d{2}-\d{2}/;

/** Numbers compare with numbers, days with days; anything else is in doubt. */
function compare(found: unknown, wanted: unknown, holds: (order: number) => boolean): Verdict {
  if (typeof found === 'number' && typeof wanted === 'number') {
    return Number.isNaN(found) ? undefined : holds(found - wanted);
  }
  if (typeof found !== 'string' || typeof wanted !== 'string') return undefined;
  if (!day.test(found) || !day.test(wanted)) return undefined;
  return holds(found < wanted ? -1 : Number(found > wanted));
}

function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null || value === false) return true;
  if (typeof value === 'string') return value.trim() === '';
  return Array.isArray(value) && value.length === 0;
}
