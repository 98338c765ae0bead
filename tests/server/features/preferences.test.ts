import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defaultPreferences } from '../../../schemas/entities/defaultPreferences.ts';
import type { Database } from '../../../server/database/open.ts';
import { addAccount } from '../../support/builders.ts';
import { createTestDatabase } from '../../support/database.ts';
import { type Caller, createCaller } from './support/caller.ts';

let database: Database;
let caller: Caller;
let account = 0;
let other = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  caller = createCaller(database, () => new Date());
  account = await addAccount(database, 'one');
  other = await addAccount(database, 'other');
});
afterAll(() => database.close());

const own = (id: number) => ({ params: { id: String(id) } });

it('preferences are the defaults until they are saved, and one\u2019s own', async () => {
  expect(await caller.ask(account, 'preferences.get', own(account))).toEqual(defaultPreferences);
  const chosen = {
    ...defaultPreferences,
    darkMode: true,
    graphColors: { ...defaultPreferences.graphColors, hca: '#123456' },
  };
  expect(await caller.ask(account, 'preferences.save', { ...own(account), body: chosen })).toEqual(
    chosen,
  );
  expect(await caller.ask(account, 'preferences.get', own(account))).toEqual(chosen);
  expect(await caller.ask(other, 'preferences.get', own(other))).toEqual(defaultPreferences);
  const read = await caller.refusal(other, 'preferences.get', own(account));
  const save = await caller.refusal(other, 'preferences.save', { ...own(account), body: chosen });
  expect([read.status, save.status]).toEqual(['NOT_FOUND', 'NOT_FOUND']);
});

it('what is no colour is refused, and what an older version stored is made whole', async () => {
  const body = {
    ...defaultPreferences,
    graphColors: { ...defaultPreferences.graphColors, hca: 'red;}' },
  };
  const refusal = await caller.refusal(account, 'preferences.save', { ...own(account), body });
  expect(refusal.errors.map(({ field }) => field)).toEqual(['body.graphColors.hca']);
  await database.pool.query(
    `UPDATE account SET preferences = '{"graphColors": {"hca": "#abcdef"}}' WHERE id = $1`,
    [other],
  );
  const { graphColors } = await caller.ask(other, 'preferences.get', own(other));
  expect(graphColors).toEqual({ ...defaultPreferences.graphColors, hca: '#abcdef' });
});

describe('a part of the preferences', () => {
  const nine = {
    hca: '#000001',
    hcaCompare: '#000002',
    hotWater: '#000003',
    hotWaterCompare: '#000004',
    coldWater: '#000005',
    coldWaterCompare: '#000006',
    coldAndHotWater: '#000007',
    coldAndHotWaterCompare: '#000008',
    propertyAverage: '#000009',
  };
  const save = async (id: number, body: object) =>
    caller.ask(id, 'preferences.save', { ...own(id), body });

  it('leaves the rest as it is, and the answer has all of it', async () => {
    const id = await addAccount(database, 'part');
    expect(await save(id, { darkMode: true })).toEqual({ ...defaultPreferences, darkMode: true });
    const { nationalAverage, degreeDays } = defaultPreferences.graphColors;
    const colours = { ...nine, nationalAverage, degreeDays };
    expect(await save(id, { graphColors: nine })).toEqual({
      dateFormat: 'DD.MM.YYYY',
      darkMode: true,
      graphColors: colours,
    });
    await save(id, { graphColors: { degreeDays: '#00000a' } });
    expect(await caller.ask(id, 'preferences.get', own(id))).toEqual({
      dateFormat: 'DD.MM.YYYY',
      darkMode: true,
      graphColors: { ...colours, degreeDays: '#00000a' },
    });
  });

  it('is not lost when another part is saved at the same time', async () => {
    const id = await addAccount(database, 'both');
    const colours = Object.entries(nine).map(([name, colour]) => ({
      graphColors: { [name]: colour },
    }));
    await Promise.all([...colours, { darkMode: true }].map((body) => save(id, body)));
    const { darkMode, graphColors } = await caller.ask(id, 'preferences.get', own(id));
    expect(darkMode).toBe(true);
    expect(graphColors).toEqual({ ...defaultPreferences.graphColors, ...nine });
  });
});

it.each(['COLD_WATER', 'HOT_WATER', 'HCA', 'COLD_AND_HOT_WATER'] as const)(
  'colours can be tried on invented values of %s, and only one’s own',
  async (group) => {
    const graph = await caller.ask(account, 'preferences.sample', {
      ...own(account),
      query: { group },
    });
    expect(graph.group).toBe(group);
    expect(graph.series.map(({ role }) => role)).toEqual(['CURRENT', 'COMPARE']);
    for (const line of ['propertyAverage', 'nationalAverage', 'degreeDays'] as const) {
      const answer = await caller.ask(account, 'preferences.sampleLine', {
        params: { id: String(account), line },
        query: { group },
      });
      expect(answer.starts).toEqual(graph.series[0]?.starts);
      expect(answer.unit).toBe(line === 'degreeDays' ? 'Kd' : graph.unit);
    }
    const refused = await caller.refusal(other, 'preferences.sample', {
      ...own(account),
      query: { group },
    });
    expect(refused.status).toBe('NOT_FOUND');
  },
);
