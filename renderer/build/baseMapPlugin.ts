import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Plugin } from 'vite';
import { type Countries, clipToEurope } from './europe.ts';

const virtualId = 'virtual:base-map';
const resolvedId = `\0${virtualId}`;
const devUrl = '/@base-map.json';

function createBaseMapJson(): string {
  const file = createRequire(import.meta.url).resolve('world-atlas/countries-50m.json');
  return JSON.stringify(clipToEurope(JSON.parse(readFileSync(file, 'utf8')) as Countries));
}

/**
 * Gives the renderer `virtual:base-map`, whose default export is the URL of a GeoJSON file with
 * the outlines of Europe's countries: an own file, so that only a drawn map loads it.
 */
export function baseMapPlugin(): Plugin {
  let base = '/';
  let isBuild = true;
  return {
    name: 'meterhouse-base-map',
    configResolved(config) {
      base = config.base;
      isBuild = config.command === 'build';
    },
    configureServer(server) {
      server.middlewares.use(devUrl, (_request, response) => {
        response.setHeader('content-type', 'application/json').end(createBaseMapJson());
      });
    },
    resolveId: (id) => (id === virtualId ? resolvedId : undefined),
    load(id) {
      if (id !== resolvedId) return undefined;
      if (!isBuild) return `export default ${JSON.stringify(devUrl)};`;
      const source = createBaseMapJson();
      const hash = createHash('sha256').update(source).digest('hex').slice(0, 8);
      const fileName = `assets/base-map-${hash}.json`;
      this.emitFile({ type: 'asset', fileName, source });
      return `export default ${JSON.stringify(base + fileName)};`;
    },
  };
}
