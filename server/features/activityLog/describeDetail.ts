import type { Difference, DifferenceOf } from './differences.ts';
import type { LoggedValue } from './loggedValues.ts';

/** What else an entry knows, in one line: names and values, and what they were before. */
export function describeDetail(detail: Readonly<Record<string, unknown>>): string {
  return Object.entries(detail)
    .map(([name, value]) => `${name}: ${describe(value)}`)
    .join('; ');
}

/** An empty list, too. */
const orNothing = (said: LoggedValue = '') => (said === '' ? '–' : said);

function describe(value: unknown): string {
  if (Array.isArray(value)) return value.map(describeOne).join(', ');
  if (isDifference(value)) return `${orNothing(value.before)} → ${orNothing(value.after)}`;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function describeOne(value: unknown): string {
  const { of } = value as Partial<DifferenceOf>;
  return of === undefined ? describe(value) : `${describe(value)} (${of})`;
}

function isDifference(value: unknown): value is Difference {
  return typeof value === 'object' && value !== null && ('before' in value || 'after' in value);
}
