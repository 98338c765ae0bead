/** Dialling prefixes of the markets and their neighbours (ITU-T E.164), the markets first. */
export const dialingPrefixes: readonly (readonly [string, string])[] = [
  ['PL', '+48'],
  ['CZ', '+420'],
  ['DK', '+45'],
  ['AT', '+43'],
  ['BE', '+32'],
  ['CH', '+41'],
  ['DE', '+49'],
  ['EE', '+372'],
  ['ES', '+34'],
  ['FI', '+358'],
  ['FR', '+33'],
  ['GB', '+44'],
  ['HU', '+36'],
  ['IE', '+353'],
  ['IT', '+39'],
  ['LT', '+370'],
  ['LV', '+371'],
  ['NL', '+31'],
  ['NO', '+47'],
  ['PT', '+351'],
  ['RO', '+40'],
  ['SE', '+46'],
  ['SK', '+421'],
  ['UA', '+380'],
];

/** A number's prefix, when it has a known one, and the rest. */
export function splitPhone(phone: string): { prefix: string | undefined; number: string } {
  const compact = phone.replace(/^00/, '+').replace(/[\s()-]/g, '');
  const known = dialingPrefixes
    .map(([, prefix]) => prefix)
    .filter((prefix) => compact.startsWith(prefix))
    // +420 and +421 before +42.
    .toSorted((one, other) => other.length - one.length)[0];
  if (!known) return { prefix: undefined, number: phone };
  return { prefix: known, number: compact.slice(known.length) };
}
