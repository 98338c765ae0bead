/**
 * What a password needs (specification §5). That it differs from the last ones only the server can
 * tell. Without zod, for pages tick the rules while one types.
 */

export const passwordLength = { min: 12, max: 24 } as const;
/** So many passwords back, the current one among them, none may be used again. */
export const passwordHistoryLength = 5;

export const passwordRules = {
  length: (password) => {
    const { length } = [...password];
    return length >= passwordLength.min && length <= passwordLength.max;
  },
  lower: (password) => /\p{Ll}/u.test(password),
  upper: (password) => /\p{Lu}/u.test(password),
  digit: (password) => /\p{Nd}/u.test(password),
  symbol: (password) => /[^\p{L}\p{N}\p{M}\s\p{C}]/u.test(password),
  repeat: (password) => password !== '' && !/(.)\1{4}/su.test(password),
} as const satisfies Record<string, (password: string) => boolean>;
export type PasswordRule = keyof typeof passwordRules;

/** The rules that a password breaks, in their order. */
export function findBrokenRules(password: string): PasswordRule[] {
  const rules = Object.entries(passwordRules) as [PasswordRule, (password: string) => boolean][];
  return rules.filter(([, holds]) => !holds(password)).map(([name]) => name);
}
