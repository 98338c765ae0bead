import { Classes } from '@blueprintjs/core';
import type { Plugin } from 'vite';

/** Blueprint's list of all its classes. */
export const classesModule = /[\\/]@blueprintjs[\\/]core[\\/].*[\\/]common[\\/]classes\.js$/;
const madeName = /export const (\w+) = `[^`]*`;/g;

/**
 * Writes Blueprint's class names out. As it makes them, of a prefix that can be set, a bundler can't
 * know that making one has no effect, and leaves none of the 300 out.
 */
export function classNamesPlugin(): Plugin {
  const names: Readonly<Record<string, unknown>> = Classes;
  return {
    name: 'meterhouse-class-names',
    transform(code, id) {
      if (!classesModule.test(id)) return undefined;
      const written = code.replace(
        madeName,
        (_, name: string) => `export const ${name} = ${JSON.stringify(names[name])};`,
      );
      return { code: written, map: null };
    },
  };
}
