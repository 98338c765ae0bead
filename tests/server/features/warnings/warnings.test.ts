import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Feature } from '../../../../schemas/entities/access.ts';
import { warningFeatures } from '../../../../schemas/kinds/warnings.ts';
import type { Database } from '../../../../server/database/open.ts';
import { evaluateDue } from '../../../../server/warnings/evaluate.ts';
import {
  addAccount,
  addDevice,
  addPackage,
  addProperty,
  addReadings,
  addTenant,
  grantAccess,
} from '../../../support/builders.ts';
import { createTestDatabase } from '../../../support/database.ts';
import { type Caller, createCaller } from '../support/caller.ts';

/** Two houses with a leaking flat each; one is watched by people with different rights. */

const hour = 3_600_000;
const begin = Date.parse('2026-10-01T00:00:00Z');
const now = new Date('2026-10-05T00:00:00Z');
let database: Database;
let caller: Caller;
let owner: number;
let other: number;

beforeAll(async () => {
  database = await createTestDatabase();
  caller = createCaller(database, () => now, warningFeatures);
  owner = await addAccount(database, 'owner');
  other = await addAccount(database, 'other');
  const all = await addPackage(database, [...warningFeatures]);
  for (const [id, account] of [
    [1, owner],
    [2, other],
  ] as const) {
    await addProperty(database, { id, name: `House ${id}` });
    await grantAccess(database, account, all, [id]);
    const tenantId = await addTenant(database, id, { tenantNo: '1' });
    await addLeak(id, tenantId, 6);
  }
  await addLeak(1, null, 30);
  await evaluateDue(database, () => now);
});
afterAll(() => database.close());

/** A meter through which so many litres flow in each of fifty hours. */
async function addLeak(propertyId: number, tenantId: number | null, litres: number) {
  const deviceId = await addDevice(database, { propertyId, tenantId, interval: 'HOURLY' });
  const readings = Array.from({ length: 51 }, (_, index) => ({
    at: begin + index * hour,
    value: 10 + (index * litres) / 1000,
  }));
  await addReadings(database, { propertyId, deviceId }, readings);
}

async function addViewer(name: string, features: Feature[], since?: string): Promise<number> {
  const account = await addAccount(database, name);
  await grantAccess(database, account, await addPackage(database, features), [1], since);
  return account;
}

const list = (account: number, query: object = {}) =>
  caller.ask(account, 'warning.list', { query: query as never });

describe('the list', () => {
  it('has the most urgent first, with all that the specification names', async () => {
    const { content, total } = await list(owner);
    expect(total).toBe(2);
    expect(content).toMatchObject([
      { alert: 'LEAKAGE', urgency: 10, limit: 20, figure: 30, unit: 'l/h', tenantName: null },
      {
        alert: 'LEAKAGE',
        state: 'ACTIVE',
        urgency: 0,
        limit: 4,
        figure: 6,
        firstOccurrence: '2026-10-01T00:00:00Z',
        lastOccurrence: '2026-10-03T02:00:00Z',
        property: 1,
        propertyName: 'House 1',
        tenantName: 'Tenant 1',
        meterType: 'COLD_WATER_METER',
        minTemperature: null,
        occurrenceDay: null,
        resolvedBy: null,
        resolvedDate: null,
        notifyByEmail: false,
        note: '',
      },
    ]);
  });

  it('is searched, filtered and cut into pages', async () => {
    const serials = async (query: object) =>
      (await list(owner, query)).content.map(({ urgency }) => urgency);
    expect(await serials({ filter: 'urgency:10' })).toEqual([10]);
    expect(await serials({ search: 'tenant 1' })).toEqual([0]);
    expect(await serials({ filter: 'state:RESOLVED' })).toEqual([]);
    expect(await serials({ size: 1, page: 1 })).toEqual([0]);
    expect((await list(owner, { page: 9 })).total).toBe(2);
  });

  it('is of nobody else’s properties, nor of types that the package lacks', async () => {
    expect((await list(other)).content.map(({ property }) => property)).toEqual([2]);
    const spills = await addViewer('spills', ['WARNING_WATER_SPILL']);
    expect((await list(spills)).total).toBe(0);
    const late = await addViewer('late', ['WARNING_WATER_LEAKAGE'], '2026-10-04');
    expect((await list(late)).total).toBe(0);
    const intime = await addViewer('intime', ['WARNING_WATER_LEAKAGE'], '2026-10-03');
    expect((await list(intime)).total).toBe(2);
  });

  it('is of one property alone on request', async () => {
    const both = await addAccount(database, 'both');
    await grantAccess(database, both, await addPackage(database, [...warningFeatures]), [1, 2]);
    const ofProperty = async (property?: number) =>
      (await list(both, property === undefined ? {} : { property })).content.map(
        (one) => one.property,
      );
    expect((await ofProperty()).toSorted()).toEqual([1, 1, 2]);
    expect(await ofProperty(2)).toEqual([2]);
    expect((await list(both, { property: 1, page: 5 })).total).toBe(2);
  });

  it('of all properties begins with the day on which a tenant moved in, as of one', async () => {
    const moveIn = (day: string | null) =>
      database.pool.query('UPDATE tenant SET moved_in = $1 WHERE property_id = 1', [day]);
    const begins = async (query: object) =>
      (await list(owner, query)).content.map(({ firstOccurrence }) => firstOccurrence.slice(0, 16));
    await moveIn('2026-10-02');
    expect(await begins({})).toEqual(['2026-10-01T00:00', '2026-10-01T22:00']);
    expect(await begins({ property: 1 })).toEqual(await begins({}));
    await moveIn('2026-10-04');
    expect(await begins({})).toEqual(['2026-10-01T00:00']);
    const { content } = await caller.ask(owner, 'warning.statuses', { query: {} });
    expect(content).toEqual([{ value: 'ACTIVE', count: 1 }]);
    expect((await list(owner, { page: 9 })).total).toBe(1);
    await moveIn(null);
  });

  it('is counted, and summed up by property', async () => {
    expect(await caller.ask(owner, 'warning.count', {})).toEqual({ active: 2, critical: 1 });
    const { content } = await caller.ask(owner, 'warning.properties', { query: {} });
    expect(content).toMatchObject([{ property: 1, urgency: 10, active: 2, recent: 0 }]);
  });
});

