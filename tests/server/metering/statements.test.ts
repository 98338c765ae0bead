import { describe, expect, it, test } from 'vitest';
import type { Transaction } from '../../../server/database/open.ts';
import {
  type ChunkKey,
  type ChunkRow,
  emptyChunk,
  setBucket,
} from '../../../server/metering/store/chunks.ts';
import { correctReadings } from '../../../server/metering/store/corrections.ts';
import { ingestReadings, overwriteReadings } from '../../../server/metering/store/ingest.ts';
import { readManyRollups } from '../../../server/metering/store/manyRollups.repository.ts';
import {
  insertPacks,
  packMonths,
  unpackReadings,
} from '../../../server/metering/store/packs.repository.ts';
import { writeQuestions } from '../../../server/metering/store/questions.repository.ts';
import {
  deleteReadings,
  ensurePartitions,
  insertRows,
  readSpans,
  replaceReadings,
} from '../../../server/metering/store/readings.repository.ts';
import { recomputeDevices } from '../../../server/metering/store/recompute.ts';
import {
  deleteChunks,
  packChunks,
  readChunks,
  readRollups,
  writeChunks,
} from '../../../server/metering/store/rollups.repository.ts';
import { writeFlows, writeStates } from '../../../server/metering/store/states.repository.ts';
import { updateRollups } from '../../../server/metering/store/updateRollups.ts';

/** What is asked of the database, without one. */

const day = 86_400_000;
const closed = new Proxy({} as Transaction, {
  get() {
    throw new Error('The database was asked.');
  },
});
const key: ChunkKey = {
  propertyId: 1,
  subjectKind: 0,
  subjectId: 7,
  category: 'COLD_WATER_METER',
  timeframe: 1,
  chunk: '2026-01-01',
};
const known = { interval: 'DAILY', packedUntil: null } as const;
const span = { propertyId: 1, deviceId: 7, first: 0, last: day };
const reading = { propertyId: 1, deviceId: 7, at: 0, value: 1, quality: 0 as const };
const period = {
  ...({ subjectKind: 'device', timeframe: 'DAILY', timeZone: 'Europe/Warsaw' } as const),
  from: 0,
  until: day,
};
const none = { stored: 0, duplicates: 0, conflicts: [] };
const nothingNew = { chunks: [], newRows: packChunks([]), questions: [] };
const correction = { ...reading, reason: 'Wrong' };
const gone = { device: { propertyId: 1, deviceId: 7 }, newest: undefined, firstAt: 0, flows: null };
const one = { propertyId: 1, subjectId: 7 };

