import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Feature } from '../../../../schemas/entities/access.ts';
import { addPackage, addProperty, addTenant, grantAccess } from '../../../support/builders.ts';
import { startArchivePortal, type User } from './support/archivePortal.ts';

type Query = Readonly<Record<string, string | readonly string[]>>;
const lists = ['document.locations', 'document.properties', 'document.tenants'] as const;

let portal: Awaited<ReturnType<typeof startArchivePortal>>;
let reader: User;
let properties = 100_000;

beforeAll(async () => {
  portal = await startArchivePortal();
});
afterAll(() => portal.stop());
beforeEach(async () => {
  reader = await portal.addUser();
});

const ask = (user: User, id: (typeof lists)[number], query?: Query) =>
  portal.call(user, id, query && { query });
const worksIdsOf = ({ body }: { body: { content: { worksId: number }[] } }) =>
  body.content.map(({ worksId }) => worksId);
const namesOf = ({ body }: { body: { content: { tenantName: string }[] } }) =>
  body.content.map(({ tenantName }) => tenantName);

async function addVisible(
  user: User,
  given: Partial<Parameters<typeof addProperty>[1]> = {},
  { features = ['DOCUMENT_ARCH_ARCHIVE'], since = null as string | null } = {},
): Promise<number> {
  properties += 1;
  const id = await addProperty(portal.database, { id: properties, ...given });
  const granted = await addPackage(portal.database, features as Feature[]);
  await grantAccess(portal.database, user.id, granted, [id], since);
  return id;
}

async function addTenants(property: number, names: readonly string[]): Promise<number[]> {
  const ids: number[] = [];
  for (const tenantName of names) {
    const tenantNo = `${ids.length + 1}`;
    ids.push(await addTenant(portal.database, property, { tenantNo, tenantName }));
  }
  return ids;
}

describe('the properties and tenants to choose from', () => {
  it('are told with what a map and a list show', async () => {
    const { property } = reader;
    const [tenant] = await addTenants(property, ['Nowak']);
    const address = { address: `Lipowa ${property}`, city: 'Warszawa' };
    const numbered = { worksNo: `W-${property}`, worksOldNumber: null };
    const names = { worksId: property, ...numbered, name: `Property ${property}` };
    const place = { latitude: 52.2, longitude: 21 };
    expect((await ask(reader, 'document.locations')).body).toEqual({
      content: [{ ...names, ...address, warningSeverity: null, ...place }],
    });
    const row = { worksOldNumber: null, zipCode: '00-001', warningSeverity: null, geo: place };
    expect((await ask(reader, 'document.properties')).body).toEqual({
      content: [{ ...names, ...address, ...row, features: ['DOCUMENT_ARCH_ARCHIVE'] }],
      page: 0,
      size: 25,
      total: 1,
    });
    const numbers = { installationNumber: `I-${property}-1`, tenantNo: '1' };
    expect((await ask(reader, 'document.tenants')).body).toEqual({
      content: [
        {
          id: tenant,
          ...numbers,
          tenantName: 'Nowak',
          address: `Lipowa ${property}/1`,
          propertyId: property,
        },
      ],
      page: 0,
      size: 25,
      total: 1,
    });
  });

  it('are never somebody else’s, even when they are asked about', async () => {
    const other = await portal.addUser();
    await addTenants(reader.property, ['Mine']);
    const [theirs] = await addTenants(other.property, ['Theirs']);
    expect(worksIdsOf(await ask(other, 'document.locations'))).toEqual([other.property]);
    expect(worksIdsOf(await ask(reader, 'document.locations'))).toEqual([reader.property]);
    expect(worksIdsOf(await ask(reader, 'document.properties'))).toEqual([reader.property]);
    expect(namesOf(await ask(reader, 'document.tenants'))).toEqual(['Mine']);
    const asked: [(typeof lists)[number], Query][] = [
      ['document.properties', { worksId: `${other.property}` }],
      ['document.properties', { search: `Lipowa ${other.property}` }],
      ['document.tenants', { properties: `${other.property}` }],
      ['document.tenants', { id: `${theirs}` }],
      ['document.tenants', { search: 'Theirs' }],
    ];
    for (const [id, query] of asked) {
      expect((await ask(other, id, query)).body.total).toBe(1);
      expect((await ask(reader, id, query)).body).toMatchObject({ content: [], total: 0 });
    }
  });

  it.each([
    ['other features', ['CONSUMPTION_BASIC', 'REPORT_LIVE_PREVIEW']],
    ['no feature', []],
  ])('have the archive’s feature themselves: %s won’t do', async (_, features) => {
    const bare = await addVisible(reader, {}, { features });
    await addTenants(reader.property, ['Shown']);
    await addTenants(bare, ['Hidden']);
    expect(worksIdsOf(await ask(reader, 'document.locations'))).toEqual([reader.property]);
    expect(worksIdsOf(await ask(reader, 'document.properties'))).toEqual([reader.property]);
    expect(namesOf(await ask(reader, 'document.tenants'))).toEqual(['Shown']);
    const asked = { properties: [`${reader.property}`, `${bare}`] };
    expect(namesOf(await ask(reader, 'document.tenants', asked))).toEqual(['Shown']);
  });

  it('are each market’s own', async () => {
    const czech = await portal.addUser({ country: 'CZ' });
    await addTenants(czech.property, ['Novák']);
    expect(worksIdsOf(await ask(czech, 'document.locations'))).toEqual([czech.property]);
    expect(worksIdsOf(await ask(czech, 'document.properties'))).toEqual([czech.property]);
    expect(namesOf(await ask(czech, 'document.tenants'))).toEqual(['Novák']);
    for (const query of [{}, { search: 'Novák' }, { properties: `${czech.property}` }]) {
      expect(namesOf(await ask(reader, 'document.tenants', query))).toEqual([]);
    }
    expect(worksIdsOf(await ask(reader, 'document.properties'))).toEqual([reader.property]);
  });

  it.each(lists)('%s is neither for domea nor for who has no feature of it', async (id) => {
    expect((await ask(reader, id)).status).toBe(200);
    const domea = await portal.addUser({ roles: ['portal_user', 'portal_domea'] });
    const unlicensed = await portal.addUser({ features: ['CONSUMPTION_BASIC'] });
    for (const barred of [domea, unlicensed]) {
      expect((await ask(barred, id)).status).toBe(403);
    }
    expect((await portal.call(undefined, id)).status).toBe(401);
  });

  it('are there from the day that access begins, whoever lives there now', async () => {
    const later = await addVisible(reader, {}, { since: '2026-01-01' });
    const [stays, moved] = await addTenants(later, ['Stays', 'Moved in before']);
    await portal.database.pool.query(
      `UPDATE tenant SET moved_in = '2020-01-01' WHERE property_id = $1 AND id = $2`,
      [later, moved],
    );
    const asked = { properties: `${later}` };
    expect(namesOf(await ask(reader, 'document.tenants', asked))).toEqual([
      ...['Stays', 'Moved in before'],
    ]);
    // It is their documents of the time before that stay hidden.
    await portal.addDocument(later, { tenantId: stays as number });
    const body = { tenantIds: [stays] };
    expect((await portal.call(reader, 'document.list', { body })).body.content).toEqual([]);
  });
});

