import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { OperationId } from '../../schemas/api/operations.ts';
import type { Database } from '../database/open.ts';
import type { QueueDepth } from '../jobs/jobs.repository.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { ManifestService } from '../manifests/serve/service.ts';
import { subscribe } from './events.ts';

/** What Prometheus reads of this process. Seconds and bytes, as its conventions want. */
export interface Metrics {
  readonly contentType: string;
  /** Notes a call that has been answered, after so many seconds. */
  observeCall(operation: OperationId, status: number, seconds: number): void;
  /** All metrics in the text format; what the database knows is read now. */
  text(): Promise<string>;
  close(): void;
}

interface Deps {
  readonly database: Pick<Database, 'pool' | 'statements'>;
  readonly manifests: Pick<ManifestService, 'problems'>;
  readonly queueDepths: Jobs['depths'];
  readonly outdatedDevices: () => number;
  readonly version: string;
}

/** From a short call to what a person no longer waits for. */
const callSeconds = [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
/** How exactly the event loop's delay is known. Node's ten milliseconds wake an idle portal too often. */
const delayMilliseconds = 100;

export function createMetrics(deps: Deps): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: delayMilliseconds });
  const calls = new Histogram({
    name: 'meterhouse_call_duration_seconds',
    help: 'Calls of the API by operation and status',
    labelNames: ['operation', 'status'],
    buckets: callSeconds,
    registers,
  });
  const subscriptions = [countImports(registers), countWarnings(registers), countMails(registers)];
  new Gauge({
    name: 'meterhouse_build_info',
    help: 'Always 1; the version is a label',
    labelNames: ['version'],
    registers,
  }).set({ version: deps.version }, 1);
  showState(registers, deps);
  showDatabase(registers, deps.database);
  showQueues(registers, deps.queueDepths);
  return {
    contentType: registry.contentType,
    observeCall: (operation, status, seconds) =>
      calls.observe({ operation, status: String(status) }, seconds),
    text: () => registry.metrics(),
    close() {
      for (const end of subscriptions) end();
      registry.clear();
    },
  };
}

type Registers = Registry[];

function countImports(registers: Registers) {
  const lines = new Counter({
    name: 'meterhouse_imported_lines_total',
    help: 'Lines of imported files and messages of meters, by what they hold and what became of them',
    labelNames: ['kind', 'result'],
    registers,
  });
  return subscribe('linesImported', ({ kind, ...counts }) => {
    for (const result of ['accepted', 'duplicates', 'rejected'] as const) {
      if (counts[result] > 0) lines.inc({ kind, result }, counts[result]);
    }
  });
}

function countWarnings(registers: Registers) {
  const raised = new Counter({
    name: 'meterhouse_warnings_raised_total',
    help: 'Warnings that readings have raised, by type',
    labelNames: ['type'],
    registers,
  });
  return subscribe('warningRaised', ({ alert }) => raised.inc({ type: alert }));
}

function countMails(registers: Registers) {
  const mails = new Counter({
    name: 'meterhouse_mails_total',
    help: 'Mails that the mail server has taken (sent) or not (failed); failed ones are tried again',
    labelNames: ['result'],
    registers,
  });
  // A rate needs both from the beginning.
  for (const result of ['sent', 'failed']) mails.inc({ result }, 0);
  return subscribe('mailEnded', ({ isSent }) => mails.inc({ result: isSent ? 'sent' : 'failed' }));
}

function showState(registers: Registers, { manifests, outdatedDevices }: Deps): void {
  new Gauge({
    name: 'meterhouse_manifest_problems',
    help: 'Faults of manifest files; the last good ones are served meanwhile',
    registers,
    collect() {
      this.set(manifests.problems().length);
    },
  });
  new Gauge({
    name: 'meterhouse_outdated_devices',
    help: 'Devices whose figures are still to be computed by the rules of this version',
    registers,
    collect() {
      this.set(outdatedDevices());
    },
  });
}

function showDatabase(registers: Registers, { pool, statements }: Deps['database']): void {
  new Gauge({
    name: 'meterhouse_database_up',
    help: '1 when the database answers',
    registers,
    async collect() {
      const isUp = await statements.run('SELECT 1').then(
        () => true,
        () => false,
      );
      this.set(isUp ? 1 : 0);
    },
  });
  new Gauge({
    name: 'meterhouse_database_connections',
    help: 'Connections to the database: at work, and open without work',
    labelNames: ['state'],
    registers,
    collect() {
      this.set({ state: 'active' }, pool.totalCount - pool.idleCount);
      this.set({ state: 'idle' }, pool.idleCount);
    },
  });
  new Gauge({
    name: 'meterhouse_database_waiting',
    help: 'Pieces of work that wait for a connection to the database',
    registers,
    collect() {
      this.set(pool.waitingCount);
    },
  });
}

/** Without figures while the queues don't answer: the last ones would say that nothing happens. */
function showQueues(registers: Registers, queueDepths: Jobs['depths']): void {
  let reading: Promise<readonly QueueDepth[]> | undefined;
  /** Metrics are collected beside one another: a scrape reads the queues once. */
  const read = () => {
    reading ??= queueDepths()
      .catch(() => [])
      .finally(() => {
        reading = undefined;
      });
    return reading;
  };
  new Gauge({
    name: 'meterhouse_jobs',
    help: 'Jobs of a queue, of all processes: waiting, active, and failed for good',
    labelNames: ['queue', 'state'],
    registers,
    async collect() {
      const depths = await read();
      this.reset();
      for (const { queue, ...depth } of depths) {
        for (const state of ['waiting', 'active', 'failed'] as const) {
          this.set({ queue, state }, depth[state]);
        }
      }
    },
  });
  new Gauge({
    name: 'meterhouse_jobs_oldest_waiting_seconds',
    help: 'For how long the first job of a queue has been waiting; 0: none waits',
    labelNames: ['queue'],
    registers,
    async collect() {
      const depths = await read();
      this.reset();
      for (const { queue, oldest } of depths) {
        this.set({ queue }, oldest === null ? 0 : (Date.now() - oldest.getTime()) / 1000);
      }
    },
  });
}
