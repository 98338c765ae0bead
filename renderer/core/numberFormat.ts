/** Writes numbers for people: a number below zero has a minus sign in every language. */
interface NumberWriter {
  readonly format: (value: number) => string;
}

/** As wide as a plus. Intl writes a hyphen in most languages. */
export const minusSign = '\u2212';

// Making an Intl formatter costs far more than using it, and a table asks hundreds of times.
const writers = new Map<string, NumberWriter>();

/** `key` names the options; writing them out would cost more than the formatting. */
export function numberFormat(
  locale: string,
  key: string,
  options: Intl.NumberFormatOptions,
): NumberWriter {
  const name = `${locale} ${key}`;
  let writer = writers.get(name);
  if (!writer) {
    // Polish leaves four-digit numbers ungrouped by default; columns of figures read better alike.
    // What rounds to nothing has no sign.
    const figures = new Intl.NumberFormat(locale, {
      useGrouping: 'always',
      signDisplay: 'negative',
      ...options,
    });
    writer = { format: (value) => figures.format(value).replace('-', minusSign) };
    writers.set(name, writer);
  }
  return writer;
}

/** With so many places behind the point, at least and at most. */
export function decimalFormat(locale: string, least: number, most: number): NumberWriter {
  return numberFormat(locale, `${least} to ${most}`, {
    minimumFractionDigits: least,
    maximumFractionDigits: most,
  });
}

/** 12.5 becomes “12.5 %”. A change, `signed`, has as many places as those above and below it. */
export function formatPercent(
  value: number,
  { locale, signed }: { locale: string; signed: boolean },
): string {
  return numberFormat(locale, signed ? 'signed percent' : 'percent', {
    style: 'percent',
    minimumFractionDigits: signed ? 1 : 0,
    maximumFractionDigits: 1,
    signDisplay: signed ? 'exceptZero' : 'negative',
  }).format(value / 100);
}
