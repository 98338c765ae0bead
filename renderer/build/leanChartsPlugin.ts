import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const folder = fileURLToPath(new URL('charts/', import.meta.url));

const recharts = /[\\/]node_modules[\\/]recharts[\\/]/;
/** What stands in for which module of Recharts, whose modules name each other by path. */
const ownParts: readonly (readonly [RegExp, file: string])[] = [
  [/\/(DefaultTooltipContent|Sector|Cross|useChartSynchronisation)$/, 'unused'],
  [/\/(Label|LabelList|ResponsiveContainer|PolarUtils|polarAxisSelectors)$/, 'unused'],
  [/\/(JavascriptAnimate|AnimatedItems|useAnimationStartSnapshot|matchBy)$/, 'still'],
  [/\/Text$/, 'text'],
  [/\/getNiceTickValues$/, 'ticks'],
];

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
 * Leaves out what the portal's graphs never draw: labels, animations, round charts, and of d3
 * scales of time and colour, and curves. Recharts picks scales and curves by their names, and the
 * rest by properties, so that no bundler could tell.
 */
export function leanChartsPlugin(): Plugin {
  return {
    name: 'meterhouse-lean-charts',
    enforce: 'pre',
    transform: (code, id) =>
      shapes.test(id) ? { code: code.replaceAll(curves, ''), map: null } : undefined,
    resolveId(id, importer = '') {
      if (importer.startsWith(folder)) return undefined;
      const part = recharts.test(importer) && ownParts.find(([path]) => path.test(id));
      return part ? `${folder}${part[1]}.ts` : standIns[id];
    },
  };
}
