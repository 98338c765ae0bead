import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';

const address = '/start.js';

/** Gives the page's blocking script, which is no module, a name for good, as all assets have. */
export function startPlugin(): Plugin {
  let root = '';
  const read = () => {
    const source = readFileSync(path.join(root, address));
    const hash = createHash('sha256').update(source).digest('base64url').slice(0, 8);
    return { source, fileName: `assets/start-${hash}.js` };
  };
  return {
    name: 'meterhouse-start',
    apply: 'build',
    configResolved(config) {
      ({ root } = config);
    },
    generateBundle() {
      this.emitFile({ type: 'asset', ...read() });
    },
    transformIndexHtml: {
      order: 'post',
      handler: (html) => html.replace(address, `/${read().fileName}`),
    },
  };
}
