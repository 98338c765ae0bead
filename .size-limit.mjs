import { readBundle } from './scripts/bundle.mjs';

/** Budgets of what a browser receives: the brotli copies that the build writes and the server sends. */
const folder = 'dist/renderer';
const { entryScripts, entryStyles } = readBundle(folder);

/** What a route loads only when it shows it. */
const nodes = [
  ...['MapNode', 'GraphNode', 'FormNode', 'FormSample', 'TableNode', 'ControlsNode', 'rules'],
  ...['MarkdownNode', 'TabsNode', 'PickControl', 'CardsNode', 'CalendarNode', 'FileNode'],
  ...['MultiPickControl', 'SearchControl', 'CodeText', 'FactsNode', 'FoldedSection'],
  ...['FoldedArticle', 'QrNode', 'SecretQuery', 'EcoTrend'],
];
/** What a click or a failure loads, and no route. */
const onRequest = [
  ...[
    'DayPicker',
    'GalleryPage',
    'exportRows',
    'FilterInputs',
    'ViewPanel',
    'ColumnPanel',
    'OverlayLayer',
    'PdfPages',
    // A download whose name the answer says.
    'content-disposition/dist/index.js',
    'VirtualGrid',
    'optimistic',
  ],
  ...[
    'commonPasswords',
    'IdleWarning',
    'EndedBanner',
    'CurrentPreview',
    'SupportBanner',
    'TagManager',
  ],
  ...[
    'FailureToaster',
    'responseChecks',
    'NotificationPanel',
    'TopBarMenu',
    'UploadField',
    'sendFile',
    'graphCsv',
    'graphPicture',
    'MarkedText',
    'changes',
  ],
  // Checks of calls that only a form, an upload or another page's table makes.
  ...[
    'import',
    'readingQuestion',
    'period',
    'contact',
    'supportMessage',
    'password',
    'email',
    'totp',
    'profile',
    'notifications',
    'activity',
    'activityLog',
    'language',
    'sessions',
    'lock',
    'report',
    'reportJob',
    'reportDefinition',
    'reportPreset',
    'live',
    'jobs',
    'warning',
    'warningSetting',
    'waterSpill',
    'leakage',
    'temperature',
    'highWaterConsumption',
    'humidity',
    'co2',
    'waterBalance',
    'document',
    'documentPackage',
    'explanation',
    'managedDocument',
    'module',
    'permissionPackage',
    'preview',
    'administrator',
    'billingAdmin',
    'subAdministrator',
    'alertChoice',
    'webhook',
    'subscription',
    'upload',
    'static',
    'staticFile',
  ].map((feature) => `virtual:response-checks/${feature}`),
];

/** @param {string[]} shown */
function routeWith(...shown) {
  const absent = [...nodes.filter((node) => !shown.includes(node)), ...onRequest];
  return readBundle(folder, absent).routeScripts;
}

const graphRoute = routeWith('GraphNode', 'TableNode', 'ControlsNode');

/** @param {string} name @param {string[]} path @param {string} limit */
const budget = (name, path, limit) => ({ name, path, limit, brotli: false, gzip: false });

export default [
  budget('entry JavaScript', entryScripts, '150 kB'),
  budget('entry CSS', entryStyles, '30 kB'),
  budget('a route with a map', routeWith('MapNode'), '300 kB'),
  budget('a route with a table', routeWith('TableNode'), '300 kB'),
  budget('a route with a form', routeWith('FormNode', 'FormSample'), '300 kB'),
  budget('a route with a graph', graphRoute, '300 kB'),
];
