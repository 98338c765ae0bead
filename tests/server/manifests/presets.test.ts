import { expect, test, vi } from 'vitest';
import type { PresetFile } from '../../../schemas/manifest/preset.ts';
import { loadFiles } from '../../../server/manifests/read/load.ts';
import { createManifestService } from '../../../server/manifests/serve/createManifestService.ts';
import { readManifests } from '../../../server/manifests/serve/readManifests.ts';
import { compareSnapshots } from '../../../server/manifestTools/compare.ts';
import { lint } from '../../../server/manifestTools/lint.ts';
import type { View } from '../../../server/manifestTools/snapshot.ts';
import { writeSmall } from './small.ts';
import { holder } from './subjects.ts';
import { tellers } from './tellers.ts';

const place = 'manifests/modules/consumption/presets/flats.json';
const flats = {
  $schema: '../../../schema/preset.schema.json',
  manifestVersion: 2,
  title: 'home:title',
  period: { months: 1 },
  definition: { reportType: 'FLAT_CONSUMPTION', format: 'XLSX' },
};
const override = {
  $schema: '../../../../schema/overrides/consumption/presets/flats.schema.json',
  manifestVersion: 2,
};

async function faultsOf(preset: object): Promise<string[]> {
  const { directories, save } = await writeSmall();
  await save(place, preset);
  const { faults } = await readManifests(directories);
  return faults.map((fault) => fault.replace(`${place}:`, ''));
}

test('a preset that is sound has no faults', async () => {
  expect(await faultsOf(flats)).toEqual([]);
});

const reading = { reportType: 'DEVICE_READING', sampling: 'DAILY' };
const low = { reportType: 'ZERO_OR_LOW_CONSUMPTION', numberOfDays: 30 };
const errors = { reportType: 'AMM_ERROR_LIST' };
const { period: _period, ...withoutPeriod } = flats;

test.each<[string, object, string | RegExp]>([
  [
    'its schema',
    { ...flats, $schema: 'preset.json' },
    '2:14  $schema  expected "../../../schema/preset.schema.json", found "preset.json"',
  ],
  ['its version', { ...flats, manifestVersion: 1.5 }, /^3:22 {2}manifestVersion {2}expected 2/],
  [
    'a text that isn’t there',
    { ...flats, title: 'home:titel' },
    /title {2}expected a text of locales\/en, found "home:titel", did you mean "home:title"/,
  ],
  [
    'a key that presets don’t have',
    { ...flats, descripton: 'home:title' },
    /descripton {2}expected one of the keys .*, found "descripton", did you mean "description"\?/,
  ],
  ['an icon that there isn’t', { ...flats, icon: 'hous' }, /icon {2}expected .*found "hous"/],
  [
    'a feature that there isn’t',
    { ...flats, access: { anyFeature: ['REPORT_FLATS'] } },
    /access\.anyFeature\[0\] {2}expected .*found "REPORT_FLATS"/,
  ],
  [
    'neither title nor name',
    { ...flats, title: undefined },
    '1:1  expected a "title", or a "reportName" in the "definition", found neither',
  ],
  [
    'a type of jobs',
    { ...flats, definition: { reportType: 'DEVICE_READING_JOB' } },
    /definition\.reportType {2}expected .*did you mean "DEVICE_READING"\?/,
  ],
  [
    'a fixed day',
    { ...flats, definition: { ...flats.definition, startDate: '2026-01-01' } },
    /definition\.startDate {2}expected one of the keys .*found "startDate"/,
  ],
  [
    'properties of an account',
    { ...flats, definition: { ...flats.definition, properties: [17] } },
    /definition\.properties {2}expected one of the keys/,
  ],
  [
    'a column that the type hasn’t',
    {
      ...flats,
      definition: { ...flats.definition, columns: [{ name: 'tenantName' }, { name: 'reading' }] },
    },
    /definition\.columns\[1\]\.name {2}This report has no column "reading"\. It has propertyNumber/,
  ],
  [
    'a key that columns don’t have',
    {
      ...flats,
      definition: { ...flats.definition, columns: [{ name: 'tenantName', heading: 'A' }] },
    },
    /definition\.columns\[0\]\.heading {2}expected one of the keys/,
  ],
  [
    'devices that the type doesn’t cover',
    { ...flats, definition: { ...flats.definition, deviceType: 'SMOKE_DETECTOR' } },
    /definition\.deviceType {2}A report of the type FLAT_CONSUMPTION doesn't cover SMOKE_DETECTOR/,
  ],
  [
    'a field that the type ignores',
    { ...flats, definition: { ...flats.definition, sampling: 'DAILY' } },
    /definition\.sampling {2}a report of the type FLAT_CONSUMPTION takes no "sampling"/,
  ],
  [
    'no period',
    withoutPeriod,
    '1:1  period  expected a period such as { "months": 1 }, which a report of the type FLAT_CONSUMPTION needs, found nothing',
  ],
  ['a period of nothing', { ...flats, period: {} }, /period {2}expected/],
  [
    'no sampling',
    { ...flats, definition: { reportType: 'DEVICE_READING' } },
    /definition {2}expected "sampling", which a report of the type DEVICE_READING needs, found nothing/,
  ],
  [
    'more days than daily values may be of',
    { ...flats, period: { days: 63 }, definition: reading },
    /period {2}expected at most 62 days where the sampling is DAILY, found 63$/,
  ],
  [
    'months that can be longer than daily values may be of',
    { ...flats, period: { months: 3 }, definition: reading },
    /period {2}expected at most 62 days where the sampling is DAILY, found 3 months, which can be 92 days$/,
  ],
  [
    'more days than anything may be of',
    { ...flats, period: { days: 399 } },
    /period {2}expected at most 398 days, found 399$/,
  ],
  [
    'a period of what counts its days',
    { ...flats, definition: low },
    /period {2}a report of the type ZERO_OR_LOW_CONSUMPTION has no period: say "numberOfDays"/,
  ],
  [
    'a period of a list of errors',
    { ...flats, definition: errors },
    /period {2}a report of the type AMM_ERROR_LIST has no period: say "timeBackwards"/,
  ],
  [
    'errors of too long ago',
    { ...withoutPeriod, definition: { ...errors, timeBackwards: 399 } },
    /definition\.timeBackwards {2}expected at most 398 days, found 399$/,
  ],
])('of a preset is told, where it stands: %s', async (_what, preset, fault) => {
  expect(await faultsOf(preset)).toEqual([
    typeof fault === 'string' ? fault : expect.stringMatching(fault),
  ]);
});

