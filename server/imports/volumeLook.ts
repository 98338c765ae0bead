import { deviceTraits } from '../../schemas/entities/device.ts';
import type { Transaction } from '../database/open.ts';
import { type Said, said } from '../said.ts';
import { toIso } from './dateNotation.ts';
import { findDevicesBySerial } from './devices.repository.ts';
import { type ImportKind, KindInDoubt, ways } from './kinds.ts';
import type { Line } from './lines.ts';
import { readingCells } from './readings.ts';
import { LineFault, readInstant } from './values.ts';

/** Documented defaults (docs/operators.md, «Volumes»). */
const lookDefaults = {
  /** A register's file has no meter that falls so often, … */
  fewestFalls: 2,
  /** … in such a share of the times that its value changed. */
  fallShare: 0.3,
  /** Of so many lines an end that is the next one's begin is no accident, … */
  fewestChained: 3,
  /** … where it is so in this share of them. */
  chainedShare: 0.9,
} as const;

interface Sample {
  readonly kind: ImportKind;
  readonly header: readonly string[];
  readonly lines: readonly Line[];
}

/**
 * Throws IMPORT_REFUSED when what a register's file begins with are volumes of intervals: taken for a
 * register, a day of them would be whatever they rise by. Asks the database only when they fall.
 */
export async function refuseVolumes(
  sample: Sample,
  inCountry: { country: string; read: <T>(work: (tx: Transaction) => Promise<T>) => Promise<T> },
): Promise<void> {
  if (sample.kind !== 'readings' && sample.kind !== 'wide') return;
  const reason = findEnd(sample) ?? (await findFalls(sample, inCountry));
  if (!reason) return;
  throw new KindInDoubt(
    [sample.kind],
    said('refusals.looksLikeVolumes', { why: reason, ways: ways([sample.kind]) }),
  );
}

/** An end beside the begin: a column that says so, or one whose times are where the next line begins. */
function findEnd({ kind, header, lines }: Sample): Said | undefined {
  if (kind === 'wide') return undefined;
  const names = header.map((name) => name.toLowerCase());
  const named = names.find((name) => name === 'until' || name === 'interval');
  if (named) return said('refusals.besideAt', { column: named });
  const known = new Set(['serial', 'at', 'value', 'unit', 'quality', 'works_no']);
  const chained = names.find((name) => name && !known.has(name) && isChained(lines, name));
  return chained ? said('refusals.chained', { column: chained }) : undefined;
}

/** As the portal writes it: of the times that a file holds, only its own are written so. */
function isoOf(text: string): string {
  try {
    return toIso(text, 'DMY');
  } catch (error) {
    if (error instanceof LineFault) return text;
    throw error;
  }
}

function isChained(lines: readonly Line[], name: string): boolean {
  let [pairs, chained] = [0, 0];
  const ends = new Map<string, string>();
  for (const { cells } of lines) {
    const { serial = '', at = '' } = cells;
    const end = ends.get(serial);
    if (end !== undefined) {
      pairs += 1;
      if (end !== '' && isoOf(end) === at) chained += 1;
    }
    ends.set(serial, cells[name] ?? '');
  }
  const { fewestChained, chainedShare } = lookDefaults;
  return chained >= fewestChained && chained >= chainedShare * pairs;
}

async function findFalls(
  { kind, lines }: Sample,
  { country, read }: Parameters<typeof refuseVolumes>[1],
): Promise<Said | undefined> {
  const values = new Map<string, { at: string; value: number }[]>();
  for (const line of lines) {
    for (const { serial, at, value } of readingCells(line, kind === 'wide')) {
      const number = Number(value.replace(',', '.'));
      if (Number.isNaN(number)) continue;
      const list = values.get(serial);
      if (list) list.push({ at, value: number });
      else values.set(serial, [{ at, value: number }]);
    }
  }
  // As they stand in the file, which is nearly always by time; only then they are put in order.
  const falling = [...values].filter(([, list]) => isFalling(list) && isFalling(byTime(list)));
  if (falling.length === 0) return undefined;
  const devices = await read((tx) => findDevicesBySerial(tx, country, [...values.keys()]));
  const registers = new Set(
    devices
      .filter(({ category }) => deviceTraits[category].kind === 'register')
      .map(({ serial }) => serial),
  );
  const fallen = falling.filter(([serial]) => registers.has(serial));
  const judged = [...values].filter(
    ([serial, list]) => registers.has(serial) && list.length > lookDefaults.fewestFalls,
  );
  if (fallen.length === 0 || fallen.length * 2 < judged.length) return undefined;
  return said('refusals.falls', { serial: fallen[0]?.[0] });
}

function isFalling(list: readonly { value: number }[]): boolean {
  let [falls, changes] = [0, 0];
  list.forEach(({ value }, index) => {
    const before = list[index - 1]?.value ?? value;
    if (value !== before) changes += 1;
    if (value < before) falls += 1;
  });
  return falls >= lookDefaults.fewestFalls && falls >= lookDefaults.fallShare * changes;
}

function byTime(list: readonly { at: string; value: number }[]) {
  return list
    .flatMap(({ at, value }) => {
      try {
        return [{ at: readInstant(at, 'UTC'), value }];
      } catch (error) {
        if (error instanceof LineFault) return [];
        throw error;
      }
    })
    .sort((a, b) => a.at - b.at);
}
