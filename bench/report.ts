import { createWriteStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import enums from '../locales/en/enums.json' with { type: 'json' };
import type { ReportDefinition, ReportFormat } from '../schemas/entities/report.ts';
import type { Database } from '../server/database/open.ts';
import { rowLimits } from '../server/features/report/files/rowLimits.ts';
import { writeReport } from '../server/features/report/files/writeReport.ts';
import { openReport } from '../server/features/report/openReport.ts';
import { fillStore } from './fill.ts';
import type { Options } from './options.ts';
import { runReportScreens } from './reportScreens.ts';
import { devicesInProperty, print, round, summarize, withStore } from './store.ts';
import { type Watched, watch } from './watch.ts';

/** As many as a report of daily values may tell of; the first ones of `readingsOf`. */
const days = 62;
const rowsInProperty = devicesInProperty * days;
const account = 1;
const timeZone = 'Europe/Warsaw';
const definition = {
  reportName: 'Readings',
  reportType: 'DEVICE_READING',
  sampling: 'DAILY',
  startDate: '2025-01-01',
  endDate: '2025-03-03',
  precisionFormat: '0.000',
  dateFormat: 'YYYY-MM-DD',
} as const satisfies ReportDefinition;
const now = new Date('2025-03-10T12:00:00Z');

/**
 * A report of daily readings as an account has it made, from the database to the file, beside the
 * database's own COPY of the same rows in the same order, which it may throw away: speed, memory,
 * and how long other requests of the process would have to wait at most; then as XLSX and PDF, and
 * ten at once, and what screens wait for meanwhile.
 */
export async function run(options: Options): Promise<void> {
  await runReports(options);
  await runReportScreens(options);
}

async function runReports({ size }: Options): Promise<void> {
  const properties = Math.ceil(
    { full: 1_000_000, small: 100_000, tiny: 2000 }[size] / rowsInProperty,
  );
  const rounds = size === 'tiny' ? 1 : 3;
  const directory = await mkdtemp(path.join(tmpdir(), 'meterhouse-bench-'));
  try {
    await withStore(async (database) => {
      await fillStore(database, 0, properties, days);
      await addAccount(database, properties);
      const rows = properties * rowsInProperty;
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
        // What this process worked, whoever else did; the embedded database works in it, too.
        cpuMs: Math.round(middle(csv, ({ cpuMs }) => cpuMs)),
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
      const few = Math.min(properties, Math.floor(rowLimits.PDF / rowsInProperty));
      const pdf = await watch(() => write(database, 'PDF', { directory, properties: few }));
      const pdfRows = few * rowsInProperty;
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

/** An account with all of them, and five flats in each. */
async function addAccount(database: Database, properties: number): Promise<void> {
  await database.pool.query(
    `INSERT INTO tenant (property_id, id, installation_number, tenant_no, tenant_name, address)
     OVERRIDING SYSTEM VALUE
     SELECT DISTINCT property_id, tenant_id, tenant_id::text, tenant_id::text, 'Tenant', 'Lipowa 1'
     FROM device WHERE property_id <= $1`,
    [properties],
  );
  await database.pool.query(
    `INSERT INTO permission_package (id, country, name, features) OVERRIDING SYSTEM VALUE
     VALUES (1, 'PL', 'All', '{REPORT_DEVICE_READING}')`,
  );
  await database.pool.query(
    `INSERT INTO property_access (account_id, property_id, package_id)
     SELECT ${account}, id, 1 FROM generate_series(1, $1::int) AS id`,
    [properties],
  );
  await database.pool.query('VACUUM ANALYZE');
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
  const rows = 10 * at.properties * rowsInProperty;
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

/** The bytes of the file that was written, of the first of the properties. */
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
  const asked = {
    ...definition,
    properties: Array.from({ length: properties }, (_, at) => at + 1),
  };
  const { table, total } = await openReport(database, {
    definition: asked,
    accountId: account,
    now,
    words: { enums },
  });
  const { rows } = await writeReport(
    {
      format,
      table,
      style: definition,
      locale: 'en',
      title: 'Readings',
      generatedAt: '2025-03-10T13:00',
    },
    createWriteStream(file),
  );
  if (rows !== properties * rowsInProperty || rows !== total) {
    throw new Error(`The report has ${rows} rows, of ${total} promised.`);
  }
  const { size } = await stat(file);
  await rm(file);
  return size;
}

/** Every column that the report has, and no work on them but that of the database. */
async function copyToCsv(database: Database): Promise<number> {
  const { rowCount } = await database.pool.query(
    `COPY (
       SELECT works_no, name, tenant_no, tenant_name, tenant.address, serial_number,
         'Cold water', place, NULL AS role, to_char(local, 'YYYY-MM-DD') AS first,
         to_char(local, 'YYYY-MM-DD') AS last, to_char(local, 'YYYY-MM-DD HH24:MI') AS read_at,
         round(value / 1000000.0, 3), 'm³', 'Measured'
       FROM stored_reading AS reading
         JOIN property ON property.id = reading.property_id
         JOIN device ON device.property_id = reading.property_id AND device.id = device_id
         JOIN tenant ON tenant.property_id = reading.property_id AND tenant.id = tenant_id,
         LATERAL (SELECT at AT TIME ZONE '${timeZone}') AS read (local)
       ORDER BY reading.property_id, device_id, at
     ) TO '/dev/null' WITH (FORMAT csv, HEADER, DELIMITER ';')`,
  );
  return rowCount ?? 0;
}

function speedOf({ ms, result: bytes }: Watched, rows: number) {
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
