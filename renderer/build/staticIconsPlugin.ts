import type { Plugin } from 'vite';

const loader = /@blueprintjs[\\/]icons[\\/]lib[\\/]esm[\\/]iconLoader\.js$/;
const drawing =
  /@blueprintjs[\\/]icons[\\/]lib[\\/]esm[\\/](generated[\\/]components[\\/]|svgIconContainer)/;
const isLarge = /const isLarge = .*;/;

/**
 * Leaves Blueprint's icon loader out: with it come the names of all 700 icons (13 KB gz in the first
 * load) and their drawings. Icons are elements from renderer/core/Icon.tsx. Each has a second drawing
 * for sizes from 20 pixels on, which is left out too: the first scales.
 */
export function staticIconsPlugin(): Plugin {
  return {
    name: 'static-icons',
    transform(code, id) {
      if (!drawing.test(id)) return undefined;
      if (!isLarge.test(code)) return undefined;
      return { code: code.replace(isLarge, 'const isLarge = false;'), map: null };
    },
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
