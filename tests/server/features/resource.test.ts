import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../../server/database/open.ts';
import { addDevice, addReadings } from '../../support/builders.ts';
import { createTestDatabase } from '../../support/database.ts';
import { createWorld, now, type World } from './consumption/world.ts';
import { type Caller, createCaller } from './support/caller.ts';

let database: Database;
let caller: Caller;
let world: World;
let silent = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  caller = createCaller(database, () => now);
  world = await createWorld(database);
  silent = await addDevice(database, { propertyId: 1, tenantId: world.tenants[0] as number });
  await addReadings(database, { propertyId: 1, deviceId: silent }, [
    { at: Date.parse('2026-08-01T00:00:00Z'), value: 7.5 },
  ]);
  await addDevice(database, { propertyId: 1, tenantId: world.tenants[0] as number });
});
afterAll(() => database.close());

const list = (account: number, query: object = {}) =>
  caller.ask(account, 'resource.list', { query: { property: 1, ...query } } as never);

describe('the devices of a property', () => {
  it('come with their newest reading and how they are', async () => {
    const { content, total } = await list(world.owner, { tenant: world.tenants[0] });
    expect(total).toBe(3);
    expect(content.map(({ status, lastValue, lastAt }) => [status, lastValue, lastAt])).toEqual([
      ['OK', 537, '2026-11-19T23:00:00.000Z'],
      ['SILENT', 7.5, '2026-08-01T00:00:00.000Z'],
      ['NO_READINGS', null, null],
    ]);
  });

  it('show an error that they reported lately', async () => {
    await database.pool.query(
      `INSERT INTO device_error VALUES (1, $1, '2026-11-18T10:00Z', 'TAMPER'), (1, $1, '2026-08-01', 'OLD')`,
      [silent],
    );
    const { content } = await list(world.owner, { filter: ['status:ERROR'] });
    expect(content).toMatchObject([{ id: silent, error: 'TAMPER' }]);
  });

  it('are dismounted until they are heard of again', async () => {
    const mount = (until: string) =>
      database.pool.query(
        `INSERT INTO installation (property_id, device_id, installed_from, installed_until)
         VALUES (1, $1, '2025-01-01', $2) ON CONFLICT (property_id, device_id, installed_from)
         DO UPDATE SET installed_until = excluded.installed_until`,
        [silent, until],
      );
    const statusOf = async () =>
      (await list(world.owner)).content.find(({ id }) => id === silent)?.status;
    await mount('2026-08-01T00:00Z');
    expect(await statusOf()).toBe('DISMOUNTED');
    await mount('2026-07-01');
    expect(await statusOf()).toBe('ERROR');
    await database.pool.query('DELETE FROM installation WHERE device_id = $1', [silent]);
  });

  it('tell nothing from before the access', async () => {
    const { content } = await list(world.since, { tenant: world.tenants[0] });
    expect(content.map(({ lastValue }) => lastValue)).toEqual([537, null, null]);
  });

  it('are those of a visible property only', async () => {
    for (const query of [{ property: 9 }, { property: 1, tenant: world.foreignTenant }]) {
      const refusal = await caller.refusal(world.owner, 'resource.list', { query });
      expect(refusal.code).toBeGreaterThanOrEqual(1201);
    }
  });
});

describe('by number', () => {
  it('a property is found, somebody else’s is as absent as none', async () => {
    const find = async (number: string) =>
      (await caller.ask(world.owner, 'property.find', { params: { number } })).content;
    expect(await find('w-1')).toEqual([{ worksId: 1, worksNo: 'W-1', name: 'Property 1' }]);
    expect(await find('W-9')).toEqual([]);
    expect(await find('W-77')).toEqual([]);
  });

  it('a tenant is found within its property', async () => {
    const input = (number: string) => ({ params: { number }, query: { property: 1 } });
    const find = async (number: string) =>
      (await caller.ask(world.owner, 'tenant.find', input(number))).content;
    for (const number of ['002', '2', 'I-1-002']) {
      expect(await find(number)).toMatchObject([{ id: world.tenants[1], tenantNo: '002' }]);
    }
    expect(await find('099')).toEqual([]);
    expect(await caller.refusal(world.stranger, 'tenant.find', input('001'))).toMatchObject({
      status: 'PROPERTY_NOT_FOUND',
    });
  });
});
