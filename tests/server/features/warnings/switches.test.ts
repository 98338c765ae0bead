import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { warningFeatures } from '../../../../schemas/kinds/warnings.ts';
import type { Database } from '../../../../server/database/open.ts';
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
import { type Caller, createCaller } from '../support/caller.ts';

let at = Date.parse('2026-10-05T00:00:00Z');
let database: Database;
let caller: Caller;
let owner: number;
let other: number;
let leaks: number;

beforeAll(async () => {
  database = await createTestDatabase();
  caller = createCaller(database, () => new Date(at++), warningFeatures);
  owner = await addAccount(database, 'owner');
  other = await addAccount(database, 'other');
  leaks = await addAccount(database, 'leaks');
  for (const id of [1, 2, 3]) await addProperty(database, { id, name: `House ${id}` });
  await addProperty(database, { id: 4, name: 'Another’s' });
  const all = await addPackage(database, [...warningFeatures]);
  await grantAccess(database, owner, all, [1, 2, 3]);
  await grantAccess(database, other, all, [4]);
  await grantAccess(database, leaks, await addPackage(database, ['WARNING_WATER_LEAKAGE']), [1, 2]);
});
afterAll(() => database.close());

const typeOf = async (account: number, alert: string) =>
  (await caller.ask(account, 'warningSetting.types', {})).find((row) => row.alert === alert);
const limitsOf = async (property: number) => {
  const setting = await caller.ask(owner, 'leakage.get', { params: { property } });
  return [setting.isOn, setting.litresPerHour];
};
const save = (properties: number[], litresPerHour: number, isOn = true) =>
  caller.ask(owner, 'leakage.save', {
    body: {
      ...{ properties, isOn, notifyByEmail: true, notifyByMobile: false },
      ...{ litresPerHour, criticalLitresPerHour: 40, hours: 24 },
    },
  });

describe('what counts for each type', () => {
  it('is told over all properties, with the limits of most of them', async () => {
    expect(await typeOf(owner, 'LEAKAGE')).toMatchObject({
      ...{ isOn: true, isEverywhere: true, on: 3, properties: 3 },
      ...{ otherLimits: null, byEmail: 0, byMobile: null },
    });
    await save([2], 9, false);
    expect(await typeOf(owner, 'LEAKAGE')).toMatchObject({
      ...{ isOn: true, isEverywhere: false, on: 2, properties: 3 },
      ...{ limits: '4 / 20 l/h · 24 h'.replaceAll(' ', '\u00a0'), otherLimits: 1, byEmail: 1 },
    });
    // Most have other limits now.
    await save([3], 9);
    expect(await typeOf(owner, 'LEAKAGE')).toMatchObject({
      ...{ limits: '9 / 40 l/h · 24 h'.replaceAll(' ', '\u00a0'), otherLimits: 1, byEmail: 2 },
    });
  });

  it('leaves out types and properties that the account may not set, and whom others are told of', async () => {
    const seen = await caller.ask(leaks, 'warningSetting.types', {});
    expect(seen).toMatchObject([{ alert: 'LEAKAGE', properties: 2, on: 1, byEmail: 0 }]);
    expect(await typeOf(other, 'LEAKAGE')).toMatchObject({ properties: 1, on: 1, byEmail: 0 });
  });
});

describe('switching in all properties', () => {
  it('keeps each one’s limits, and is taken back to what it was', async () => {
    // The second property is off already: taking back must not turn it on.
    const body = { alert: 'LEAKAGE', isOn: false } as const;
    const done = await caller.ask(owner, 'warningSetting.switchAll', { body });
    expect(done.properties).toBe(2);
    expect(await Promise.all([1, 2, 3].map(limitsOf))).toEqual([
      [false, 4],
      [false, 9],
      [false, 9],
    ]);
    expect(await typeOf(owner, 'LEAKAGE')).toMatchObject({ isOn: false, on: 0 });
    expect(await typeOf(other, 'LEAKAGE')).toMatchObject({ on: 1 });
    const back = { body: { alert: 'LEAKAGE', at: done.at } } as const;
    // Neither somebody else nor somebody who sees one of the properties, too.
    for (const stranger of [other, leaks]) {
      const answer = await caller.ask(stranger, 'warningSetting.switchBack', back);
      expect(answer).toEqual({ properties: 0 });
    }
    expect(await caller.ask(owner, 'warningSetting.switchBack', back)).toEqual({ properties: 2 });
    expect(await Promise.all([1, 2, 3].map(limitsOf))).toEqual([
      [true, 4],
      [false, 9],
      [true, 9],
    ]);
    expect(await caller.ask(owner, 'warningSetting.switchBack', back)).toEqual({ properties: 0 });
  });

  it('ends what goes on, and taken back it goes on as the same warning', async () => {
    const deviceId = await addDevice(database, {
      propertyId: 4,
      tenantId: null,
      interval: 'HOURLY',
    });
    const readings = Array.from({ length: 51 }, (_, hour) => ({
      at: Date.parse('2026-10-02T22:00:00Z') + hour * 3_600_000,
      value: 10 + (hour * 6) / 1000,
    }));
    await addReadings(database, { propertyId: 4, deviceId }, readings);
    const states = async () => {
      await evaluateDue(database, () => new Date(at));
      const { content } = await caller.ask(other, 'warning.list', { query: {} as never });
      return content.map(({ id, state }) => [id, state]);
    };
    const [[id] = []] = await states();
    expect(await states()).toEqual([[id, 'ACTIVE']]);
    const body = { alert: 'LEAKAGE', isOn: false } as const;
    const done = await caller.ask(other, 'warningSetting.switchAll', { body });
    expect(await states()).toEqual([[id, 'RECENT']]);
    await caller.ask(other, 'warningSetting.switchBack', {
      body: { alert: 'LEAKAGE', at: done.at },
    });
    expect(await states()).toEqual([[id, 'ACTIVE']]);
  });

  it('is not taken back where somebody has changed it since', async () => {
    const body = { alert: 'LEAKAGE', isOn: false } as const;
    const done = await caller.ask(owner, 'warningSetting.switchAll', { body });
    await save([1], 5, false);
    const back = { body: { alert: 'LEAKAGE', at: done.at } } as const;
    expect(await caller.ask(owner, 'warningSetting.switchBack', back)).toEqual({ properties: 1 });
    expect(await Promise.all([1, 3].map(limitsOf))).toEqual([
      [false, 5],
      [true, 9],
    ]);
  });
});
