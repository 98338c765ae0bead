import assert from 'node:assert/strict';
import { addDevice, addProperty, addTenant } from '../../support/builders.ts';
import { answerOf, readSound, withApp } from './support.ts';

/** It is offered to whom its feature is licensed, with forms and columns of its own, and tells of rows. */

const feature = 'REPORT_MOVE_INS' as never;
const movedIn = '2026-06-02';
const period = { startDate: '2026-06-01', endDate: '2026-06-30' };
const definition = { reportName: 'New', reportType: 'MOVE_INS', ...period };

await readSound();
await withApp(async (app) => {
  const { database } = app;
  await addProperty(database, { id: 1, worksNo: 'P-1' });
  for (const [tenantNo, day] of [
    ['T-1', movedIn],
    ['T-2', '2026-05-31'],
  ] as const) {
    const tenantId = await addTenant(database, 1, { tenantNo });
    await addDevice(database, { propertyId: 1, tenantId });
    await database.pool.query('UPDATE tenant SET moved_in = $2 WHERE id = $1', [tenantId, day]);
  }
  const features = [feature, 'REPORT_JOB', 'REPORT_LIVE_PREVIEW'] as const;
  const user = await app.addUser({ roles: ['portal_admin'], features, property: 1 });
  const other = await app.addUser({
    roles: ['portal_admin'],
    property: 1,
    features: ['REPORT_AREA_ANALYSIS', 'REPORT_LIVE_PREVIEW'],
  });

  const offered = async (whom: typeof user) =>
    (await answerOf(await app.call('/api/report-definition', whom))).content;
  assert.deepEqual(await offered(user), [{ reportType: 'MOVE_INS' }]);
  assert.deepEqual(await offered(other), [{ reportType: 'AREA_ANALYSIS' }]);

  const formsOf = async (screen: string) => {
    const page = await answerOf(await app.call(`/api/manifest/screens/reports.${screen}`, user));
    return JSON.stringify(page).match(/"id":"move-ins"/g)?.length ?? 0;
  };
  for (const screen of ['create', 'create-job', 'edit-job', 'live-preview']) {
    assert.equal(await formsOf(screen), 1, screen);
  }

  const ask = (given: object) => ({
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...definition, ...given }),
  });
  const columns = [{ name: 'tenantNumber' }, { name: 'movedIn' }, { name: 'area' }];
  const told = await answerOf(await app.call('/api/live/data', user, ask({ columns })));
  assert.deepEqual(told.rows, [['T-1', movedIn, 50]]);
  const refused = await app.call('/api/live/data', other, ask({ columns }));
  assert.notEqual(refused.status, 200);
});
