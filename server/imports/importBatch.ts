import type { Country } from '../../schemas/entities/market.ts';
import type { Transaction } from '../database/open.ts';
import { AppError } from '../errors.ts';
import { importFacts, isFactKind } from './facts.ts';
import { type AccountKind, type ImportKind, isAccountKind } from './kinds.ts';
import type { Line } from './lines.ts';
import { createWriter } from './masterData.ts';
import { findNameFault } from './names.ts';
import { createRejections, eachLine, type Outcome } from './outcome.ts';
import { type DeviceClock, importReadings } from './readings.ts';
import { importTelegrams } from './telegrams.ts';
import type { LineFault } from './values.ts';
import { importVolumes } from './volumes.ts';

/** Takes a batch's lines in its transaction. */
export type TakeLines = (
  tx: Transaction,
  by: Pick<BatchOptions, 'country' | 'actorId'>,
  lines: readonly Line[],
) => Promise<Outcome>;

export interface BatchOptions {
  readonly country: Country;
  /** Of properties that name none. */
  readonly timeZone: string;
  /** Who imports, as it is written beside corrections. */
  readonly by: string;
  /** The account of who imports; undefined: the operator. */
  readonly actorId?: number;
  /** Who takes lines of these kinds; without one such files are refused. */
  readonly takers?: Readonly<Record<AccountKind, TakeLines>>;
  /** Who is to see the properties of a file, and with which package. */
  readonly assign?: Assign | undefined;
  /** Of times without an offset, where the file's clock is another one than each property's. */
  readonly zone?: string | undefined;
  /** Nothing is read later than it. */
  readonly now: Date;
}

export interface Assign {
  readonly username: string;
  /** By its name. */
  readonly package: string;
}

/** Lines that can't be read are rejected at once; the others are given to their kind's importer. */
export async function importBatch(
  tx: Transaction,
  kind: ImportKind,
  options: BatchOptions & DeviceClock,
  lines: readonly Line[],
): Promise<Outcome> {
  const sound: Line[] = [];
  const unread = createRejections();
  for (const line of lines) {
    const fault = line.fault ?? findNameFault(kind, line);
    if (fault) unread.add(line, fault);
    else sound.push(line);
  }
  const outcome = await importSound(tx, kind, options, sound);
  return {
    ...outcome,
    rejected: outcome.rejected + unread.count(),
    rejections: [...unread.list(), ...outcome.rejections],
  };
}

async function importSound(
  tx: Transaction,
  kind: ImportKind,
  options: BatchOptions & DeviceClock,
  lines: readonly Line[],
): Promise<Outcome> {
  if (kind === 'telegrams') return importTelegrams(tx, options, lines);
  if (kind === 'readings' || kind === 'wide') {
    return importReadings(tx, { ...options, isWide: kind === 'wide' }, lines);
  }
  if (kind === 'volumes') return importVolumes(tx, options, lines);
  if (isAccountKind(kind)) {
    const take = options.takers?.[kind];
    if (!take) throw new Error(`Nobody takes ${kind}.`);
    return take(tx, options, lines);
  }
  if (isFactKind(kind)) return importFacts(tx, kind, options, lines);
  const { write, finish } = await createWriter(tx, kind, options, lines);
  const outcome = await eachLine(lines, write);
  await finish?.();
  if (kind !== 'properties' || !options.assign) return outcome;
  return { ...outcome, assigned: await assignWritten(tx, options, options.assign, lines, outcome) };
}

/** In the same transaction: whoever can't have a property leaves none without somebody who sees it. */
async function assignWritten(
  tx: Transaction,
  options: BatchOptions,
  assign: Assign,
  lines: readonly Line[],
  { rejections }: Outcome,
): Promise<number> {
  const refused = new Set(rejections.map(({ line }) => line));
  const written = lines
    .filter(({ number }) => !refused.has(number))
    .map((line) => ({ ...line, cells: { works_no: line.cells.works_no ?? '', ...assign } }));
  const take = options.takers?.property_access;
  if (!take) throw new Error('Nobody takes property_access.');
  const assigned = await take(tx, options, written);
  const [fault] = assigned.rejections;
  if (fault) throw new AppError('IMPORT_REFUSED', fault.said ?? fault.message);
  return assigned.accepted;
}

/** For what the database said of them together. */
export async function rejectAll(lines: readonly Line[], fault: LineFault): Promise<Outcome> {
  return eachLine(lines, () => {
    throw fault;
  });
}
