import { Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { type ReportFormat, reportFormats } from '../../../../../schemas/entities/report.ts';
import { writeReport } from '../../../../../server/features/report/files/writeReport.ts';
import type { ReportTable } from '../../../../../server/features/report/reportTable.ts';
import { column, tableOf, written } from './written.ts';

const columns = [column('text'), column('value', { kind: 'quantity' })];
const about = {
  columns,
  style: {},
  title: 'Odczyty',
  generatedAt: '2026-11-22T10:05',
  locale: 'en',
} as const;

/** A table that notes how many of its batches were asked for, and whether it was let go of. */
function countedTable(batches: number, rowsInBatch = 1000) {
  const seen = { batches: 0, isLeft: false };
  const table: ReportTable = {
    columns,
    batches: (async function* () {
      try {
        for (let batch = 0; batch < batches; batch++) {
          seen.batches += 1;
          yield Array.from({ length: rowsInBatch }, (_, row) => [`${Math.sin(batch + row)}`, row]);
        }
      } finally {
        seen.isLeft = true;
      }
    })(),
  };
  return { table, seen };
}

const nowhere = () => new Writable({ write: (_chunk, _encoding, done) => done() });
const round = () => new Promise((resolve) => setImmediate(resolve));

/** Waits, though not for ever, for a table to be let go of. */
async function left(seen: { isLeft: boolean }): Promise<void> {
  for (let rounds = 0; !seen.isLeft && rounds < 1000; rounds++) await round();
  expect(seen.isLeft).toBe(true);
}

describe.each(reportFormats)('a report as %s', (format) => {
  it('tells how many rows are written, and how many were', async () => {
    const told: number[] = [];
    const table = tableOf(
      columns,
      Array.from({ length: 2500 }, (_, row) => [`r${row}`, row]),
    );
    const onRows = (rows: number) => told.push(rows);
    expect(await writeReport({ ...about, format, table, onRows }, nowhere())).toEqual({
      rows: 2500,
    });
    expect(told.at(-1)).toBe(2500);
    expect(told).toEqual(told.toSorted((a, b) => a - b));
    expect(told.length).toBeGreaterThan(2);
  });

  it('fails with what its table fails with, and the file is not finished', async () => {
    const table: ReportTable = {
      columns,
      batches: (async function* () {
        yield [['a', 1]];
        throw new Error('the database is gone');
      })(),
    };
    const sink = nowhere();
    await expect(writeReport({ ...about, format, table }, sink)).rejects.toThrow('is gone');
    expect(sink.destroyed).toBe(true);
    expect(sink.writableFinished).toBe(false);
  });

  it('fails with what its sink fails with', async () => {
    let room = 4;
    const sink = new Writable({
      write: (_chunk, _encoding, done) => done(room-- > 0 ? null : new Error('the disk is full')),
    });
    const { table, seen } = countedTable(20);
    await expect(writeReport({ ...about, format, table }, sink)).rejects.toThrow('disk is full');
    await left(seen);
  });

  it('is left when it is told to stop', async () => {
    const stop = new AbortController();
    const { table, seen } = countedTable(20);
    const onRows = (rows: number) => rows >= 2000 && stop.abort(new Error('cancelled'));
    const sink = nowhere();
    const stopped = writeReport({ ...about, format, table, onRows, signal: stop.signal }, sink);
    await expect(stopped).rejects.toThrow();
    await left(seen);
    expect(seen.batches).toBeLessThan(6);
    expect(sink.destroyed).toBe(true);
  });
});

it.each<ReportFormat>(['CSV', 'XLSX'])('%s is made no faster than it is taken', async (format) => {
  const held: (() => void)[] = [];
  const sink = new Writable({
    highWaterMark: 1000,
    write: (_chunk, _encoding, done) => held.push(done),
  });
  const { table, seen } = countedTable(200);
  const writing = writeReport({ ...about, format, table }, sink);
  for (let rounds = 0; rounds < 3000; rounds++) await round();
  // What fits in the buffers between the table and the sink, and no more.
  expect(seen.batches).toBeLessThan(60);
  const before = seen.batches;
  const release = () => held.splice(0).forEach((done) => void done());
  while (!sink.writableFinished) {
    release();
    await round();
  }
  expect(await writing).toEqual({ rows: 200_000 });
  expect(seen.batches).toBeGreaterThan(before);
});

it('ten reports at once take turns, one in a round of the event loop', async () => {
  let inThisRound = 0;
  let maxInRound = 0;
  let isOver = false;
  const counting = (async () => {
    while (!isOver) {
      await round();
      maxInRound = Math.max(maxInRound, inThisRound);
      inThisRound = 0;
    }
  })();
  const progress = Array.from({ length: 10 }, () => 0);
  let furthestApart = 0;
  await Promise.all(
    progress.map((_, writer) =>
      writeReport(
        {
          ...about,
          format: 'CSV',
          table: countedTable(10).table,
          onRows(rows) {
            inThisRound += 1;
            progress[writer] = rows;
            furthestApart = Math.max(furthestApart, Math.max(...progress) - Math.min(...progress));
          },
        },
        nowhere(),
      ),
    ),
  );
  isOver = true;
  await counting;
  expect(progress).toEqual(progress.map(() => 10_000));
  expect(maxInRound).toBeLessThanOrEqual(2);
  expect(furthestApart).toBeLessThanOrEqual(3000);
});

it('a batch of many wide rows is written over many rounds', async () => {
  const wide = Array.from({ length: 50 }, (_, index) => column(`c${index}`));
  const row = wide.map(() => 'text');
  const told: number[] = [];
  const table = tableOf(
    wide,
    Array.from({ length: 1000 }, () => row),
  );
  await written({ format: 'CSV', table, onRows: (rows) => told.push(rows) });
  expect(told).toHaveLength(25);
});
