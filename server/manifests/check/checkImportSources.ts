import { columnsOfKinds, type TableKind } from '../../../schemas/entities/importKindColumns.ts';
import { noSource } from '../../../schemas/entities/importRun.ts';
import { meteredUnits } from '../../../schemas/entities/units.ts';
import { type ImportSource, importSourceSchema } from '../../../schemas/manifest/importSource.ts';
import { type Said, said, sayInEnglish } from '../../said.ts';
import { type Fault, findNear } from '../ground/faults.ts';
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
    for (const { path, message } of findSourceFaults(source)) report(path, sayInEnglish(message));
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
  readonly message: Said;
}

/** What is wrong with a source that fits its schema. */
export function findSourceFaults(source: ImportSource): SourceFault[] {
  const { timeZone, unit, kind } = source;
  const faults = findColumnFaults(source);
  if (timeZone !== undefined && !isTimeZone(timeZone)) {
    const zones = Intl.supportedValuesOf('timeZone');
    const message = said('sources.zone', { found: timeZone, hint: hintOf(timeZone, zones) });
    faults.push({ path: ['timeZone'], message });
  }
  const units = Object.values(meteredUnits).flatMap(({ spellings }) => Object.keys(spellings));
  if (unit !== undefined && !units.includes(unit.toLowerCase())) {
    const message = said('sources.unit', { found: unit, hint: hintOf(unit, units) });
    faults.push({ path: ['unit'], message });
  }
  if (unit !== undefined && kind === 'wide') {
    faults.push({ path: ['unit'], message: said('sources.wideUnit') });
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
      faults.push({ path, message: said('sources.twoWords', { column, other }) });
    }
    wordOf.set(column, word);
    if (!known || known.includes(column)) continue;
    const term = { of: 'importKind', name: kind } as const;
    const message = said('sources.column', { kind: term, column, hint: hintOf(column, known) });
    faults.push({ path, message });
  }
  return faults;
}

function hintOf(found: string, known: Iterable<string>): Said | undefined {
  const near = findNear(found, known);
  return near === undefined ? undefined : said('sources.didYouMean', { near });
}

function columnsOf(kind: NonNullable<ImportSource['kind']>): readonly string[] {
  if (kind === 'wide') return ['at'];
  const { must, oneOf = [], may } = columnsOfKinds[kind as TableKind];
  return [...must, ...oneOf, ...may];
}
