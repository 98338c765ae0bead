import { Classes } from '@blueprintjs/core';
import type { Plugin } from 'vite';

/** Blueprint's list of all its classes. */
export const classesModule = /[\\/]@blueprintjs[\\/]core[\\/].*[\\/]common[\\/]classes\.js$/;
const madeName = /export const (\w+) = `[^`]*`;/g;
const askedMode = /\b(?:Utils\.)?isNodeEnv\("(\w+)"\)/g;

/**
 * Writes out what Blueprint finds out as it runs, so that a bundler leaves out what is never used: its
 * 300 class names, made of a prefix that can be set, and its warnings to developers.
 */
export function leanBlueprintPlugin(): Plugin {
  const names: Readonly<Record<string, unknown>> = Classes;
  return {
    name: 'meterhouse-lean-blueprint',
    apply: 'build',
    transform(code, id) {
      if (!/[\\/]@blueprintjs[\\/].*\.js$/.test(id)) return undefined;
      const isNames = classesModule.test(id);
      const written = code
        .replace(askedMode, (_, mode: string) => String(mode === 'production'))
        .replace(madeName, (made, name: string) =>
          isNames ? `export const ${name} = ${JSON.stringify(names[name])};` : made,
        );
      return { code: written, map: null };
    },
  };
}
