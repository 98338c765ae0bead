import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const folder = fileURLToPath(new URL('charts/', import.meta.url));

const recharts = /[\\/]node_modules[\\/]recharts[\\/]/;
const unused = /\/(DefaultTooltipContent|Sector|Cross|useChartSynchronisation)$/;

/** What stands in for which module of d3. */
const standIns: Readonly<Record<string, string>> = {
  'victory-vendor/d3-scale': `${folder}scales.ts`,
  'victory-vendor/d3-shape': `${folder}shapes.ts`,
  'd3-interpolate': `${folder}interpolate.ts`,
};

const shapes = /[\\/]d3-shape[\\/]dist[\\/]d3-shape\.mjs$/;
// Assigned beside the functions, so that a bundler keeps them and all that they name.
const curves = /^(?!Linear\b)\w+\.prototype = \{\n[\s\S]*?^\};$/gm;

/**
 * Leaves out what the portal's graphs never draw, and of d3 scales of time and colour, and curves.
 * Recharts picks scales and curves by their names, so that no bundler could tell.
 */
export function leanChartsPlugin(): Plugin {
  return {
    name: 'meterhouse-lean-charts',
    enforce: 'pre',
    transform: (code, id) =>
      shapes.test(id) ? { code: code.replaceAll(curves, ''), map: null } : undefined,
    resolveId(id, importer = '') {
      if (recharts.test(importer) && unused.test(id)) return `${folder}unused.ts`;
      return importer.startsWith(folder) ? undefined : standIns[id];
    },
  };
}
