import { readBundle } from './scripts/bundle.mjs';

const { entryScripts, entryStyles, routeScripts } = readBundle('dist/renderer');

export default [
  { name: 'entry JavaScript', path: entryScripts, limit: '150 kB', gzip: true },
  { name: 'entry CSS', path: entryStyles, limit: '50 kB', gzip: true },
  { name: 'any route, all scripts', path: routeScripts, limit: '300 kB', gzip: true },
];
