import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { Aedes } from 'aedes';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { readConfig } from '../../../../server/config.ts';
import type { Database } from '../../../../server/database/open.ts';
import { createMeterMessages } from '../../../../server/features/readings/meterMessages.ts';
import type { Jobs } from '../../../../server/jobs/jobs.ts';
import type { Meters } from '../../../../server/meterConfig.ts';
import { createTestDatabase } from '../../../support/database.ts';
import { marketOf } from '../../../support/markets.ts';
import { addHouse } from '../../imports/support.ts';

let database: Database;
let aedes: Aedes;
let server: Server;
let port = 0;
let clock: string;
const sockets = new Set<Socket>();
const logged: { level: string; text: string; about: object }[] = [];
/** How many messages the broker knows to be stored. */
let acknowledged = 0;
let listening: { stop(): Promise<void> } | undefined;

beforeAll(async () => {
  database = await createTestDatabase();
  await addHouse(database);
});
afterAll(() => database.close());

beforeEach(async () => {
  await database.pool.query(
    'TRUNCATE reading, rollup, device_state, device_error, import_run, import_rejection',
  );
  clock = '2026-11-27T08:30:00Z';
  logged.length = 0;
  acknowledged = 0;
  aedes = await Aedes.createBroker();
  aedes.on('ack', (packet) => {
    if (packet?.cmd === 'publish') acknowledged += 1;
  });
  await openBroker();
});
afterEach(async () => {
  vi.restoreAllMocks();
  await listening?.stop();
  listening = undefined;
  await closeBroker();
  await new Promise<void>((resolve) => aedes.close(() => resolve()));
});