describe('a map', () => {
  it('has all properties by name, those whose place nobody knows for its list', async () => {
    const nowhere = await addVisible(reader, { place: null });
    const last = await addVisible(reader, { name: 'Zamek' });
    const first = await addVisible(reader, { name: 'Agawa' });
    expect(worksIdsOf(await ask(reader, 'document.locations'))).toEqual([
      ...[first, nowhere, reader.property, last],
    ]);
  });
});

describe('the list of properties', () => {
  it('is narrowed by ids and by what is searched, wildcards taken as they stand', async () => {
    const half = await addVisible(reader, { name: 'B half 50%_off' });
    const full = await addVisible(reader, { name: 'A half 500 off', city: 'Gdynia' });
    const found = async (query: Query) =>
      worksIdsOf(await ask(reader, 'document.properties', query));
    expect(await found({})).toEqual([full, half, reader.property]);
    expect(await found({ worksId: `${half}` })).toEqual([half]);
    expect(await found({ worksId: [`${half}`, `${reader.property}`] })).toEqual([
      ...[half, reader.property],
    ]);
    expect(await found({ search: 'GDYN' })).toEqual([full]);
    expect(await found({ search: '%_' })).toEqual([half]);
    expect(await found({ search: '0%_o' })).toEqual([half]);
    expect(await found({ search: 'half', worksId: `${reader.property}` })).toEqual([]);
  });

  it('comes in pages that tell how many there are', async () => {
    for (const name of ['C', 'B', 'A']) await addVisible(reader, { name });
    const page = async (query: Query) => {
      const { body } = await ask(reader, 'document.properties', query);
      return [body.content.map(({ name }: { name: string }) => name), body.total];
    };
    expect(await page({ size: '3' })).toEqual([['A', 'B', 'C'], 4]);
    expect(await page({ size: '3', page: '1' })).toEqual([[`Property ${reader.property}`], 4]);
    expect(await page({ size: '3', page: '7' })).toEqual([[], 4]);
  });
});

describe('the list of tenants', () => {
  it('is narrowed by properties, by ids and by what is searched', async () => {
    const other = await addVisible(reader);
    const [nowak, mazur] = await addTenants(reader.property, ['Nowak', 'Mazur 5%_']);
    const [zajac] = await addTenants(other, ['Zając']);
    const found = async (query: Query) => {
      const { body } = await ask(reader, 'document.tenants', query);
      const ids: number[] = body.content.map(({ id }: { id: number }) => id);
      return ids.toSorted((one, other) => one - other);
    };
    expect(await found({})).toEqual([nowak, mazur, zajac]);
    expect(await found({ properties: `${other}` })).toEqual([zajac]);
    expect(await found({ properties: [`${other}`, `${reader.property}`] })).toHaveLength(3);
    expect(await found({ id: [`${nowak}`, `${zajac}`] })).toEqual([nowak, zajac]);
    expect(await found({ properties: `${other}`, id: `${nowak}` })).toEqual([]);
    expect(await found({ search: 'MAZ' })).toEqual([mazur]);
    expect(await found({ search: '5%_' })).toEqual([mazur]);
    expect(await found({ search: '_' })).toEqual([mazur]);
    expect(await found({ search: `I-${other}-1` })).toEqual([zajac]);
    expect(await found({ search: 'nowak', properties: `${other}` })).toEqual([]);
  });

  it('comes in pages, by number, that tell how many there are', async () => {
    await addTenants(reader.property, ['A', 'B', 'C', 'D', 'E']);
    const page = async (query: Query) => {
      const answer = await ask(reader, 'document.tenants', query);
      return [namesOf(answer), answer.body.total];
    };
    expect(await page({ size: '2' })).toEqual([['A', 'B'], 5]);
    expect(await page({ size: '2', page: '2' })).toEqual([['E'], 5]);
    expect(await page({ size: '2', page: '9' })).toEqual([[], 5]);
    expect(await page({ size: '2', page: '9', search: 'B' })).toEqual([[], 1]);
    expect((await ask(reader, 'document.tenants', { size: '1001' })).status).toBe(400);
  });
});
