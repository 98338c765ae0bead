import assert from 'node:assert/strict';
import { evaluateDue } from '../../../server/warnings/evaluate.ts';
import { addDevice, addProperty, addReadings } from '../../support/builders.ts';
import { answerOf, readSound, withApp } from './support.ts';

/** It is set by whom its feature is licensed to, judges readings, and is shown to them alone. */

const features = ['WARNING_DRY_AIR' as never];
const hour = 3_600_000;
const begin = Date.parse('2026-06-01T00:00:00Z');
const told = { notifyByEmail: false, notifyByMobile: false };
const setting = { properties: [1], isOn: true, ...told, percent: 35, hours: 2, urgency: 10 };

await readSound();
await withApp(async (app) => {
  const { database } = app;
  await addProperty(database, { id: 1, worksNo: 'P-1' });
  const deviceId = await addDevice(database, {
    propertyId: 1,
    category: 'HUMIDITY',
    interval: 'HOURLY',
  });
  const user = await app.addUser({ roles: ['portal_admin'], features, property: 1 });
  const other = await app.addUser({
    roles: ['portal_admin'],
    property: 1,
    features: ['WARNING_HIGH_HUMIDITY'],
  });

  const send = (body: object) => ({
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const begun = await answerOf(await app.call('/api/warnings/dryAir/1', user));
  assert.deepEqual([begun.percent, begun.hours, begun.urgency, begun.isOn], [30, 24, 5, false]);
  assert.notEqual((await app.call('/api/warnings/dryAir', other, send(setting))).status, 200);
  await answerOf(await app.call('/api/warnings/dryAir', user, send(setting)));

  for (const screen of ['settings', 'settings-form', 'settings-dry-air']) {
    // Others get a closed page, whose name says what it would be, and nothing else of it.
    const said = async (whom: typeof user) => {
      const answer = await app.call(`/api/manifest/screens/warnings.${screen}`, whom);
      const { root } = await answerOf(answer);
      return JSON.stringify({ ...root, title: '' });
    };
    assert.match(await said(user), /dryAir|"dry-air"|DRY_AIR/, screen);
    assert.doesNotMatch(await said(other), /dryAir|"dry-air"|DRY_AIR/, screen);
  }

  // 36 %RH, then three hours of 25 %RH.
  const air = [36, 36, 25, 25, 25, 25];
  const readings = air.map((value, at) => ({ at: begin + at * hour, value }));
  await addReadings(database, { propertyId: 1, deviceId }, readings);
  await evaluateDue(database, () => new Date(begin + 12 * hour));
  const list = async (whom: typeof user) =>
    (await answerOf(await app.call('/api/warnings?page=0&size=25', whom))).content;
  const [dry, ...more] = await list(user);
  assert.deepEqual(more, []);
  assert.deepEqual([dry.alert, dry.figure, dry.limit, dry.urgency], ['DRY_AIR', 25, 35, 10]);
  assert.deepEqual(await list(other), []);
});