describe('the database is asked nothing when there is nothing to', () => {
  it.each<[string, (tx: Transaction) => Promise<unknown>, unknown]>([
    ['ingest', (tx) => ingestReadings(tx, []), none],
    ['overwrite', (tx) => overwriteReadings(tx, []), undefined],
    ['correct', (tx) => correctReadings(tx, [], 'support.pl'), undefined],
    ['recompute', (tx) => recomputeDevices(tx, []), undefined],
    ['bring up to date', (tx) => updateRollups(tx, [], nothingNew), undefined],
    ['read in spans', (tx) => readSpans(tx, [], []), new Map()],
    ['insert', (tx) => insertRows(tx, []), undefined],
    ['pack', (tx) => insertPacks(tx, []), undefined],
    ['unpack', (tx) => unpackReadings(tx, []), undefined],
    ['pack later', (tx) => packMonths(tx, []), undefined],
    ['replace', (tx) => replaceReadings(tx, []), undefined],
    ['delete', (tx) => deleteReadings(tx, []), undefined],
    ['make a place for', (tx) => ensurePartitions(tx, [], []), undefined],
    ['know of devices', (tx) => writeStates(tx, []), undefined],
    ['count', (tx) => writeFlows(tx, []), undefined],
    ['ask about', (tx) => writeQuestions(tx, [], []), undefined],
    ['read by keys', (tx) => readChunks(tx, []), []],
    ['take away', (tx) => deleteChunks(tx, []), undefined],
    ['write whole', (tx) => writeChunks(tx, packChunks([])), undefined],
    ['show', (tx) => readRollups(tx, { ...period, propertyId: 1, subjectIds: [] }), []],
    ['show of many', (tx) => readManyRollups(tx, { ...period, subjects: [] }), []],
    [
      'show in a period that ends as it begins',
      (tx) => readRollups(tx, { ...period, until: 0, propertyId: 1, subjectIds: [7] }),
      [],
    ],
    [
      'show of many in such a period',
      (tx) => readManyRollups(tx, { ...period, until: 0, subjects: [one] }),
      [],
    ],
  ])('%s', async (_, work, expected) => {
    expect(await work(closed)).toEqual(expected);
  });

  it.each<[string, (tx: Transaction) => Promise<unknown>]>([
    ['ingest', (tx) => ingestReadings(tx, [reading])],
    ['overwrite', (tx) => overwriteReadings(tx, [reading])],
    ['correct', (tx) => correctReadings(tx, [correction], 'support.pl')],
    ['recompute', (tx) => recomputeDevices(tx, [span])],
    ['read in spans', (tx) => readSpans(tx, [], [span])],
    ['insert', (tx) => insertRows(tx, [reading])],
    ['replace', (tx) => replaceReadings(tx, [reading])],
    ['delete', (tx) => deleteReadings(tx, [reading])],
    ['pack later', (tx) => packMonths(tx, [{ ...span, month: '2026-05-01' }])],
    ['make a place for', (tx) => ensurePartitions(tx, [0], [])],
    ['know of devices', (tx) => writeStates(tx, [gone])],
    ['know more of devices', (tx) => writeStates(tx, [{ ...gone, newest: reading }])],
    ['count', (tx) => writeFlows(tx, [{ ...span, flows: [] }])],
    ['ask about', (tx) => writeQuestions(tx, [span], [])],
    ['read by keys', (tx) => readChunks(tx, [key])],
    ['take away', (tx) => deleteChunks(tx, [key])],
    ['write whole', (tx) => writeChunks(tx, packChunks([emptyChunk(key, 1)]))],
    ['show', (tx) => readRollups(tx, { ...period, propertyId: 1, subjectIds: [7] })],
    ['show of many', (tx) => readManyRollups(tx, { ...period, subjects: [one] })],
  ])('but is where there is one thing to %s', async (_, work) => {
    await expect(work(closed)).rejects.toThrow('was asked');
  });
});

test('places are made for each month and year once, in order: two importers never wait in a circle', async () => {
  const asked: unknown[] = [];
  const recorder = {
    run: async (_sql: string, values: unknown) => {
      asked.push(values);
    },
  } as unknown as Transaction;
  const instants = [
    '2026-01-01T00:00Z',
    '2025-12-31T23:59Z',
    '2025-12-31T22:00Z',
    '2025-02-03T04:05Z',
  ];
  await ensurePartitions(recorder, instants.map(Date.parse), [2026, 2025, 2026]);
  expect(asked).toEqual([
    [
      ['2025-02-01', '2025-12-01', '2026-01-01'],
      ['2025-01-01', '2026-01-01'],
    ],
  ]);
});

/** Notes what is asked, and answers queries with these rows, one list after the other. */
function createRecorder(...answers: (readonly object[])[]) {
  const asked: string[] = [];
  const tx = {
    run: async (command: string | { sql: string }) => {
      const sql = typeof command === 'string' ? command : command.sql;
      asked.push(sql.trim().split(/\s+/, 1)[0] as string);
    },
    query: async () => {
      asked.push('SELECT');
      return answers.shift() ?? [];
    },
  } as unknown as Transaction;
  return { tx, asked };
}

