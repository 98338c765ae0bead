import path from 'node:path';
import type { Plugin } from 'vite';

const house = path.join(import.meta.dirname, '../..');
const folder = path.join(house, 'node_modules', 'react-router', 'dist', 'production');
const files: Readonly<Record<string, string>> = {
  'react-router': `${folder}/index.mjs`,
  'react-router/dom': `${folder}/dom-export.mjs`,
};

/**
 * Builds pages with the router's production files: its package names those with a developer's warnings
 * for everybody.
 */
export function productionRouterPlugin(): Plugin {
  return {
    name: 'meterhouse-production-router',
    apply: 'build',
    enforce: 'pre',
    resolveId: (id) => files[id],
  };
}
