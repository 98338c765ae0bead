import { readBundle } from './scripts/bundle.mjs';

const folder = 'dist/renderer';
const { entryScripts, entryStyles } = readBundle(folder);

/** What a route loads only when it shows it. */
const nodes = [
  ...['MapNode', 'GraphNode', 'FormNode', 'TableNode', 'ControlsNode', 'rules'],
  ...['MarkdownNode', 'TabsNode', 'PickControl'],
  ...['CodeText', 'FactsNode', 'FoldedSection', 'QrNode', 'SecretQuery', 'EcoTrend'],
];
/** What a click or a failure loads, and no route. */
const onRequest = [
  ...['GalleryPage', 'exportRows', 'OverlayLayer', 'VirtualGrid', 'optimistic'],
  ...['commonPasswords', 'IdleWarning', 'EndedBanner', 'TagManager'],
  ...['FailureToaster', 'responseChecks', 'NotificationPanel', 'graphPicture'],
  // Checks of calls that only a form or an upload makes.
  ...[
    'import',
    'contact',
    'password',
    'email',
    'totp',
    'profile',
    'notifications',
    'activity',
    'language',
  ].map((feature) => `virtual:response-checks/${feature}`),
];

/** @param {string[]} shown */
function routeWith(...shown) {
  const absent = [...nodes.filter((node) => !shown.includes(node)), ...onRequest];
  return readBundle(folder, absent).routeScripts;
}

const graphRoute = routeWith('GraphNode', 'TableNode', 'ControlsNode');

export default [
  { name: 'entry JavaScript', path: entryScripts, limit: '150 kB', gzip: true },
  { name: 'entry CSS', path: entryStyles, limit: '50 kB', gzip: true },
  { name: 'a route with a map', path: routeWith('MapNode'), limit: '300 kB', gzip: true },
  { name: 'a route with a table', path: routeWith('TableNode'), limit: '300 kB', gzip: true },
  { name: 'a route with a form', path: routeWith('FormNode'), limit: '300 kB', gzip: true },
  { name: 'a route with a graph', path: graphRoute, limit: '300 kB', gzip: true },
];
