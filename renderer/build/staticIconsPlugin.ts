import type { Plugin } from 'vite';

const loader = /@blueprintjs[\\/]icons[\\/]lib[\\/]esm[\\/]iconLoader\.js$/;

/**
 * Leaves Blueprint's icon loader out: with it come the names of all 700 icons (13 KB gz in the first
 * load) and their drawings. Icons are elements from renderer/core/Icon.tsx.
 */
export function staticIconsPlugin(): Plugin {
  return {
    name: 'static-icons',
    load(id) {
      if (!loader.test(id)) return undefined;
      return `export const Icons = {
        getPaths: () => undefined,
        load: (icon) => Promise.reject(
          new Error('Icon «' + icon + '» is named by a string. Pass an element of core/Icon.tsx.'),
        ),
      };`;
    },
  };
}