/** On the same port each time, with the sessions that it had. */
async function openBroker(): Promise<void> {
  server = createServer((socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    aedes.handle(socket);
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  port = (server.address() as AddressInfo).port;
}

async function closeBroker(): Promise<void> {
  for (const socket of sockets) socket.destroy();
  await new Promise((resolve) => server.close(resolve));
}

function listen(topics = 'wmbusmeters/#') {
  const url = `mqtt://user:secret@127.0.0.1:${port}`;
  const { meters } = readConfig({ METERS_MQTT_URL: url, METERS_MQTT_TOPICS: topics });
  const stopping = new AbortController();
  const log = (level: string) => (about: object, text: string) =>
    logged.push({ level, text, about });
  let running: Promise<void> = Promise.resolve();
  const jobs: Pick<Jobs, 'work'> = {
    work(_works, [tick]) {
      running = tick?.run(stopping.signal) as Promise<void>;
      running.catch(() => undefined);
    },
  };
  createMeterMessages(meters as Meters, {
    database,
    manifests: { market: marketOf },
    logger: { info: log('info'), warn: log('warn'), error: log('error') } as never,
    now: () => new Date(clock),
    retryMilliseconds: 50,
  }).work(jobs);
  const made = {
    ended: () => running,
    async stop() {
      stopping.abort();
      await running.catch(() => undefined);
    },
  };
  listening = made;
  return made;
}

const isSubscribed = () =>
  vi.waitFor(() => expect(logged.at(-1)?.text).toMatch(/listened to/), { timeout: 10_000 });
const published = async (...payloads: string[]) => {
  for (const payload of payloads) await publish(payload);
};
function publish(payload: string, topic = 'wmbusmeters/11223344'): Promise<void> {
  const packet = { cmd: 'publish', topic, payload, qos: 1, retain: false, dup: false } as const;
  return new Promise((resolve, reject) =>
    aedes.publish(packet, (error) => (error ? reject(error) : resolve())),
  );
}
const telegram = (time: string, total: number, id = '11223344') =>
  JSON.stringify({
    media: 'water',
    meter: 'iperl',
    name: 'x',
    id,
    total_m3: total,
    timestamp: `2026-11-27T${time}Z`,
  });
const stored = async () =>
  (await database.pool.query('SELECT value FROM reading ORDER BY at')).rows.map(
    ({ value }) => value / 1e6,
  );
const runs = async () =>
  (
    await database.pool.query(
      'SELECT status, lines, accepted, duplicates, rejected FROM import_run ORDER BY id',
    )
  ).rows;
const areAcknowledged = (count: number) =>
  vi.waitFor(() => expect(acknowledged).toBe(count), { timeout: 10_000 });

it('stores what comes together as one import, then acknowledges it; a broken message stops no other', async () => {
  listen();
  await isSubscribed();
  await published(telegram('06:00:00', 5), '{"id":', telegram('06:20:00', 6), '');
  await published(telegram('06:20:00', 1, '99999999'));
  await areAcknowledged(5);
  expect(await stored()).toEqual([5, 6]);
  const count = { lines: 4, accepted: 2, duplicates: 0, rejected: 2 };
  expect(await runs()).toMatchObject([{ status: 'RUNNING', ...count }]);
  // What comes later adds to it; of a quarter of an hour the first counts, wherever the others come.
  await published(telegram('06:21:00', 7), telegram('06:40:00', 8));
  await areAcknowledged(7);
  expect(await stored()).toEqual([5, 6, 8]);
  expect(await runs()).toMatchObject([{ lines: 6, accepted: 3, duplicates: 1, rejected: 2 }]);
  const warned = logged.filter(({ level }) => level !== 'info');
  expect(warned).toMatchObject([{ about: { country: 'PL', code: 'BAD_JSON', refused: 1 } }]);
  const { rows } = await database.pool.query(
    'SELECT line, code FROM import_rejection ORDER BY line',
  );
  expect(rows).toMatchObject([
    { line: 2, code: 'BAD_JSON' },
    { line: 4, code: 'UNKNOWN_DEVICE' },
  ]);
});

it('acknowledges nothing before it is stored, and what was not stored comes again', async () => {
  const first = listen();
  await isSubscribed();
  const failure = vi.spyOn(database, 'transaction').mockRejectedValueOnce(new Error('no database'));
  await published(telegram('06:00:00', 5));
  await expect(first.ended()).rejects.toThrow('no database');
  expect(failure).toHaveBeenCalled();
  expect(acknowledged).toBe(0);
  // Comes while nobody listens.
  await published(telegram('06:20:00', 6));
  listen();
  await areAcknowledged(2);
  expect(await stored()).toEqual([5, 6]);
});

it('counts once what was stored and comes again because the end came before the acknowledgement', async () => {
  const first = listen();
  await isSubscribed();
  const { transaction } = database;
  vi.spyOn(database, 'transaction').mockImplementation(async (work) => {
    const done = await transaction(work);
    for (const socket of sockets) socket.destroy();
    return done;
  });
  await published(telegram('06:00:00', 5), telegram('06:20:00', 6));
  await vi.waitFor(async () => expect(await stored()).toEqual([5, 6]));
  await first.stop();
  vi.restoreAllMocks();
  expect(acknowledged).toBe(0);
  listen();
  await areAcknowledged(2);
  expect(await stored()).toEqual([5, 6]);
  // As often as it tried meanwhile.
  const [run] = await runs();
  expect(run).toMatchObject({ accepted: 2, duplicates: run.lines - 2, rejected: 0 });
  expect(run.duplicates).toBeGreaterThanOrEqual(2);
});

it('waits for a broker that is away, says so once, and misses nothing that was published meanwhile', async () => {
  await closeBroker();
  listen();
  await new Promise((resolve) => setTimeout(resolve, 400));
  const warnings = () => logged.filter(({ level }) => level === 'warn');
  expect(warnings()).toMatchObject([
    { about: { broker: '127.0.0.1', reason: expect.stringContaining('ECONNREFUSED') } },
  ]);
  await openBroker();
  await isSubscribed();
  await published(telegram('06:00:00', 5));
  await areAcknowledged(1);
  await closeBroker();
  await published(telegram('06:20:00', 6));
  await openBroker();
  await areAcknowledged(2);
  expect(await stored()).toEqual([5, 6]);
  expect(warnings()).toHaveLength(2);
  expect(JSON.stringify(logged)).not.toContain('secret');
});

it('stores a topic’s messages in its market, each local day as an import of its own', async () => {
  listen('CZ=wmbusmeters/brno/+ PL=wmbusmeters/#');
  await isSubscribed();
  await publish(telegram('06:00:00', 5), 'wmbusmeters/brno/11223344');
  await publish(telegram('06:00:00', 5));
  await areAcknowledged(2);
  const { rows } = await database.pool.query(
    'SELECT country, kind, file_name, imported_by, accepted, rejected FROM import_run ORDER BY country',
  );
  const about = { kind: 'telegrams', file_name: 'MQTT', imported_by: 'operator' };
  expect(rows).toMatchObject([
    { ...about, country: 'CZ', accepted: 0, rejected: 1 },
    { ...about, country: 'PL', accepted: 1, rejected: 0 },
  ]);
  // Midnight in Warsaw.
  clock = '2026-11-27T23:00:00Z';
  await publish(telegram('22:59:00', 6));
  await areAcknowledged(3);
  expect((await runs()).map(({ status }) => status).sort()).toEqual([
    'FINISHED',
    'RUNNING',
    'RUNNING',
  ]);
});

it('is one process at a time that listens', async ({ skip }) => {
  skip(database.engine === 'pglite', 'Its directory is one process’s.');
  const first = listen();
  await isSubscribed();
  await listen().ended();
  listening = first;
  expect(logged).toHaveLength(1);
  await first.stop();
  logged.length = 0;
  listen();
  await isSubscribed();
});
