import type { Limits, MeasuredType } from '../../../schemas/entities/warningLimits.ts';
import { AppError } from '../../errors.ts';

/** Throws VALIDATION_FAILED where limits contradict each other, with the field of the call's body. */
export function checkLimits(type: MeasuredType, limits: Limits): void {
  const fault = findContradiction(limits);
  if (!fault) return;
  const { field, message } = fault;
  throw new AppError('VALIDATION_FAILED', `${type}: ${message}`, {
    details: [{ field: `body.${field}`, message }],
  });
}

function findContradiction(limits: Limits): { field: string; message: string } | undefined {
  if ('criticalLitresPerHour' in limits && limits.criticalLitresPerHour < limits.litresPerHour) {
    const message = `expected at least ${limits.litresPerHour}, from where it is a leakage`;
    return { field: 'criticalLitresPerHour', message };
  }
  if ('criticalPpm' in limits && limits.criticalPpm < limits.ppm) {
    return { field: 'criticalPpm', message: `expected at least ${limits.ppm}, the first limit` };
  }
  if (!('lowest' in limits)) return undefined;
  const { lowest, highest } = limits;
  if (lowest === null && highest === null) {
    return { field: 'lowest', message: 'expected a lowest or a highest temperature' };
  }
  if (lowest !== null && highest !== null && highest <= lowest) {
    return { field: 'highest', message: `expected more than ${lowest}, the lowest temperature` };
  }
  return undefined;
}

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
