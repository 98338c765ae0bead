import type { Limits, MeasuredType } from '../../../schemas/entities/warningLimits.ts';

type Words = { readonly [Type in MeasuredType]: (limits: Limits<Type>) => string };

const words: Words = {
  WATER_SPILL: (of) => `${of.litresPerHour} l/h · ${of.hours} h`,
  LEAKAGE: (of) => `${of.litresPerHour} / ${of.criticalLitresPerHour} l/h · ${of.hours} h`,
  TEMPERATURE: (of) => `${of.lowest ?? '−∞'} … ${of.highest ?? '∞'} °C · ${of.hours} h`,
  HIGH_WATER_CONSUMPTION: (of) => {
    const usual = of.timesUsual === null ? '' : ` · × ${of.timesUsual}`;
    return `${of.litresPerDay} l${usual} · ${of.days} d`;
  },
  HUMIDITY: (of) => `${of.percent} %RH · ${of.hours} h`,
  CO2: (of) => `${of.ppm} / ${of.criticalPpm} ppm · ${of.hours} h`,
};

/** Limits as a list shows them, in no language. */
export function describeLimits<Type extends MeasuredType>(
  type: Type,
  limits: Limits<Type>,
): string {
  // One line, also where a column is narrow.
  return words[type](limits).replaceAll(' ', '\u00a0');
}
