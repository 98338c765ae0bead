import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { baseMapPlugin } from './renderer/build/baseMapPlugin.ts';
import { leanBlueprintPlugin } from './renderer/build/leanBlueprintPlugin.ts';
import { operationsPlugin } from './renderer/build/operationsPlugin.ts';
import { productionRouterPlugin } from './renderer/build/productionRouterPlugin.ts';
import { silentCallbackPlugin } from './renderer/build/silentCallbackPlugin.ts';
import { startPlugin } from './renderer/build/startPlugin.ts';
import { staticIconsPlugin } from './renderer/build/staticIconsPlugin.ts';
import { usedStylesPlugin } from './renderer/build/usedStylesPlugin.ts';

const house = fileURLToPath(new URL('.', import.meta.url));
const server = process.env.SERVER_URL ?? 'http://127.0.0.1:8080';

/** Small modules of every screen's nodes, as one file. */
const nodeBasics =
  /renderer.core.(format|FormattedValue|FormattedLink|useFullscreen|useIsPrinting)\.tsx?$|schemas.entities.units\.ts$/;

export default defineConfig({
  root: 'renderer',
  cacheDir: '../node_modules/.vite',
  plugins: [
    react(),
    baseMapPlugin(),
    leanBlueprintPlugin(),
    operationsPlugin(),
    productionRouterPlugin(),
    staticIconsPlugin(),
    silentCallbackPlugin(),
    startPlugin(),
    usedStylesPlugin(),
  ],
  resolve: {
    alias: {
      'markdown-to-jsx/react': `${house}renderer/build/plainText.ts`,
      // The package names its CommonJS file alone.
      dayjs: 'dayjs/esm/index.js',
    },
  },
  build: {
    outDir: '../dist/renderer',
    emptyOutDir: true,
    manifest: true,
    sourcemap: 'hidden',
    // The page runs under a strict CSP: nothing inline, no data: URLs, no polyfill script.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: ['renderer/index.html', 'renderer/silent-callback.html'],
      output: {
        codeSplitting: {
          groups: [
            // What every page needs is one file: in two it compresses worse by 7 KB.
            { name: 'first', tags: ['$initial'], test: /^(?!.*silent-?callback)/i },
            { name: 'nodeBasics', test: nodeBasics },
          ],
        },
      },
    },
    reportCompressedSize: false,
  },
  server: {
    host: '127.0.0.1',
    port: 5173,
    strictPort: true,
    // schemas/ and locales/ lie beside the root.
    fs: { allow: [house] },
    // The Host header stays the browser's, so that the sign-in comes back to this address.
    proxy: { '^/(api|oidc|healthz|readyz)(/|$|\\?)': { target: server, changeOrigin: false } },
  },
});