test.each([
  [{ period: { months: 13 }, definition: { ...reading, sampling: 'MONTHLY' } }],
  [{ period: { months: 2 }, definition: reading }],
  [{ period: { days: 420 }, definition: { ...reading, sampling: 'WEEKLY' } }],
  [{ period: undefined, definition: low }],
  [{ period: undefined, definition: errors }],
  [{ title: undefined, definition: { ...flats.definition, reportName: 'Flats' } }],
])('what may just be has no faults: %j', async (change) => {
  expect(await faultsOf({ ...flats, ...change })).toEqual([]);
});

test('a preset in a folder without a module is told', async () => {
  const { directories, save } = await writeSmall();
  await save('manifests/modules/nothing/presets/flats.json', flats);
  expect((await readManifests(directories)).faults).toEqual([
    expect.stringContaining('expected modules/nothing/module.json beside this file'),
  ]);
});

test('a market’s override changes, takes away and exchanges the period as a whole', async () => {
  const { directories, save } = await writeSmall();
  await save(place, { ...flats, description: 'home:more' });
  await save('manifests/overrides/pl/consumption/presets/flats.json', {
    ...override,
    description: null,
    period: { days: 31 },
    definition: { format: 'CSV' },
  });
  const { set, faults } = await readManifests(directories);
  expect(faults).toEqual([]);
  const presetIn = (country: 'PL' | 'CZ') =>
    set?.markets[country].presets.get('consumption.flats')?.preset as PresetFile;
  expect(presetIn('PL')).toMatchObject({
    period: { days: 31 },
    definition: { reportType: 'FLAT_CONSUMPTION', format: 'CSV' },
  });
  expect(presetIn('PL')).not.toHaveProperty('description');
  expect(presetIn('CZ')).toMatchObject({
    description: 'home:more',
    period: { months: 1 },
    definition: { format: 'XLSX' },
  });
  // The consumption module is off there.
  expect(set?.markets.DK.presets.size).toBe(0);
});

test('the texts that presets say are used, in overrides too', async () => {
  const { directories, save } = await writeSmall();
  await save('locales/en/consumption.json', { one: 'One', other: 'Other', third: 'Third' });
  await save(place, { ...flats, title: 'consumption:one' });
  await save('manifests/overrides/pl/consumption/presets/flats.json', {
    ...override,
    title: 'consumption:other',
  });
  const warnings = lint(await loadFiles(directories));
  const unused = warnings.filter(({ message }) => message.startsWith('nothing uses'));
  expect(unused.map(({ path }) => path)).toEqual(['third']);
});

test('who isn’t of its rule, or has not its module’s licence, gets no preset; a saved file is in effect at once', async () => {
  const { directories, save } = await writeSmall();
  await save(place, { ...flats, access: { anyRole: ['portal_admin'], countries: ['PL'] } });
  const service = await createManifestService({ ...directories, signIn: {} as never });
  const idsOf = (...subject: Parameters<typeof holder>) =>
    service.presets(holder(...subject)).map(({ id }) => id);
  try {
    expect(idsOf('PL', 'portal_admin')).toEqual(['consumption.flats']);
    expect(idsOf('CZ', 'portal_admin')).toEqual([]);
    expect(idsOf('PL', 'portal_user')).toEqual([]);
    expect(idsOf('PL', 'portal_admin', [])).toEqual([]);
    await save(place, flats);
    await vi.waitFor(() => expect(idsOf('CZ', 'portal_user')).toEqual(['consumption.flats']));
    // Broken, it stays as it was.
    await save(place, '{');
    await vi.waitFor(() => expect(service.problems()).toHaveLength(1));
    expect(idsOf('CZ', 'portal_user')).toEqual(['consumption.flats']);
  } finally {
    service.close();
  }
});

test('beside a snapshot of before there were presets, those that came are named as presets', () => {
  const view = (parts: View['parts']) => ({ country: 'PL', role: 'a', language: 'en', parts });
  const now = view(new Map([['presets', [{ id: 'reports.flats' }]]]));
  const words = compareSnapshots([view(new Map())], [now], tellers.en).map((one) => one.words);
  expect(words).toEqual(['preset reports.flats shown in presets']);
});
