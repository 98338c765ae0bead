import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { parser } from '@prometheus-io/lezer-promql';
import { Hono } from 'hono';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { readConfig } from '../../server/config.ts';
import type { Database } from '../../server/database/open.ts';
import { toAppError } from '../../server/http/failures.ts';
import { mountMetrics } from '../../server/http/metrics.ts';
import { trackRemoteAddress } from '../../server/http/remoteAddress.ts';
import { importFile } from '../../server/imports/importFile.ts';
import type { QueueDepth } from '../../server/jobs/jobs.repository.ts';
import { createMailer } from '../../server/mail/mailer.ts';
import { createMetrics, type Metrics } from '../../server/metrics/metrics.ts';
import { evaluateDue } from '../../server/warnings/evaluate.ts';
import { addDevice, addProperty, addReadings } from '../support/builders.ts';
import { createTestDatabase } from '../support/database.ts';

/** What Prometheus reads, who may, and that what is shipped for it asks for what there is. */

const now = new Date('2026-10-20T00:00:00Z');
const token = '0123456789abcdef';
const idle = { waiting: 0, active: 0, failed: 0, oldest: null, due: null };
let database: Database;
let metrics: Metrics;
let depths: () => Promise<QueueDepth[]>;

beforeAll(async () => {
  database = await createTestDatabase();
  await addProperty(database, { id: 1 });
});
afterAll(() => database.close());
afterEach(() => metrics.close());

function start() {
  depths = async () => [{ queue: 'report.make', ...idle }];
  metrics = createMetrics({
    database,
    manifests: { problems: () => ['a.json:1:1 is broken'] },
    queueDepths: () => depths(),
    outdatedDevices: () => 3,
    version: '1.2.3',
  });
}

/** Each series of a metric with its value. */
function read(name: string, text: string): Record<string, number> {
  const lines = text.split('\n').filter((line) => /^\w/.test(line));
  const series = lines.map((line) => /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? []);
  const found = series.filter(([, one]) => one === name);
  return Object.fromEntries(found.map(([, , labels = '', value]) => [labels, Number(value)]));
}

const scrape = async (name: string) => read(name, await metrics.text());

describe('metrics', () => {
  it('count calls by operation and status, and how long they took', async () => {
    start();
    metrics.observeCall('session.get', 200, 0.01);
    metrics.observeCall('session.get', 200, 0.3);
    metrics.observeCall('session.get', 401, 0.001);
    const name = 'meterhouse_call_duration_seconds';
    expect(await scrape(`${name}_count`)).toEqual({
      'operation="session.get",status="200"': 2,
      'operation="session.get",status="401"': 1,
    });
    const buckets = await scrape(`${name}_bucket`);
    expect(buckets['le="0.1",operation="session.get",status="200"']).toBe(1);
    expect(buckets['le="0.5",operation="session.get",status="200"']).toBe(2);
  });

  it('count lines of files, once each, and the warnings that readings raise', async () => {
    start();
    const deviceId = await addDevice(database, { propertyId: 1, interval: 'HOURLY' });
    // A leak: 6 litres in each hour of three days, also at night.
    const hours = Array.from({ length: 73 }, (_, hour) => hour);
    const begin = Date.parse('2026-10-01T00:00:00Z');
    await addReadings(
      database,
      { propertyId: 1, deviceId },
      hours.map((hour) => ({ at: begin + hour * 3_600_000, value: 100 + hour * 0.006 })),
    );
    await evaluateDue(database, () => now);
    await evaluateDue(database, () => now);
    expect(await scrape('meterhouse_warnings_raised_total')).toEqual({ 'type="LEAKAGE"': 1 });
    const { rows } = await database.pool.query('SELECT serial_number FROM device');
    const { serial_number: serial } = rows[0];
    const file = `serial;at;value\n${serial};2026-10-05T00:00:00Z;101\nnobody;2026-10-05;x\n`;
    const load = () =>
      importFile(database, {
        stream: Readable.from([file]),
        fileName: 'readings.csv',
        country: 'PL',
        timeZone: 'Europe/Warsaw',
        by: 'operator',
        now,
      });
    await load();
    await load();
    expect(await scrape('meterhouse_imported_lines_total')).toEqual({
      'kind="readings",result="accepted"': 1,
      'kind="readings",result="duplicates"': 1,
      'kind="readings",result="rejected"': 2,
    });
  });

  it('count mails that the server takes or not', async () => {
    start();
    const about = { DATA_DIR: '/nowhere', PUBLIC_URL: 'https://portal.example' };
    const mailer = createMailer(
      { ...about, SMTP_URL: 'smtp://127.0.0.1:1' },
      { info: () => undefined },
    );
    const sent = mailer.send({ to: 'a@b.example', subject: 'x', text: 'x' });
    await expect(sent).rejects.toThrow('ECONNREFUSED');
    expect(await scrape('meterhouse_mails_total')).toEqual({
      'result="failed"': 1,
      'result="sent"': 0,
    });
  });

  it('show the state of database, queues and manifests as it is', async () => {
    start();
    const oldest = new Date(Date.now() - 60_000);
    const depth = { queue: 'report.make' as const, ...idle, waiting: 2, failed: 1, oldest };
    let asked = 0;
    depths = async () => {
      asked += 1;
      return [depth];
    };
    // Both of one scrape.
    const text = await metrics.text();
    expect(read('meterhouse_jobs', text)).toEqual({
      'queue="report.make",state="waiting"': 2,
      'queue="report.make",state="active"': 0,
      'queue="report.make",state="failed"': 1,
    });
    const waits = read('meterhouse_jobs_oldest_waiting_seconds', text);
    expect(waits['queue="report.make"']).toBeGreaterThanOrEqual(60);
    expect(asked).toBe(1);
    expect(await scrape('meterhouse_database_up')).toEqual({ '': 1 });
    expect(await scrape('meterhouse_manifest_problems')).toEqual({ '': 1 });
    expect(await scrape('meterhouse_outdated_devices')).toEqual({ '': 3 });
    expect(await scrape('meterhouse_build_info')).toEqual({ 'version="1.2.3"': 1 });
    // What doesn't answer says nothing, rather than what it said last.
    depths = () => Promise.reject(new Error('The queues are away.'));
    expect(await scrape('meterhouse_jobs')).toEqual({});
  });

  it('no longer count once they are closed', async () => {
    start();
    const closed = metrics;
    closed.close();
    start();
    const mailer = createMailer(
      { DATA_DIR: '/nowhere', PUBLIC_URL: 'https://a.example', SMTP_URL: 'smtp://127.0.0.1:1' },
      { info: () => undefined },
    );
    await mailer.send({ to: 'a@b.example', subject: 'x', text: 'x' }).catch(() => undefined);
    expect((await scrape('meterhouse_mails_total'))['result="failed"']).toBe(1);
    expect(await closed.text()).not.toContain('meterhouse_mails_total');
  });
});

