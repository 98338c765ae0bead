/** The accounts of the demo, as README lists them: one for each role in each market. */

export const demoPassword = 'Meterhouse-demo-1';

const markets = ['pl', 'cz', 'dk'];
const people = ['admin', 'sub', 'user', 'domea', 'support', 'super'];

export const demoUsernames: readonly string[] = [
  ...markets.flatMap((market) => people.map((person) => `${person}.${market}`)),
  'basic.pl',
  'daiad.pl',
];
