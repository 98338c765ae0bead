import assert from 'node:assert/strict';
import { addDevice, addProperty } from '../../support/builders.ts';
import { answerOf, withApp } from './support.ts';

/** Who sees the property gets its devices counted; somebody else doesn't. */

await withApp(async (app) => {
  await addProperty(app.database, { id: 1 });
  const licence = { roles: ['portal_admin'], features: ['CONSUMPTION_BASIC'] } as const;
  const owner = await app.addUser({ ...licence, property: 1 });
  const stranger = await app.addUser(licence);
  for (const category of ['HCA', 'HCA', 'ENERGY'] as const) {
    await addDevice(app.database, { propertyId: 1, category });
  }
  const { content } = await answerOf(await app.call('/api/property/1/devices', owner));
  assert.deepEqual(content, [
    { category: 'ENERGY', devices: 1 },
    { category: 'HCA', devices: 2 },
  ]);
  assert.equal((await app.call('/api/property/1/devices', stranger)).status, 404);
  assert.equal((await app.call('/api/property/1/devices')).status, 401);
});
