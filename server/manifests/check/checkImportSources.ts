import { columnsOfKinds, type TableKind } from '../../../schemas/entities/importKindColumns.ts';
import { noSource } from '../../../schemas/entities/importRun.ts';
import { meteredUnits } from '../../../schemas/entities/units.ts';
import { type ImportSource, importSourceSchema } from '../../../schemas/manifest/importSource.ts';
import { type Fault, suggest } from '../ground/faults.ts';
import { faultAt } from '../ground/located.ts';
import { isTimeZone } from '../ground/timeZones.ts';
import type { LoadedFiles } from '../read/load.ts';
import { checkShape } from './checkShape.ts';

/** Checks how files of each origin are read. Answers the sources that have their shape, by name. */
export function checkImportSources(
  { importSources }: Pick<LoadedFiles, 'importSources'>,
  faults: Fault[],
): ReadonlyMap<string, ImportSource> {
  const sound = new Map<string, ImportSource>();
  for (const [name, located] of importSources) {
    const report = (path: readonly (string | number)[], message: string) =>
      faults.push(faultAt(located, path, message));
    if (name === noSource) report([], `expected another name: "${noSource}" means no source`);
    const source = checkShape(importSourceSchema, located, faults);
    if (!source) continue;
    const twin = [...sound].find(([, other]) => isAlike(source, other))?.[0];
    if (twin !== undefined) {
      report(['match'], `expected a match of its own, found that of "${twin}"`);
    }
    sound.set(name, source);
    for (const { path, message } of findSourceFaults(source)) report(path, message);
  }
  return sound;
}

/** Of two with one match no file would ever know which is meant. */
export function isAlike(one: ImportSource, other: ImportSource): boolean {
  if (!one.match || !other.match) return false;
  const isShared =
    !one.markets || !other.markets || one.markets.some((name) => other.markets?.includes(name));
  const written = ({ fileName, header }: NonNullable<ImportSource['match']>) =>
    JSON.stringify([fileName?.toLowerCase(), header?.map((word) => word.toLowerCase()).toSorted()]);
  return isShared && written(one.match) === written(other.match);
}

interface SourceFault {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/** What is wrong with a source that fits its schema. */
export function findSourceFaults(source: ImportSource): SourceFault[] {
  const { timeZone, unit, kind } = source;
  const faults = findColumnFaults(source);
  if (timeZone !== undefined && !isTimeZone(timeZone)) {
    const zones = Intl.supportedValuesOf('timeZone');
    const message = `expected an IANA time zone, found "${timeZone}"${suggest(timeZone, zones)}`;
    faults.push({ path: ['timeZone'], message });
  }
  const units = Object.values(meteredUnits).flatMap(({ spellings }) => Object.keys(spellings));
  if (unit !== undefined && !units.includes(unit.toLowerCase())) {
    const message = `expected a unit that is measured, found "${unit}"${suggest(unit, units)}`;
    faults.push({ path: ['unit'], message });
  }
  if (unit !== undefined && kind === 'wide') {
    const message = 'expected no unit: wide readings are in each device’s own';
    faults.push({ path: ['unit'], message });
  }
  return faults;
}

function findColumnFaults({ columns = {}, kind }: ImportSource): SourceFault[] {
  const faults: SourceFault[] = [];
  const wordOf = new Map<string, string>();
  const known = kind && [...columnsOf(kind), 'time', 'ignored'];
  for (const [word, column] of Object.entries(columns)) {
    const path = ['columns', word];
    const other = wordOf.get(column);
    if (column !== 'ignored' && other !== undefined) {
      faults.push({ path, message: `expected one word for ${column}, found "${other}" too` });
    }
    wordOf.set(column, word);
    if (!known || known.includes(column)) continue;
    const message = `expected a column of ${kind}, found "${column}"${suggest(column, known)}`;
    faults.push({ path, message });
  }
  return faults;
}

function columnsOf(kind: NonNullable<ImportSource['kind']>): readonly string[] {
  if (kind === 'wide') return ['at'];
  const { must, oneOf = [], may } = columnsOfKinds[kind as TableKind];
  return [...must, ...oneOf, ...may];
}
