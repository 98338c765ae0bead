import { createWriteStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { ReportFormat } from '../schemas/entities/report.ts';
import type { Database } from '../server/database/open.ts';
import { rowLimits } from '../server/features/report/files/rowLimits.ts';
import { writeReport } from '../server/features/report/files/writeReport.ts';
import type { ReportRow, ReportTable } from '../server/features/report/reportTable.ts';
import { fillStore, readingsInProperty } from './fill.ts';
import type { Options } from './options.ts';
import { print, round, summarize, time, withStore } from './store.ts';

/** 400 readings each: less than a thousand rows. */
const devicesInPage = 2;

/**
 * A report of daily readings, from the database to the file, beside the database's own COPY of the
 * same rows in the same order, which it may throw away: speed, memory, and how long other requests
 * of the process would have to wait at most; then as XLSX and PDF, and ten at once.
 */
export async function run({ size }: Options): Promise<void> {
  const properties = { full: 125, small: 13, tiny: 1 }[size];
  const rounds = size === 'full' ? 3 : 1;
  const directory = await mkdtemp(path.join(tmpdir(), 'meterhouse-bench-'));
  try {
    await withStore(async (database) => {
      await fillStore(database, 0, properties);
      const rows = properties * readingsInProperty;
      const about = { benchmark: 'report', engine: database.engine, rows };
      const copy: Watched[] = [];
      const csv: Watched[] = [];
      for (let times = 0; times < rounds; times++) {
        copy.push(await watch(() => copyToCsv(database)));
        csv.push(await watch(() => write(database, 'CSV', { directory, properties })));
      }
      const middle = (runs: readonly Watched[], of: (run: Watched) => number) =>
        summarize(runs.map(of)).median;
      const [copyMs, csvMs] = [copy, csv].map((runs) => middle(runs, ({ ms }) => ms));
      print({
        ...about,
        format: 'CSV',
        copyRowsPerSecond: Math.round((1000 * rows) / (copyMs ?? 0)),
        rowsPerSecond: Math.round((1000 * rows) / (csvMs ?? 0)),
        ratio: round((copyMs ?? 0) / (csvMs ?? 0), 2),
        requiredRatio: 0.5,
        // The embedded database computes in this process: what both worked, whoever else did.
        ...(database.engine === 'pglite' && {
          cpuRatio: round(
            middle(copy, ({ cpuMs }) => cpuMs) / middle(csv, ({ cpuMs }) => cpuMs),
            2,
          ),
        }),
        ...figuresOf(csv),
      });
      const xlsx = await watch(() => write(database, 'XLSX', { directory, properties }));
      print({ ...about, format: 'XLSX', ...speedOf(xlsx, rows), ...figuresOf([xlsx]) });
      const few = Math.min(properties, Math.floor(rowLimits.PDF / readingsInProperty));
      const pdf = await watch(() => write(database, 'PDF', { directory, properties: few }));
      const pdfRows = few * readingsInProperty;
      print({
        ...about,
        rows: pdfRows,
        format: 'PDF',
        ...speedOf(pdf, pdfRows),
        ...figuresOf([pdf]),
      });
      await runTenAtOnce(database, { directory, properties: Math.ceil(properties / 10) });
    });
  } finally {
    await rm(directory, { recursive: true });
  }
}

/** How much sooner than the last one the first of ten equal reports is ready: fair ones end together. */
async function runTenAtOnce(
  database: Database,
  at: { directory: string; properties: number },
): Promise<void> {
  const ended: number[] = [];
  const start = performance.now();
  const all = await watch(async () => {
    const reports = Array.from({ length: 10 }, async (_, name) => {
      const bytes = await write(database, 'CSV', { ...at, name: String(name) });
      ended.push(performance.now() - start);
      return bytes;
    });
    return Math.max(...(await Promise.all(reports)));
  });
  const rows = 10 * at.properties * readingsInProperty;
  print({
    benchmark: 'ten reports at once',
    engine: database.engine,
    rows,
    format: 'CSV',
    ...speedOf(all, rows),
    firstToLast: round(Math.min(...ended) / Math.max(...ended), 2),
    ...figuresOf([all]),
  });
}

/** The bytes of the file that was written. */
async function write(
  database: Database,
  format: ReportFormat,
  {
    directory,
    properties,
    name = 'report',
  }: { directory: string; properties: number; name?: string },
): Promise<number> {
  const file = path.join(directory, `${name}.${format.toLowerCase()}`);
  await writeReport(
    {
      format,
      table: readingTable(database, properties),
      style: { precisionFormat: '0.000', dateFormat: 'YYYY-MM-DD' },
      title: 'Readings',
      generatedAt: '2026-11-22T10:00',
    },
    createWriteStream(file),
  );
  const { size } = await stat(file);
  await rm(file);
  return size;
}

const selected = `SELECT device.serial_number, device.category,
    to_char(at AT TIME ZONE 'Europe/Warsaw', 'YYYY-MM-DD"T"HH24:MI') AS at,
    value::double precision / 1000000 AS value, 'm³'::text AS unit`;
const source = `FROM reading JOIN device ON device.property_id = reading.property_id
    AND device.id = reading.device_id`;

async function copyToCsv(database: Database): Promise<number> {
  await database.pool.query(
    `COPY (${selected} ${source} ORDER BY reading.property_id, reading.device_id, reading.at)
     TO '/dev/null' WITH (FORMAT csv, HEADER, DELIMITER ';')`,
  );
  return 0;
}

/** Property by property, a page of some devices after the other. */
function readingTable(database: Database, properties: number): ReportTable {
  const columns = [
    { name: 'serialNumber', kind: 'text', heading: 'Serial number' },
    { name: 'category', kind: 'text', heading: 'Category' },
    { name: 'at', kind: 'instant', heading: 'Read at' },
    { name: 'value', kind: 'quantity', heading: 'Value' },
    { name: 'unit', kind: 'text', heading: 'Unit' },
  ] as const;
  async function* batches(): AsyncGenerator<ReportRow[]> {
    for (let propertyId = 1; propertyId <= properties; propertyId++) {
      let after: unknown = 0;
      for (;;) {
        const { rows } = await database.pool.query<[...ReportRow]>({
          rowMode: 'array',
          text: `${selected}, reading.device_id ${source}
            WHERE reading.property_id = $1 AND reading.device_id IN (
              SELECT id FROM device WHERE property_id = $1 AND id > $2
              ORDER BY id LIMIT ${devicesInPage})
            ORDER BY reading.device_id, reading.at`,
          values: [propertyId, after],
        });
        if (rows.length === 0) break;
        after = rows.at(-1)?.at(-1);
        yield rows;
      }
    }
  }
  return { columns, batches: batches() };
}

interface Watched {
  readonly ms: number;
  /** Of all threads of the process. */
  readonly cpuMs: number;
  readonly bytes: number;
  readonly memoryGrowth: number;
  readonly longestBlockMs: number;
  readonly longestBlockCpuMs: number;
}

/**
 * Time, greatest growth of the process's memory and longest standstill of its event loop: as it was,
 * and what the process itself worked in one, without the time for which others had the processor.
 */
async function watch(work: () => Promise<number>): Promise<Watched> {
  const before = process.memoryUsage.rss();
  let most = before;
  let worked = workedMs();
  let longestBlockCpuMs = 0;
  const look = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss());
    const now = workedMs();
    longestBlockCpuMs = Math.max(longestBlockCpuMs, now - worked);
    worked = now;
  }, 1);
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  let bytes = 0;
  const start = process.cpuUsage();
  const ms = await time(async () => {
    bytes = await work();
  });
  const { user, system } = process.cpuUsage(start);
  delay.disable();
  clearInterval(look);
  const cpuMs = (user + system) / 1000;
  return {
    ms,
    cpuMs,
    bytes,
    memoryGrowth: most - before,
    longestBlockMs: delay.max / 1e6,
    longestBlockCpuMs,
  };
}

/** How long the main thread has worked. */
function workedMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

function speedOf({ ms, bytes }: Watched, rows: number) {
  return {
    rowsPerSecond: Math.round((1000 * rows) / ms),
    fileMB: round(bytes / 1e6, 1),
  };
}

/** The worst of several runs. */
function figuresOf(runs: readonly Watched[]) {
  const worst = (of: (run: Watched) => number) => Math.max(...runs.map(of));
  return {
    memoryGrowthMB: round(worst(({ memoryGrowth }) => memoryGrowth) / 1e6, 0),
    requiredGrowthMB: 100,
    longestBlockMs: round(
      worst(({ longestBlockMs }) => longestBlockMs),
      1,
    ),
    longestBlockCpuMs: round(
      worst(({ longestBlockCpuMs }) => longestBlockCpuMs),
      1,
    ),
    requiredBlockMs: 50,
  };
}