describe('the days with warnings', () => {
  const daysOf = async (account: number, query: object = {}) =>
    (await caller.ask(account, 'warning.days', { query: query as never })).content;

  it('tell how many went on for some of each, how many began, and how urgent', async () => {
    // Fifty hours from 02:00 of the first day in Warsaw on.
    const both = { warnings: 2, urgency: 10 };
    const days = await daysOf(owner);
    expect(days).toEqual([
      { day: '2026-10-01', ...both, raised: 2 },
      { day: '2026-10-02', ...both, raised: 0 },
      { day: '2026-10-03', ...both, raised: 0 },
    ]);
    for (const { day, warnings } of days) expect((await list(owner, { day })).total).toBe(warnings);
    for (const day of ['2026-09-30', '2026-10-04']) {
      expect((await list(owner, { day })).total).toBe(0);
    }
  });

  it('are those that are asked for, of one property on request', async () => {
    const asked = { periodBegin: '2026-10-03', periodEnd: '2026-10-31' };
    expect((await daysOf(owner, asked)).map(({ day }) => day)).toEqual(['2026-10-03']);
    expect(await daysOf(owner, { periodEnd: '2026-09-30' })).toEqual([]);
    expect(await daysOf(owner, { property: 2 })).toEqual([]);
    expect(await daysOf(other, { property: 2 })).toHaveLength(3);
  });

  it('are of nobody else, nor of types that the package lacks, nor from before the access', async () => {
    expect((await daysOf(other)).map(({ warnings }) => warnings)).toEqual([1, 1, 1]);
    const spills = await addViewer('spills by day', ['WARNING_WATER_SPILL']);
    expect(await daysOf(spills)).toEqual([]);
    const intime = await addViewer('in time by day', ['WARNING_WATER_LEAKAGE'], '2026-10-03');
    expect(await daysOf(intime)).toEqual([
      { day: '2026-10-03', warnings: 2, raised: 0, urgency: 10 },
    ]);
    expect((await list(intime, { day: '2026-10-02' })).total).toBe(0);
  });

  it('are at most as many as a calendar asks for', async () => {
    const refused = async (query: object) =>
      (await caller.refusal(owner, 'warning.days', { query: query as never })).errors;
    const field = 'query.periodEnd';
    expect(await refused({ periodBegin: '2026-01-01', periodEnd: '2027-02-05' })).toMatchObject([
      { field },
    ]);
    expect(await refused({ periodBegin: '2026-10-02', periodEnd: '2026-10-01' })).toMatchObject([
      { field },
    ]);
    const year = { periodBegin: '2026-01-01', periodEnd: '2027-02-04' };
    expect(await daysOf(owner, year)).toHaveLength(3);
  });
});

