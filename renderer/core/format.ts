import { useMemo } from 'react';
import type { Coverage } from '../../schemas/entities/consumption.ts';
import { findUnit } from '../../schemas/entities/units.ts';
import type { Format } from '../../schemas/manifest/parts.ts';
import { readField } from './bindings.ts';
import { decimalFormat, formatPercent, numberFormat } from './numberFormat.ts';
import { labelOf, type Translate } from './text.ts';
import { useTranslation } from './translation.ts';

/** Shown for a value that is missing: never 0, never blank. */
export const missingMark = '–';

export const narrowSpace = '\u202f';

interface FormatContext {
  /** BCP 47. */
  readonly locale: string;
  readonly t: Translate;
  /** IANA zone for instants. */
  readonly timeZone?: string;
}

/** Writes the values of one format, for which all that they have in common is settled. */
type Write = (value: unknown, row: unknown) => string;

// A table writes hundreds of values in the same few formats.
const writers = new WeakMap<Format, FormatContext & { readonly write: Write }>();

/**
 * A value in words and figures. `row` holds the unit when the format names a field for it, and its
 * instants are written in its own zone when it has a `timeZone`, as rows about a property do.
 */
export function formatValue(
  format: Format,
  value: unknown,
  row: unknown,
  context: FormatContext,
): string {
  if (isMissing(value)) return missingMark;
  const { locale, t, timeZone } = context;
  let writer = writers.get(format);
  if (writer?.t !== t || writer.locale !== locale || writer.timeZone !== timeZone) {
    writer = { locale, t, ...(timeZone && { timeZone }), write: makeWriter(format, context) };
    writers.set(format, writer);
  }
  return writer.write(value, row);
}

function makeWriter(format: Format, context: FormatContext): Write {
  const { locale, t, timeZone } = context;
  switch (format.as) {
    case 'text':
      return (value) =>
        typeof value === 'boolean' ? t(value ? 'ui:yes' : 'ui:no') : String(value);
    case 'link':
      return String;
    case 'integer': {
      const figures = decimalFormat(locale, 0, 0);
      return (value) => figures.format(Number(value));
    }
    case 'bytes':
      return (value) => formatBytes(Number(value), locale);
    case 'quantity':
      return quantityWriter(format, context);
    case 'progress':
      return (value) => formatPercent(Number(value), { locale, signed: false });
    case 'percent':
      return (value) => formatPercent(Number(value), { locale, signed: format.signed ?? false });
    case 'date':
      return (value, row) => formatDate(String(value), zoneOf(row) ?? timeZone);
    case 'datetime':
      return (value, row) => formatDateTime(String(value), zoneOf(row) ?? timeZone);
    case 'age':
      return (value) => formatAge(String(value), locale);
    case 'badge':
    case 'enumeration':
      return labelWriter(format.of, t);
    case 'severity':
      return labelWriter('urgency', t);
    case 'bars': {
      const figures = decimalFormat(locale, 0, 3);
      return (value) => {
        const all = value as readonly (number | null)[];
        if (all.every((one) => one === null)) return missingMark;
        return all.map((one) => (one === null ? missingMark : figures.format(one))).join(' · ');
      };
    }
    case 'coverage':
      return (value) => coverageWords(value as Coverage, t, locale) || t('ui:coverage.whole');
  }
}

/** An enumeration has few values, and looking up a text costs more than all else of a cell. */
function labelWriter(enumeration: string, t: Translate): Write {
  const labels = new Map<unknown, string>();
  return (value) => {
    const label = labels.get(value) ?? labelOf(enumeration, value, t);
    labels.set(value, label);
    return label;
  };
}

type QuantityFormat = Extract<Format, { as: 'quantity' }>;

/** Each row may have a unit of its own; there are few of them. */
function quantityWriter({ unit, decimals }: QuantityFormat, context: FormatContext): Write {
  if (typeof unit !== 'string') return quantityIn(unit?.fixed, decimals, context);
  const byUnit = new Map<unknown, Write>();
  return (value, row) => {
    const ofRow = readField(row, unit);
    const write = byUnit.get(ofRow) ?? quantityIn(ofRow, decimals, context);
    byUnit.set(ofRow, write);
    return write(value, row);
  };
}

function quantityIn(unit: unknown, decimals: number | undefined, context: FormatContext): Write {
  const { locale, t } = context;
  const ending = isMissing(unit) ? '' : `${narrowSpace}${unitLabel(String(unit), t)}`;
  const places = decimals ?? findUnit(String(unit))?.decimals;
  const figures = places === undefined ? undefined : decimalFormat(locale, places, places);
  return (value) =>
    (figures ? figures.format(Number(value)) : formatQuantity(Number(value), { locale })) + ending;
}