describe('who may read them', () => {
  const ask = async (
    known: string | undefined,
    headers: Record<string, string> = {},
    from = '127.0.0.1',
  ) => {
    start();
    const app = new Hono();
    mountMetrics(app, metrics, known);
    app.onError((error, http) => http.json({}, toAppError(error).status));
    const incoming = { headers, socket: { remoteAddress: from } };
    trackRemoteAddress([])(incoming as never);
    const answer = await app.request('/metrics', { headers }, { incoming });
    return [answer.status, (await answer.text()).includes('meterhouse_database_up')];
  };
  const open = [200, true];

  it('is who has the token, from wherever', async () => {
    const bearer = { authorization: `Bearer ${token}` };
    expect(await ask(token, bearer, '203.0.113.9')).toEqual(open);
    expect(await ask(token, { authorization: `Bearer ${token}0` })).toEqual([401, false]);
    expect(await ask(token, { authorization: token })).toEqual([401, false]);
    expect(await ask(token)).toEqual([401, false]);
  });

  it('is without a token who is on this machine, and no proxy’s caller', async () => {
    expect(await ask(undefined)).toEqual(open);
    expect(await ask(undefined, {}, '::1')).toEqual(open);
    expect(await ask(undefined, {}, '203.0.113.9')).toEqual([404, false]);
    for (const name of ['x-forwarded-for', 'forwarded', 'via']) {
      expect(await ask(undefined, { [name]: '127.0.0.1' })).toEqual([404, false]);
    }
  });

  it('is nobody where nothing is counted, as in production without a token', async () => {
    start();
    const app = new Hono();
    mountMetrics(app, undefined);
    app.onError((error, http) => http.text(error.message, toAppError(error).status));
    const answer = await app.request('/metrics');
    expect(answer.status).toBe(404);
    expect(await answer.text()).toContain('Set METRICS_TOKEN');
    expect(() => readConfig({ METRICS_TOKEN: 'short' })).toThrow('METRICS_TOKEN');
  });
});

describe('what docs/monitoring has', () => {
  const monitoring = path.resolve(import.meta.dirname, '../../docs/monitoring');
  const fileOf = (name: string) => readFileSync(path.join(monitoring, name), 'utf8');
  interface Rules {
    readonly groups: readonly { readonly rules: readonly { readonly expr: string }[] }[];
  }
  interface Board {
    readonly panels: readonly { readonly targets: readonly { readonly expr: string }[] }[];
  }
  const files: readonly [string, string[]][] = [
    [
      'alerts.yml',
      (parse(fileOf('alerts.yml')) as Rules).groups.flatMap(({ rules }) =>
        rules.map(({ expr }) => expr),
      ),
    ],
    [
      'grafana.json',
      (JSON.parse(fileOf('grafana.json')) as Board).panels.flatMap(({ targets }) =>
        targets.map(({ expr }) => expr.replaceAll('$__rate_interval', '5m')),
      ),
    ],
  ];

  it.each(files)('%s asks for metrics that there are, in PromQL that parses', async (_, asked) => {
    start();
    const text = await metrics.text();
    // `up` is Prometheus' own.
    const known = ['up', ...Array.from(text.matchAll(/^# TYPE (\w+) /gm), ([, name]) => name)];
    for (const expr of asked) {
      const metricsOf: string[] = [];
      parser.parse(expr).iterate({
        enter({ name, type, from, to, node }) {
          expect(type.isError, expr).toBe(false);
          if (name !== 'Identifier' || node.parent?.name !== 'VectorSelector') return;
          metricsOf.push(expr.slice(from, to).replace(/_(bucket|sum|count)$/, ''));
        },
      });
      expect(metricsOf.length, expr).toBeGreaterThan(0);
      expect(known, expr).toEqual(expect.arrayContaining(metricsOf));
    }
  });
});