describe('the graph of a warning', () => {
  it('has the device’s hours from before it began, and the limit over them', async () => {
    const [first] = (await list(owner)).content.map(({ id }) => id);
    const given = { params: { warning: first as number } };
    const graph = await caller.ask(owner, 'warning.graph', given);
    expect(graph).toMatchObject({ timeframe: 'HOURLY', unit: 'l', periodBegin: '2026-09-29' });
    const [{ starts, values }] = graph.series as [(typeof graph.series)[0]];
    expect(values[starts.indexOf('2026-10-01T10:00:00.000Z')]).toBe(30);
    const limit = await caller.ask(owner, 'warning.limit', given);
    expect(limit.starts).toEqual(starts);
    expect(new Set(limit.values)).toEqual(new Set([20]));
    const late = await addViewer('late viewer', ['WARNING_WATER_LEAKAGE'], '2026-10-02');
    const seen = await caller.ask(late, 'warning.graph', given);
    const valueAt = (start: string) =>
      seen.series[0]?.values[seen.series[0]?.starts.indexOf(start) ?? -1];
    expect(seen.periodBegin).toBe('2026-09-30');
    expect(valueAt('2026-10-01T10:00:00.000Z')).toBeNull();
    expect(valueAt('2026-10-02T10:00:00.000Z')).toBe(30);
  });
});

describe('people', () => {
  const idsOf = async (account: number) => (await list(account)).content.map(({ id }) => id);

  it('can do nothing with what they may not see, and then nothing at all happens', async () => {
    const [own, foreign] = [await idsOf(owner), await idsOf(other)];
    const warnings = [...own, ...foreign];
    for (const id of ['warning.resolve', 'warning.acknowledge'] as const) {
      const refusal = await caller.refusal(owner, id, { body: { warnings } });
      expect(refusal).toMatchObject({ status: 'NOT_FOUND' });
    }
    expect((await list(owner)).content.map(({ state }) => state)).toEqual(['ACTIVE', 'ACTIVE']);
    const refusal = await caller.refusal(owner, 'warning.get', { params: { warning: foreign[0] } });
    expect(refusal).toMatchObject({ status: 'NOT_FOUND' });
  });

  it('acknowledge, snooze and resolve, once; the history says who', async () => {
    const [first] = (await idsOf(owner)) as [number];
    const warnings = [first];
    const ask = (id: 'warning.acknowledge' | 'warning.resolve', note?: string) =>
      caller.ask(owner, id, { body: { warnings, ...(note && { note }) } });
    expect(await ask('warning.acknowledge', 'Plumber called')).toEqual({ changed: 1 });
    expect(await ask('warning.acknowledge')).toEqual({ changed: 0 });
    const until = '2026-10-07';
    expect(await caller.ask(owner, 'warning.snooze', { body: { warnings, until } })).toEqual({
      changed: 1,
    });
    expect(await caller.ask(owner, 'warning.count', {})).toEqual({ active: 1, critical: 0 });
    expect((await caller.ask(owner, 'warning.properties', { query: {} })).content).toMatchObject([
      { property: 1, urgency: 0, active: 1, recent: 0 },
    ]);
    const counts = async (query = {}) =>
      (await caller.ask(owner, 'warning.statuses', { query })).content.toSorted((a, b) =>
        a.value < b.value ? -1 : 1,
      );
    const [active, snoozed] = [
      { value: 'ACTIVE', count: 1 },
      { value: 'SNOOZED', count: 1 },
    ];
    expect(await counts()).toEqual([active, snoozed]);
    expect(await counts({ filter: ['status:SNOOZED'] })).toEqual([snoozed]);
    expect(await counts({ property: 2 })).toEqual([]);
    expect(await list(owner, { filter: 'status:SNOOZED' })).toMatchObject({
      content: [{ id: first, status: 'SNOOZED', handling: 'SNOOZED' }],
      total: 1,
    });
    const past = { warnings, until: '2026-10-01' };
    expect(await caller.refusal(owner, 'warning.snooze', { body: past })).toMatchObject({
      status: 'VALIDATION_FAILED',
      errors: [{ field: 'body.until' }],
    });
    expect(await ask('warning.resolve', 'Mended')).toEqual({ changed: 1 });
    expect(await ask('warning.resolve')).toEqual({ changed: 0 });
    expect(await caller.ask(owner, 'warning.get', { params: { warning: first } })).toMatchObject({
      state: 'RESOLVED',
      resolvedBy: `account-${owner}`,
      acknowledgedBy: `account-${owner}`,
      resolvedDate: '2026-10-05T00:00:00Z',
      note: 'Plumber called\nMended',
    });
    const { content } = await caller.ask(owner, 'warning.history', {
      params: { warning: first },
      query: {},
    });
    expect(content.map(({ event, by, detail }) => [event, by, detail])).toEqual([
      ['RESOLVED', `account-${owner}`, 'Mended'],
      ['SNOOZED', `account-${owner}`, until],
      ['ACKNOWLEDGED', `account-${owner}`, 'Plumber called'],
      ['RAISED', null, ''],
    ]);
    const { content: properties } = await caller.ask(owner, 'warning.properties', { query: {} });
    expect(properties).toMatchObject([{ urgency: 0, active: 1 }]);
  });
});

