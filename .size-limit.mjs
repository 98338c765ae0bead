import { statSync } from 'node:fs';
import { readBundle } from './scripts/bundle.mjs';
import { listScreenParts, screenParts } from './scripts/screenParts.mjs';
import { readManifests } from './server/manifests/serve/readManifests.ts';

/** Budgets of what a browser receives: the brotli copies that the build writes and the server sends. */
const folder = 'dist/renderer';
const { entryScripts, entryStyles } = readBundle(folder);

/** All are weighed; so many are named. */
const shownScreens = 5;
/** What a choice brings to a page that is there already, beyond what its route may load. */
const chosenLimits = {
  // The example of the colours: a graph beside forms.
  'profile-settings.preferences': '350 kB',
};
/**
 * What a click or a failure loads, and no route. The toasts of failures come two seconds after a page,
 * while it rests.
 */
const onRequest = [
  ...[
    'DayPicker',
    'GalleryPage',
    'exportRows',
    'ColumnFilterPanel',
    'TableMenu',
    // Once it is scrolled to.
    'DotsPicture',
    'ViewPanel',
    'ColumnPanel',
    'dragColumn',
    'OverlayLayer',
    'PdfPages',
    // A download whose name the answer says.
    'content-disposition/dist/index.js',
    // Of long tables, once their rows are there.
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
    'sendFile',
    'graphCsv',
    'graphPicture',
    'MarkedText',
  ],
];

const { set, faults } = await readManifests({
  manifestsDirectory: 'manifests',
  localesDirectory: 'locales',
});
if (!set) throw new Error(`The manifests have faults:\n${faults.join('\n')}`);

/**
 * The scripts of every market's every route.
 * @param {boolean} isChosen
 */
function* weighScreens(isChosen) {
  for (const manifests of Object.values(set.markets)) {
    for (const { route } of manifests.routes.values()) {
      if (route.screen === undefined) continue;
      const shown = listScreenParts(manifests, route.screen, { isChosen });
      const absent = screenParts.filter((name) => !shown.includes(name));
      yield {
        screen: route.screen,
        files: readBundle(folder, [...absent, ...onRequest]).routeScripts,
      };
    }
  }
}

/**
 * The screens with the most to load, one for each set of scripts.
 * @param {boolean} isChosen
 */
function listHeaviest(isChosen) {
  const bySet = new Map();
  for (const { screen, files } of weighScreens(isChosen)) {
    const bytes = files.reduce((sum, file) => sum + statSync(file).size, 0);
    const key = files.toSorted().join();
    if (!bySet.has(key)) bySet.set(key, { screen, files, bytes });
  }
  return [...bySet.values()]
    .toSorted((one, other) => other.bytes - one.bytes)
    .slice(0, shownScreens);
}

/** @param {string} name @param {string[]} path @param {string} limit */
const budget = (name, path, limit) => ({ name, path, limit, brotli: false, gzip: false });

export default [
  budget('entry JavaScript', entryScripts, '150 kB'),
  budget('entry CSS', entryStyles, '30 kB'),
  ...listHeaviest(false).map(({ screen, files }) => budget(`route: ${screen}`, files, '300 kB')),
  ...listHeaviest(true).map(({ screen, files }) =>
    budget(`with all that can be chosen: ${screen}`, files, chosenLimits[screen] ?? '300 kB'),
  ),
];
