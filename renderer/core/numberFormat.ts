// Making an Intl formatter costs far more than using it, and a table asks hundreds of times.
const numberFormats = new Map<string, Intl.NumberFormat>();

/** `key` names the options; writing them out would cost more than the formatting. */
export function numberFormat(
  locale: string,
  key: string,
  options: Intl.NumberFormatOptions,
): Intl.NumberFormat {
  const name = `${locale} ${key}`;
  let format = numberFormats.get(name);
  if (!format) {
    // Polish leaves four-digit numbers ungrouped by default; columns of figures read better alike.
    format = new Intl.NumberFormat(locale, { useGrouping: 'always', ...options });
    numberFormats.set(name, format);
  }
  return format;
}

/** With so many places behind the point, at least and at most. */
export function decimalFormat(locale: string, least: number, most: number): Intl.NumberFormat {
  return numberFormat(locale, `${least} to ${most}`, {
    minimumFractionDigits: least,
    maximumFractionDigits: most,
  });
}

/** 12.5 becomes “12.5 %”, with its sign when `signed`. */
export function formatPercent(
  value: number,
  { locale, signed }: { locale: string; signed: boolean },
): string {
  return numberFormat(locale, signed ? 'signed percent' : 'percent', {
    style: 'percent',
    maximumFractionDigits: 1,
    signDisplay: signed ? 'exceptZero' : 'auto',
  }).format(value / 100);
}