describe('settings', () => {
  const body = {
    properties: [1],
    isOn: true,
    notifyByEmail: true,
    notifyByMobile: false,
    litresPerHour: 8,
    criticalLitresPerHour: 40,
    hours: 12,
  };

  it('are the defaults until somebody sets them', async () => {
    const given = { params: { property: 1 } };
    expect(await caller.ask(owner, 'leakage.get', given)).toEqual({
      properties: [1],
      isOn: true,
      notifyByEmail: false,
      notifyByMobile: false,
      litresPerHour: 4,
      criticalLitresPerHour: 20,
      hours: 24,
    });
    expect(await caller.ask(owner, 'leakage.save', { body })).toEqual({ properties: 1 });
    expect(await caller.ask(owner, 'leakage.get', given)).toEqual(body);
    const { content } = await caller.ask(owner, 'warningSetting.list', {
      query: { alert: 'LEAKAGE' },
    });
    expect(content).toMatchObject([
      {
        property: 1,
        isOn: true,
        isDefault: false,
        devices: 2,
        limits: '8 / 40 l/h · 12 h'.replaceAll(' ', '\u00a0'),
        notifyByEmail: true,
        changedBy: `account-${owner}`,
      },
    ]);
  });

  it('count for what goes on: what is under the new limit is over', async () => {
    await evaluateDue(database, () => now);
    const open = (await list(owner, { filter: 'state:ACTIVE' })).content;
    expect(open.map(({ figure }) => figure)).toEqual([]);
  });

  it('are refused where limits contradict each other, or the property is another’s', async () => {
    const odd = { ...body, criticalLitresPerHour: 5 };
    expect(await caller.refusal(owner, 'leakage.save', { body: odd })).toMatchObject({
      status: 'VALIDATION_FAILED',
      errors: [{ field: 'body.criticalLitresPerHour' }],
    });
    for (const id of ['leakage.save', 'leakage.forecast'] as const) {
      const both = { ...body, properties: [1, 2] };
      const refusal = await caller.refusal(owner, id, { body: both });
      expect(refusal).toMatchObject({ status: 'PROPERTY_NOT_FOUND' });
    }
    const spills = await addViewer('only spills', ['WARNING_WATER_SPILL']);
    expect(await caller.refusal(spills, 'leakage.save', { body })).toMatchObject({
      status: 'PROPERTY_NOT_FOUND',
    });
    const both = { ...body, lowest: null, highest: null, hours: 3, urgency: 5 };
    expect(await caller.refusal(owner, 'temperature.save', { body: both })).toMatchObject({
      status: 'VALIDATION_FAILED',
    });
  });

  it('say before they are saved how many warnings there would have been', async () => {
    const ask = (litresPerHour: number) =>
      caller.ask(owner, 'leakage.forecast', { body: { ...body, litresPerHour } });
    expect(await ask(4)).toEqual({ warnings: 2, days: 30, devices: 2, isSample: false });
    expect(await ask(8)).toMatchObject({ warnings: 1 });
    expect(await ask(35)).toMatchObject({ warnings: 0 });
  });

  it('are turned off, and what goes on is over', async () => {
    const given = { alert: 'LEAKAGE', property: 2, isOn: false } as const;
    expect(await caller.ask(other, 'warningSetting.switch', { body: given })).toEqual({
      properties: 1,
    });
    expect((await list(other)).content).toMatchObject([{ state: 'RECENT' }]);
    const { rows } = await database.pool.query(
      'SELECT warning_severity AS severity FROM property WHERE id = 2',
    );
    expect(rows).toEqual([{ severity: null }]);
  });
});

describe('a forecast', () => {
  const wanted = {
    properties: [1],
    isOn: true,
    notifyByEmail: false,
    notifyByMobile: false,
    litresPerHour: 4,
    criticalLitresPerHour: 20,
    hours: 24,
  };
  const forecast = async (account: number) =>
    (await caller.ask(account, 'leakage.forecast', { body: wanted as never })).warnings;

  it('counts nothing from before the first day, or before who lives there moved in', async () => {
    const feature: Feature[] = ['WARNING_WATER_LEAKAGE'];
    expect(await forecast(owner)).toBe(2);
    expect(await forecast(await addViewer('from within', feature, '2026-10-02'))).toBe(2);
    // Of its fifty hours four are left, which are no day.
    expect(await forecast(await addViewer('from its end', feature, '2026-10-03'))).toBe(0);
    const moveIn = (day: string | null) =>
      database.pool.query('UPDATE tenant SET moved_in = $1 WHERE property_id = 1', [day]);
    await moveIn('2026-10-03');
    expect(await forecast(owner)).toBe(1);
    await moveIn(null);
  });
});
