import assert from 'node:assert/strict';
import { features } from '../../../schemas/entities/access.ts';
import { compileScreen } from '../../../server/manifests/session/compile.ts';
import { addDevice, addProperty } from '../../support/builders.ts';
import { answerOf, type Free, readSound, withApp } from './support.ts';

/** The call answers the field, and the table has a column with its label. */

const { markets } = await readSound();
const admin = { signedIn: true, country: 'PL', roles: ['portal_admin'], features } as const;
const { root } = compileScreen(markets.PL, 'consumption.property', admin) as Free;
const { columns } = root.children.find(({ id }: Free) => id === 'devices');
const column = columns.find(({ id }: Free) => id === 'isHourly');
assert.equal(column?.label, 'fields:Resource.isHourly');

await withApp(async (app) => {
  await addProperty(app.database, { id: 1 });
  const user = await app.addUser({ ...admin, roles: ['portal_admin'], property: 1 });
  await addDevice(app.database, { propertyId: 1, interval: 'HOURLY' });
  await addDevice(app.database, { propertyId: 1, interval: 'DAILY' });
  const { content } = await answerOf(await app.call('/api/resource?property=1', user));
  assert.deepEqual(content.map(({ isHourly }: Free) => isHourly).toSorted(), [false, true]);
});