it.each<[string, (tx: Transaction) => Promise<unknown>, string[]]>([
  ['a device without readings is forgotten', (tx) => writeStates(tx, [gone]), ['DELETE']],
  [
    'one with readings is known',
    (tx) => writeStates(tx, [{ ...gone, newest: reading }]),
    ['INSERT'],
  ],
  ['what is asked no more goes', (tx) => writeQuestions(tx, [span], []), ['DELETE']],
])('%s by one statement', async (_, work, expected) => {
  const { tx, asked } = createRecorder();
  await work(tx);
  expect(asked).toEqual(expected);
});

describe('all partitions are looked at', () => {
  const instants = (...days: number[]) => days.map((at) => ({ deviceId: 7, at: at * day }));
  const from = { ...span, first: 0, last: day };

  it.each<[string, number, number, number[], number]>([
    ['not for what lies in the span', 0, 1, [0, 1], 1],
    ['when too few are near before', -90, 1, [-4, -3, -2, -1, 0, 1], 2],
    ['not when enough are', -90, 1, [-5, -4, -3, -2, -1, 0, 1], 1],
    ['not when the first is among them', -2, 1, [-2, -1, 0, 1], 1],
    ['when too few are near behind', 0, 90, [0, 1, 2, 3, 4, 5], 2],
    ['not when enough are behind', 0, 90, [0, 1, 2, 3, 4, 5, 6], 1],
    ['not when the last is among them', 0, 3, [0, 1, 2, 3], 1],
    ['when none is near', -90, 90, [], 2],
  ])('for readings beside a span: %s', async (_, firstAt, lastAt, near, count) => {
    const device = { ...known, deviceId: 7, firstAt: firstAt * day, lastAt: lastAt * day };
    const all = instants(-90, ...near, 90);
    const { tx, asked } = createRecorder(instants(...near), all);
    const found = await readSpans(tx, [device], [from]);
    expect(asked).toHaveLength(count);
    expect(found.get(7)).toEqual(count === 1 ? instants(...near) : all);
  });

  it('not when nothing is known of the device', async () => {
    const { tx, asked } = createRecorder();
    expect(await readSpans(tx, [], [from])).toEqual(new Map());
    expect(asked).toHaveLength(1);
  });

  it('and readings are in order of time, whatever order they come in', async () => {
    const { tx } = createRecorder(instants(1, 0, 3, 2));
    const device = { ...known, deviceId: 7, firstAt: 0, lastAt: 3 * day };
    expect((await readSpans(tx, [device], [from])).get(7)).toEqual(instants(0, 1, 2, 3));
  });
});

describe('rows are packed', () => {
  const pack = (change: Partial<ChunkRow>) => packChunks([{ ...emptyChunk(key, 2), ...change }]);

  it('with their key first, and without what is 0 or unknown throughout', () => {
    const nothing = '{"{0,0}"}';
    expect(pack({})).toEqual([
      ...['{1}', '{0}', '{7}', '{COLD_WATER_METER}', '{1}', '{2026-01-01}'],
      '{"{NULL,NULL}"}',
      ...[nothing, nothing],
      ...Array.from({ length: 9 }, () => '{NULL}'),
    ]);
  });

  it('with a list for each field that has something', () => {
    const row = emptyChunk(key, 2);
    setBucket(row, 1, {
      volume: 1,
      measured: 2,
      interpolated: 3,
      estimated: 4,
      missing: 5,
      received: 6,
      minimum: 7,
      maximum: 8,
      bridged: 9,
      interpolatedTime: 10,
      unknownTime: 11,
      absentTime: 12,
    });
    expect(packChunks([row]).slice(6)).toEqual([
      ...['{"{NULL,1}"}', '{"{0,2}"}', '{"{0,6}"}', '{"{NULL,7}"}', '{"{NULL,8}"}'],
      ...['{"{0,3}"}', '{"{0,4}"}', '{"{0,5}"}', '{"{0,9}"}'],
      ...['{"{0,10}"}', '{"{0,11}"}', '{"{0,12}"}'],
    ]);
    expect(packChunks([row, emptyChunk(key, 1)])[6]).toBe('{"{NULL,1}","{NULL}"}');
  });
});
