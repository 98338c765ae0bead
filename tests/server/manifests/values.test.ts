import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { documentTypes } from '../../../schemas/entities/document.ts';
import { countries } from '../../../schemas/entities/market.ts';
import { createManifestService } from '../../../server/manifests/serve/createManifestService.ts';
import { isOffered } from '../../../server/markets.ts';
import { copyReal } from './copyReal.ts';
import { holder } from './subjects.ts';

/** Values of enumerations that a market's file takes away, on its screens and in its forms. */

const signIn = { authority: 'https://sign-in.example', clientId: 'portal', scope: 'openid' };

async function copyWith(values: object) {
  const copy = await copyReal();
  const { manifestsDirectory } = copy.directories;
  const market = JSON.parse(
    await readFile(path.join(manifestsDirectory, 'markets/cz.json'), 'utf8'),
  );
  await copy.write('markets/cz.json', { ...market, values });
  return copy;
}

const screen = (place: string, children: object) =>
  [
    place,
    {
      $schema: '../../schema/screen.schema.json',
      manifestVersion: 2,
      title: 'contact:title',
      query: { documentType: {} },
      children,
    },
  ] as const;

const filters = {
  controls: {
    type: 'controls',
    label: 'contact:title',
    items: {
      documentType: {
        kind: 'choice',
        label: 'contact:title',
        enumeration: 'documentType',
        appearance: 'select',
      },
      few: {
        kind: 'choice',
        label: 'contact:title',
        enumeration: 'documentType',
        query: 'documentType',
        only: ['IMS_INVOICE', 'MOVE_OUT_LIST'],
      },
    },
  },
};

// biome-ignore lint/suspicious/noExplicitAny: the compiled screen is asserted member by member.
type Compiled = any;

it('are gone from its choices, and from no other market’s', async () => {
  const { directories, write } = await copyWith({ documentType: { IMS_INVOICE: false } });
  await write(...screen('modules/document-archive/index.screen.json', filters));
  const manifests = await createManifestService({ ...directories, signIn });
  expect(manifests.problems()).toEqual([]);
  const choices = countries.map((country) => {
    const subject = holder(country, 'portal_admin');
    const found = manifests.findScreen('document-archive.index', subject);
    const { root } = JSON.parse(found?.body ?? '') as Compiled;
    return [country, root.children[0].items.map(({ only }: Compiled) => only)];
  });
  const without = documentTypes.filter((type) => type !== 'IMS_INVOICE');
  expect(Object.fromEntries(choices)).toEqual({
    PL: [documentTypes, ['IMS_INVOICE', 'MOVE_OUT_LIST']],
    CZ: [without, ['MOVE_OUT_LIST']],
    DK: [documentTypes, ['IMS_INVOICE', 'MOVE_OUT_LIST']],
  });
  manifests.close();
}, 60_000);

it('are gone from its forms, which refuse them', async () => {
  const { directories } = await copyWith({ contactTopic: { DATA_UPDATE: false } });
  const manifests = await createManifestService({ ...directories, signIn });
  const body = (subject: string) => ({
    subject,
    message: 'The meter is silent.',
    emailAddress: 'a@b.cz',
    sendCopy: false,
  });
  const faults = (country: 'CZ' | 'PL', subject: string) =>
    manifests
      .findSubmissionFaults('contact.send', holder(country, 'portal_admin'), body(subject), 'en')
      ?.map(({ field }) => field);
  expect(faults('CZ', 'DATA_UPDATE')).toEqual(['body.subject']);
  expect(faults('CZ', 'TECH_SUPPORT')).toEqual([]);
  expect(faults('PL', 'DATA_UPDATE')).toEqual([]);
  manifests.close();
}, 60_000);

it('are gone where entries are made of each', async () => {
  const { directories, run } = await copyWith({ deviceCategory: { SMOKE_DETECTOR: false } });
  const manifests = await createManifestService({ ...directories, signIn });
  const read = (country: 'CZ' | 'PL') =>
    manifests.findScreen('consumption.property', holder(country, 'portal_admin'))?.body ?? '';
  expect(read('PL')).toContain('totals.SMOKE_DETECTOR');
  expect(read('CZ')).not.toContain('totals.SMOKE_DETECTOR');
  expect(read('CZ')).toContain('totals.COLD_WATER_METER');
  manifests.close();
  expect((await run('check')).output).toContain('The manifests are sound.');
}, 60_000);

it.each([
  [
    { documenttype: {} },
    'expected an enumeration, found "documenttype", did you mean "documentType"?',
  ],
  [
    { documentType: { IMS_INVOIC: false } },
    'expected a value of documentType, found "IMS_INVOIC", did you mean "IMS_INVOICE"?',
  ],
  [
    { documentStatus: { draft: false, final: false } },
    'expected a value of documentStatus that is on, found none',
  ],
])(
  'are told when %j names what isn’t there',
  async (values, fault) => {
    const { run } = await copyWith(values);
    const { code, output } = await run('check');
    expect([code, output]).toEqual([1, expect.stringContaining(fault)]);
    expect(output).toContain('markets/cz.json');
  },
  60_000,
);

it('are all on unless the file says otherwise', () => {
  const values = { documentType: { IMS_INVOICE: false, MOVE_OUT_LIST: true } };
  expect(isOffered({ values }, 'documentType', 'IMS_INVOICE')).toBe(false);
  expect(isOffered({ values }, 'documentType', 'MOVE_OUT_LIST')).toBe(true);
  expect(isOffered({ values }, 'documentType', 'INDIVIDUAL_BILLING')).toBe(true);
  expect(isOffered({ values: {} }, 'alert', 'CO2')).toBe(true);
});
