import { foldColumn } from '../../schemas/entities/importColumns.ts';
import { type Said, said } from '../said.ts';
import {
  countOf,
  type DateOrder,
  isoTime,
  orderOf,
  type TimeCount,
  toIso,
} from './dateNotation.ts';
import type { Header } from './header.ts';
import { ImportRefused } from './importRefused.ts';
import type { Line } from './lines.ts';
import { type DecimalSign, signOf, toPlain, type Written } from './numberNotation.ts';
import { LineFault } from './values.ts';

/** What a sender says of a file's figures; left out: the columns tell. */
export interface Notation {
  /** EITHER: what stands before decimals was left to each value, as under the portal's own names. */
  readonly decimal?: 'POINT' | 'COMMA' | 'EITHER' | undefined;
  readonly dates?: DateOrder | undefined;
  /** Numbers are times: since 1970, or the days of Excel. */
  readonly count?: TimeCount;
}
const signs = { POINT: '.', COMMA: ',', EITHER: undefined } as const;

/** Which columns of a kind hold figures, and which times. Of a wide file all but `at` hold figures. */
const figures: Readonly<Record<string, readonly string[]>> = {
  readings: ['value'],
  volumes: ['value'],
  corrections: ['value'],
  installations: ['start_index', 'end_index'],
};
const times: Readonly<Record<string, readonly string[]>> = {
  readings: ['at'],
  wide: ['at'],
  corrections: ['at'],
  device_errors: ['at'],
  volumes: ['from', 'until'],
  installations: ['installed_from', 'installed_until'],
  temperatures: ['day'],
  tenants: ['moved_in'],
  supply_facts: ['published_on'],
  billing_periods: ['period_begin', 'period_end'],
};

/** A file whose figures or dates can be read in two ways, so that somebody has to say which. */
export class NotationInDoubt extends ImportRefused {
  constructor(field: 'decimal' | 'dates', words: Said) {
    const code = field === 'decimal' ? 'DECIMAL_IN_DOUBT' : 'DATES_IN_DOUBT';
    super(words, { detail: { field, rule: code } });
  }
}

export interface Normaliser {
  /** What was decided. */
  readonly notes: readonly Said[];
  readonly decided: Pick<Notation, 'decimal' | 'dates'>;
  /** The same line as the portal writes it; a cell that doesn't fit is the line's fault. */
  normalise(line: Line): Line;
}

/**
 * Decides by a file's first lines how its figures and dates are written. Throws `NotationInDoubt`
 * when nothing decides. Figures under the portal's own names (`isOwn`) have decimals behind either
 * sign, as they are documented, unless lines group digits for sure.
 */
export function decideNotation(
  kind: string,
  header: Header,
  { lines, given, isOwn }: { lines: readonly Line[]; given: Notation; isOwn: boolean },
): Normaliser {
  const timeNames = times[kind] ?? [];
  const isTime = new Set(timeNames);
  const figureNames = figures[kind] ?? [];
  const isWide = kind === 'wide';
  const figuresOf = (cells: Line['cells']): readonly string[] =>
    isWide ? Object.keys(cells).filter((name) => !isTime.has(name)) : figureNames;
  const sign = given.decimal && signs[given.decimal];
  const isSaid = sign !== undefined || (isOwn && given.decimal === 'EITHER');
  const decimal = isSaid ? sign : decideDecimal(figureCells(lines, figuresOf), isOwn);
  const dates = given.dates ?? decideDates(lines, timeNames);
  const { unit } = header;
  const writeTimes = createTimes(header, timeNames, { dates, count: given.count });
  const writeFigures = createFigures(figuresOf, { decimal, isOwn, isWide, unit });
  return {
    notes: [
      ...(decimal ? [said('notes.decimalSign', { sign: decimal })] : []),
      ...(dates ? [said(dates === 'DMY' ? 'notes.dayFirst' : 'notes.monthFirst')] : []),
      ...(unit ? [said('notes.unit', { unit })] : []),
    ],
    decided: { decimal: nameSign(decimal, isOwn), dates },
    normalise(line) {
      if (line.fault) return line;
      try {
        const changed = writeFigures(line, writeTimes(line, undefined));
        return changed ? { ...line, cells: { ...line.cells, ...changed } } : line;
      } catch (error) {
        if (error instanceof LineFault) return { ...line, fault: error };
        throw error;
      }
    },
  };
}

/** Cells of a line that are written otherwise; most lines have none, and cost no object. */
type Changed = Record<string, string> | undefined;

function nameSign(decimal: DecimalSign | undefined, isOwn: boolean): Notation['decimal'] {
  if (decimal === undefined) return isOwn ? 'EITHER' : undefined;
  return decimal === '.' ? 'POINT' : 'COMMA';
}

function createTimes(
  header: Header,
  names: readonly string[],
  { dates, count }: Pick<Notation, 'dates' | 'count'>,
) {
  const counts = new Map(names.map((name) => [name, count ?? countOfColumn(header, name)]));
  return ({ cells, exact }: Line, changed: Changed): Changed => {
    let all = changed;
    for (const name of names) {
      const text = cells[name];
      if (text === undefined || isoTime.test(text)) continue;
      const count = exact?.has(name) ? countOfNumber(text) : counts.get(name);
      all = withCell(all, name, text, toIso(text, dates, count));
    }
    return all;
  };
}

