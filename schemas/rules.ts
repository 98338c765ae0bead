import { RE2JS } from 're2js';
import { each, param, plainRules, type Rule } from './plainRules.ts';

/**
 * All rules that form files name. Patterns run on a linear-time engine, since product owners write
 * them (V8's own can be made to backtrack for hours); a browser loads it only for a form that has some.
 */
export const rules = {
  ...plainRules,
  url: each((value, params) => {
    const protocols = URL.canParse(value) ? new URL(value).protocol : '';
    const pattern = param(params, 0, 'pattern');
    return /^https?:$/.test(protocols) && (pattern === undefined || matches(pattern, value));
  }),
  regex: each((value, params) => matches(param(params, 0, 'regex', 'pattern'), value)),
} as const satisfies Record<string, Rule>;
export type RuleName = keyof typeof rules;

const maxPatterns = 200;
const patterns = new Map<string, RE2JS | undefined>();

/** Whether a pattern is found in a text. What is no pattern matches nothing. */
function matches(pattern: unknown, text: string): boolean {
  const source = pattern instanceof RegExp ? pattern.source : pattern;
  const flags = pattern instanceof RegExp && pattern.ignoreCase ? RE2JS.CASE_INSENSITIVE : 0;
  if (typeof source !== 'string') return false;
  const key = `${flags}:${source}`;
  if (!patterns.has(key)) {
    if (patterns.size >= maxPatterns) patterns.clear();
    patterns.set(key, compilePattern(source, flags));
  }
  return patterns.get(key)?.matcher(text).find() ?? false;
}

function compilePattern(source: string, flags: number): RE2JS | undefined {
  try {
    return RE2JS.compile(source, flags);
  } catch {
    return undefined;
  }
}

/** Whether a pattern can be used: it is no pattern, or needs look-around or back-references. */
export function isPattern(source: string): boolean {
  return compilePattern(source, 0) !== undefined;
}
