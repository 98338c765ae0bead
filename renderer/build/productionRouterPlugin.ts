import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const folder = fileURLToPath(
  new URL('../../node_modules/react-router/dist/production', import.meta.url),
);
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