/** In a workbook or JSON a number is no date as people write it. */
function countOfNumber(text: string): TimeCount {
  return /^(\d{10}|\d{13})$/.test(text) ? 'EPOCH' : 'EXCEL';
}

function withCell(changed: Changed, name: string, before: string, text: string): Changed {
  if (text === before) return changed;
  const all = changed ?? {};
  all[name] = text;
  return all;
}

interface Figures {
  readonly decimal: DecimalSign | undefined;
  readonly isOwn: boolean;
  readonly isWide: boolean;
  /** That the header says. */
  readonly unit: string | undefined;
}

function createFigures(namesOf: (cells: Line['cells']) => readonly string[], about: Figures) {
  const usual = about.unit ? undefined : usualFigure(about.decimal, about.isOwn);
  return ({ cells, exact }: Line, changed: Changed): Changed => {
    let all = changed;
    for (const name of namesOf(cells)) {
      const text = cells[name];
      if (text === undefined || usual?.test(text)) continue;
      const plain = readFigure(text, about, exact?.has(name) === true);
      if (!plain) continue;
      all = withCell(all, name, text, plain.text);
      const unit = plain.unit ?? (cells.unit ? undefined : about.unit);
      if (about.isWide || unit === undefined) continue;
      refuseOtherUnit(cells.unit, unit);
      all = withCell(all, 'unit', cells.unit ?? '', cells.unit ?? unit);
    }
    return all;
  };
}

/** Undefined for what stays as it is, and is refused by whoever reads it. */
function readFigure(
  text: string,
  { decimal, isOwn, isWide }: Figures,
  isExact: boolean,
): Written | undefined {
  const plain = toPlain(text, isExact ? '.' : decimal);
  if (!plain) refuseOtherSign(text, decimal);
  // A wide line has no place for a unit.
  if (!plain || (isWide && plain.unit !== undefined)) return undefined;
  const isDecided = decimal !== undefined || isOwn || isExact;
  if (!isDecided && plain.text === text) refuseUnclear(text);
  return plain;
}

/** Most cells are as the portal writes them, and cost no more than this. */
function usualFigure(decimal: DecimalSign | undefined, isOwn: boolean): RegExp | undefined {
  if (decimal === '.') return /^-?\d+(?:\.\d+)?$/;
  if (decimal === ',') return /^-?\d+(?:,\d+)?$/;
  return isOwn ? /^-?\d+(?:[.,]\d+)?$/ : undefined;
}

function figureCells(
  lines: readonly Line[],
  namesOf: (cells: Line['cells']) => readonly string[],
): string[] {
  return lines.flatMap(({ cells, exact }) =>
    namesOf(cells).flatMap((name) => {
      const cell = cells[name];
      return cell === undefined || exact?.has(name) ? [] : [cell];
    }),
  );
}

function decideDecimal(cells: readonly string[], isDocumented: boolean): DecimalSign | undefined {
  const sure = new Set<DecimalSign>();
  const grouped = new Set<DecimalSign>();
  let unclear: string | undefined;
  for (const cell of cells) {
    const found = signOf(cell);
    if (!found) continue;
    if (found.sign === 'EITHER') unclear ??= cell;
    else sure.add(found.sign);
    if (found.isGrouped && found.sign !== 'EITHER') grouped.add(found.sign);
  }
  const [sign] = sure;
  if (isDocumented && grouped.size === 0) return undefined;
  if (sure.size === 1) return sign;
  if (unclear === undefined && sure.size === 0) return undefined;
  const [whole, part] = (unclear ?? '').split(/[.,]/);
  const why =
    sure.size > 1
      ? said('refusals.twoDecimalSigns')
      : said('refusals.unclearDecimal', { text: unclear, whole, part });
  throw new NotationInDoubt('decimal', said('refusals.sayDecimal', { why }));
}

function decideDates(lines: readonly Line[], names: readonly string[]): DateOrder | undefined {
  const sure = new Set<DateOrder>();
  let unclear: string | undefined;
  for (const { cells } of lines) {
    for (const name of names) {
      const text = cells[name];
      const found = text === undefined ? undefined : orderOf(text);
      if (found === 'EITHER') unclear ??= text;
      else if (found) sure.add(found);
    }
  }
  if (sure.size === 1) return [...sure][0];
  if (sure.size === 0 && unclear === undefined) return undefined;
  const why =
    sure.size > 1
      ? said('refusals.twoDateOrders')
      : said('refusals.unclearDates', { text: unclear });
  throw new NotationInDoubt('dates', said('refusals.sayDates', { why }));
}

/** Epochs and Excel's days only where the column's name says so. */
function countOfColumn({ names, spelt }: Header, name: string): TimeCount {
  const own = spelt[names.indexOf(name)];
  return own === undefined ? undefined : countOf(foldColumn(own));
}

function refuseOtherSign(text: string, decimal: DecimalSign | undefined): void {
  if (decimal === undefined || !/^[-+]?[\d.,]+$/.test(text)) return;
  throw new LineFault('BAD_VALUE', said('faults.otherSign', { text, sign: decimal }));
}

function refuseUnclear(text: string): void {
  if (signOf(text)?.sign !== 'EITHER') return;
  throw new LineFault('BAD_VALUE', said('faults.unclearFigure', { text }));
}

function refuseOtherUnit(given: string | undefined, unit: string): void {
  if (given === undefined || given.toLowerCase() === unit.toLowerCase()) return;
  throw new LineFault('WRONG_UNIT', said('faults.twoUnits', { unit, given }));
}