function zoneOf(row: unknown): string | undefined {
  const zone = readField(row, 'timeZone');
  return typeof zone === 'string' ? zone : undefined;
}

/** The written form of a unit: HCA and counts have words, the others are their own symbol. */
export function unitLabel(unit: string, t: Translate): string {
  const key = findUnit(unit)?.text;
  return key ? t(key) : unit;
}

/** Three significant places for small numbers, none needless for large ones. */
export function formatQuantity(
  value: number,
  { locale, decimals }: { locale: string; decimals?: number | undefined },
): string {
  return decimalFormat(locale, decimals ?? 0, decimals ?? defaultDecimals(value)).format(value);
}

function defaultDecimals(value: number): number {
  const size = Math.abs(value);
  if (size >= 100) return 1;
  return size >= 1 ? 2 : 3;
}

/** Less than that would be said to be 0 %. */
const leastShare = 0.0005;

/** «30 % interpolated, 20 % not read»; empty when all was measured, or nobody has said. */
export function coverageWords(
  coverage: Coverage | null | undefined,
  t: Translate,
  locale: string,
): string {
  const write = (share: number) => formatPercent(share * 100, { locale, signed: false });
  const { interpolated = 0, unknown = 0 } = coverage ?? {};
  return [
    interpolated >= leastShare && t('ui:coverage.interpolated', { share: write(interpolated) }),
    unknown >= leastShare && t('ui:coverage.unknown', { share: write(unknown) }),
  ]
    .filter(Boolean)
    .join(', ');
}

/** DD.MM.YYYY, whatever the locale (specification §9). An instant's day is that of `timeZone`. */
export function formatDate(value: string, timeZone?: string): string {
  const day = /^(\d{4})-(\d{2})-(\d{2})$/.exec(value);
  if (day) return `${day[3]}.${day[2]}.${day[1]}`;
  return partsOf(value, timeZone)?.date ?? missingMark;
}

/** DD.MM.YYYY HH:mm in `timeZone`. */
export function formatDateTime(value: string, timeZone?: string): string {
  const parts = partsOf(value, timeZone);
  return parts ? `${parts.date} ${parts.time}` : missingMark;
}

/** HH:mm in the reader's own time zone. */
export function formatTime(value: string): string {
  return partsOf(value, undefined)?.time ?? missingMark;
}

const byteUnits = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

/** «340 kB»: thousands, as browsers and file managers count. */
function formatBytes(value: number, locale: string): string {
  const step = byteUnits.findLastIndex((_, power) => value >= 1000 ** power);
  const power = Math.max(0, step);
  const unit = byteUnits[power];
  return numberFormat(locale, `${unit}`, {
    style: 'unit',
    unit,
    unitDisplay: 'short',
    maximumSignificantDigits: 3,
  }).format(value / 1000 ** power);
}

const ageSteps = [
  ['second', 1, 60],
  ['minute', 60, 60],
  ['hour', 3600, 48],
  ['day', 86_400, Number.POSITIVE_INFINITY],
] as const;

/** «3 minutes ago», in the largest unit of which there are some; nothing lies ahead. */
function formatAge(value: string, locale: string): string {
  const seconds = Math.max(0, (Date.now() - new Date(value).getTime()) / 1000);
  const step = ageSteps.find(([, size, most]) => seconds / size < most);
  if (!step) return missingMark;
  const [unit, size] = step;
  return new Intl.RelativeTimeFormat(locale).format(-Math.floor(seconds / size), unit);
}

function partsOf(value: string, timeZone: string | undefined) {
  const instant = new Date(value);
  if (Number.isNaN(instant.getTime())) return undefined;
  const parts = Object.fromEntries(
    dateFormat(timeZone)
      .formatToParts(instant)
      .map(({ type, value: text }) => [type, text]),
  );
  return {
    date: `${parts.day}.${parts.month}.${parts.year}`,
    time: `${parts.hour}:${parts.minute}`,
  };
}

export function isMissing(value: unknown): boolean {
  return value === undefined || value === null || value === '' || Number.isNaN(value);
}

const dateFormats = new Map<string, Intl.DateTimeFormat>();

function dateFormat(timeZone: string | undefined): Intl.DateTimeFormat {
  let format = dateFormats.get(timeZone ?? '');
  if (!format) {
    format = new Intl.DateTimeFormat('en-GB', {
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
      ...(timeZone && { timeZone }),
    });
    dateFormats.set(timeZone ?? '', format);
  }
  return format;
}

/** Formats values in the current language; instants in the reader's own time zone. */
export function useFormat(): (format: Format, value: unknown, row?: unknown) => string {
  const { t, i18n } = useTranslation();
  const locale = i18n.language;
  return useMemo(() => {
    const context = { locale, t };
    return (format, value, row) => formatValue(format, value, row, context);
  }, [t, locale]);
}
