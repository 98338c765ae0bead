import { meteredUnits } from '../../schemas/entities/units.ts';

export type DecimalSign = '.' | ',';

const unitNames = new Set(
  Object.values(meteredUnits).flatMap(({ spellings }) => Object.keys(spellings)),
);

/** Whether files write a unit so. */
export function isUnit(name: string): boolean {
  return unitNames.has(name.toLowerCase());
}

/** The usual: digits, and perhaps a sign with digits behind it. */
const simple = /^[-+]?(\d+)(?:([.,])(\d+))?$/;
const withUnit = /^(.*\d)\s*([^\d\s.,+-][^\s]*)$/;
/** A blank or an apostrophe before three digits. */
const groupMark = /(?<=\d)[\s\u00a0\u202f\u2009'’](?=\d{3}(?!\d))/g;
const scientific = /^([-+]?)(\d+)(?:([.,])(\d+))?[eE]([-+]?\d{1,2})$/;

export interface Written {
  readonly text: string;
  readonly unit?: string;
}

/** Without what groups digits by a blank, and without a unit. */
function trim(given: string): Written {
  const [, number, unit] = withUnit.exec(given) ?? [];
  if (number !== undefined && unit !== undefined && isUnit(unit)) {
    return { text: number.replace(groupMark, ''), unit };
  }
  return { text: given.replace(groupMark, '') };
}

/**
 * What one value tells of a column's decimal sign: the sign, nothing, or that it could be read in two
 * ways: «1.100» is a thousand or one. `isGrouped`: a sign groups its digits for sure.
 */
export function signOf(
  given: string,
): { readonly sign: DecimalSign | 'EITHER'; readonly isGrouped: boolean } | undefined {
  const { text } = simple.test(given) ? { text: given } : trim(given);
  const [, whole = '', sign, part = ''] = simple.exec(text) ?? [];
  if (sign !== undefined) {
    const isEither = part.length === 3 && whole.length <= 3 && !whole.startsWith('0');
    return { sign: isEither ? 'EITHER' : (sign as DecimalSign), isGrouped: false };
  }
  const power = scientific.exec(text)?.[3];
  if (power !== undefined) return { sign: power as DecimalSign, isGrouped: false };
  const marks = text.replace(/[^.,]/g, '');
  if (marks.length < 2) return undefined;
  const last = marks.at(-1) as DecimalSign;
  const other = last === '.' ? ',' : '.';
  // 1.234.567 has no decimals, 1.234,5 has.
  const found = marks.startsWith(last) ? other : last;
  return ungroup(text, found) === undefined ? undefined : { sign: found, isGrouped: true };
}

/**
 * A value as the portal writes it, 1234.5, and its unit where one stands behind it; undefined for
 * what is no number where `decimal` is the decimal sign. `decimal` undefined: either sign is one, and
 * nothing groups digits but a blank.
 */
export function toPlain(given: string, decimal: DecimalSign | undefined): Written | undefined {
  const [, whole, sign] = simple.exec(given) ?? [];
  if (whole !== undefined && (decimal === undefined || sign === undefined || sign === decimal)) {
    return { text: given };
  }
  const { text, unit } = trim(given);
  const isSimple = decimal === undefined && simple.test(text);
  const plain = isSimple ? text : (fromScientific(text) ?? ungroup(text, decimal ?? '.'));
  if (plain === undefined) return undefined;
  return unit === undefined ? { text: plain } : { text: plain, unit };
}

function ungroup(text: string, decimal: DecimalSign): string | undefined {
  const group = decimal === '.' ? ',' : '.';
  const [whole = '', part, ...more] = text.split(decimal);
  if (more.length > 0) return undefined;
  const isGrouped = new RegExp(`^[-+]?[1-9]\\d{0,2}(\\${group}\\d{3})+$`).test(whole);
  if (!isGrouped && !/^[-+]?\d+$/.test(whole)) return undefined;
  if (part !== undefined && !/^\d*$/.test(part)) return undefined;
  const digits = whole.replaceAll(group, '');
  return part ? `${digits}.${part}` : digits;
}

/** 1.2E+03 as Excel writes what is too long for its cell. */
function fromScientific(text: string): string | undefined {
  const [, minus, whole, , part = '', power] = scientific.exec(text) ?? [];
  if (whole === undefined) return undefined;
  const digits = whole + part;
  const point = whole.length + Number(power);
  const padded =
    point > 0 ? digits.padEnd(point, '0') : digits.padStart(digits.length + 1 - point, '0');
  const at = Math.max(point, 1);
  const behind = padded.slice(at).replace(/0+$/, '');
  return `${minus}${padded.slice(0, at).replace(/^0+(?=\d)/, '')}${behind ? `.${behind}` : ''}`;
}
