import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parse } from 'jsonc-parser';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Country, countries } from '../../../../schemas/entities/market.ts';
import {
  measuredKinds,
  measuredTypes,
  warningFeatures,
} from '../../../../schemas/kinds/warnings.ts';
import type { Database } from '../../../../server/database/open.ts';
import { createMarketLimits } from '../../../../server/features/warnings/marketLimits.ts';
import { createSettingService } from '../../../../server/features/warnings/settings.service.ts';
import { createLimits } from '../../../../server/identity/limits.ts';
import { createManifestService } from '../../../../server/manifests/serve/createManifestService.ts';
import type { Session } from '../../../../server/session.ts';
import { portalDefaults } from '../../../../server/warnings/defaults.ts';
import { evaluateDue } from '../../../../server/warnings/evaluate.ts';
import {
  addAccount,
  addDevice,
  addPackage,
  addProperty,
  addReadings,
  grantAccess,
} from '../../../support/builders.ts';
import { createTestDatabase } from '../../../support/database.ts';
import { copyReal } from '../../manifests/copyReal.ts';
import { realDirectories } from '../../manifests/directories.ts';
import { holder } from '../../manifests/subjects.ts';

/** What a market's files say of warnings' settings counts for the API and for detection as well. */

const signIn = { authority: 'https://sign-in.example', clientId: 'portal', scope: 'openid' };
let database: Database;
let accountId: number;

beforeAll(async () => {
  database = await createTestDatabase();
  accountId = await addAccount(database, 'owner');
  await addProperty(database, { id: 1 });
  await grantAccess(database, accountId, await addPackage(database, [...warningFeatures]), [1]);
});
afterAll(() => database.close());

const session = (country: Country) =>
  ({
    accountId,
    subject: holder(country, 'portal_admin'),
    user: { username: 'owner' },
  }) as unknown as Session;

it('what no form of the market offers is neither told, tried, switched nor saved', async () => {
  const { directories, write } = await copyReal();
  const place = 'markets/cz.json';
  const market = parse(await readFile(path.join(directories.manifestsDirectory, place), 'utf8'));
  await write(place, { ...market, values: { alertSetting: { CO2: false } } });
  const manifests = await createManifestService({ ...directories, signIn });
  const settings = createSettingService({
    database,
    manifests,
    limits: createLimits(),
    now: () => new Date(),
  });
  const told = { notifyByEmail: false, notifyByMobile: false };
  const co2 = {
    properties: [1],
    isOn: true,
    ppm: 900,
    criticalPpm: 1200,
    hours: 2,
    ...told,
  };
  const calls = (country: Country, alert: 'CO2' | 'HUMIDITY') => [
    () => settings.list(session(country), { alert, page: 0, size: 25 }),
    () => settings.get(session(country), alert, 1),
    () => settings.switch(session(country), { alert, property: 1, isOn: true }),
  ];
  const co2Calls = (country: Country) => [
    ...calls(country, 'CO2'),
    () => settings.forecast(session(country), 'CO2', co2),
    () => settings.save(session(country), 'CO2', co2),
  ];
  const message = 'Settings of CO2 are not offered to you in CZ.';
  for (const call of co2Calls('CZ')) {
    await expect(call()).rejects.toMatchObject({ code: 'FORBIDDEN', message });
  }
  const all = { alert: 'CO2', isOn: true } as const;
  await expect(settings.switchAll(session('CZ'), all)).rejects.toMatchObject({ message });
  const back = { alert: 'CO2', at: '2026-10-01T00:00:00Z' } as const;
  await expect(settings.switchBack(session('CZ'), back)).rejects.toMatchObject({ message });
  const typesIn = async (country: Country) =>
    (await settings.types(session(country))).map(({ alert }) => alert);
  expect(await typesIn('CZ')).not.toContain('CO2');
  expect(await typesIn('PL')).toContain('CO2');
  expect((await settings.get(session('PL'), 'CO2', 1)).ppm).toBe(1000);
  for (const call of [...co2Calls('PL'), ...calls('CZ', 'HUMIDITY')]) {
    await expect(call()).resolves.toBeDefined();
  }
  manifests.close();
}, 60_000);

const begin = Date.parse('2026-10-01T00:00:00Z');
const hour = 3_600_000;

it('what a market’s form begins with counts there where nobody has set anything', async () => {
  const { directories, write, run } = await copyReal();
  const override = (critical?: number) =>
    write('overrides/cz/warnings/leakage.form.json', {
      $schema: '../../../schema/overrides/warnings/leakage.form.schema.json',
      manifestVersion: 2,
      fields: {
        litresPerHour: { default: 50 },
        ...(critical !== undefined && { criticalLitresPerHour: { default: critical } }),
      },
    });
  // The row's own critical limit lies below as well.
  await override();
  expect(await run('check')).toMatchObject({
    code: 1,
    output: expect.stringContaining('least 50'),
  });
  await override(40);
  const { code, output } = await run('check');
  expect([code, output]).toEqual([1, expect.stringContaining('expected at least 50')]);
  expect(output).toContain('fields.criticalLitresPerHour.default');
  await override(60);
  const manifests = await createManifestService({ ...directories, signIn });
  const defaultsOf = createMarketLimits(manifests);
  const now = () => new Date(begin + 51 * hour);
  const all = await addPackage(database, [...warningFeatures]);
  for (const [id, country] of [
    [2, 'CZ'],
    [3, 'PL'],
  ] as const) {
    await addProperty(database, { id, country });
    await grantAccess(database, accountId, all, [id]);
    const deviceId = await addDevice(database, { propertyId: id, interval: 'HOURLY' });
    const readings = Array.from({ length: 51 }, (_, at) => ({
      at: begin + at * hour,
      value: 10 + (at * 30) / 1000,
    }));
    await addReadings(database, { propertyId: id, deviceId }, readings);
  }
  await evaluateDue(database, now, { defaultsOf });
  const { rows } = await database.pool.query(
    `SELECT property_id::integer AS property, urgency, limit_value FROM warning WHERE alert = 'LEAKAGE'`,
  );
  expect(rows).toEqual([{ property: 3, urgency: 10, limit_value: 20 }]);
  const settings = createSettingService({ database, manifests, limits: createLimits(), now });
  const czech = await settings.get(session('CZ'), 'LEAKAGE', 2);
  expect(czech).toMatchObject({ litresPerHour: 50, criticalLitresPerHour: 60, hours: 24 });
  const query = { alert: 'LEAKAGE', page: 0, size: 25 } as const;
  const { content } = await settings.list(session('CZ'), query);
  expect(content.find(({ property }) => property === 2)?.limits).toContain('50');
  // Turned off and on again, the market's limits are what is kept.
  await settings.switch(session('CZ'), { alert: 'LEAKAGE', property: 2, isOn: true });
  expect(await settings.get(session('CZ'), 'LEAKAGE', 2)).toMatchObject({ litresPerHour: 50 });
  manifests.close();
}, 60_000);

it('the shipped forms begin with what the portal takes for the default', async () => {
  const manifests = await createManifestService({ ...realDirectories, signIn });
  const defaultsOf = createMarketLimits(manifests);
  expect(measuredTypes.length).toBeGreaterThan(0);
  for (const type of measuredTypes) {
    for (const country of countries) {
      expect(defaultsOf(country, type)).toEqual(portalDefaults(country, type));
      expect(manifests.formDefaults(country, measuredKinds[type].form)).toMatchObject(
        measuredKinds[type].defaults,
      );
    }
  }
  manifests.close();
}, 60_000);
