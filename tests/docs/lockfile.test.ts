import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

interface Locked {
  readonly resolved?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
  packages: Readonly<Record<string, Locked>>;
};
const entries = Object.entries(packages);

/** Where Node looks for what a package needs, from within outwards. */
function isLocked(of: string, name: string): boolean {
  for (
    let place = of;
    ;
    place = place.slice(0, Math.max(0, place.lastIndexOf('node_modules/') - 1))
  ) {
    if (`${place}${place ? '/' : ''}node_modules/${name}` in packages) return true;
    if (place === '') return false;
  }
}

// `npm ci` refuses a lock that lacks another system's package, also where nobody needs it.
it('the lock has all that its packages may need, on every system', () => {
  const needed = entries.flatMap(([of, { dependencies, optionalDependencies }]) =>
    Object.keys({ ...dependencies, ...optionalDependencies }).map((name) => ({ of, name })),
  );
  expect(needed.length).toBeGreaterThan(500);
  expect(needed.filter(({ of, name }) => !isLocked(of, name))).toEqual([]);
});

it('the lock names no registry', () => {
  expect(entries.filter(([, { resolved }]) => resolved?.startsWith('http'))).toEqual([]);
});
