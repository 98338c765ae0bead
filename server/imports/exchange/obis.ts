/** Codes of what a register counts, `medium-channel:quantity.kind.tariff` (IEC 62056-61). */

const parts = /^(?:(\d+)-\d+:)?(\d+)\.(\d+)(?:\.(\d+))?(?:[*.]\d+)?$/;

/** What is a device's own register, and no other of its meter: all that was used, in every tariff. */
export function isTotalOfUse(code: string): boolean {
  const [, medium = '1', quantity, kind, tariff = '0'] = parts.exec(code) ?? [];
  if (tariff !== '0') return false;
  // Of electricity 1 is what was taken and 2 what was fed in; 8 is a register, 9 and 29 an interval's.
  if (medium === '1') return quantity === '1' && ['8', '9', '29'].includes(kind ?? '');
  // Heat, gas, cold and hot water.
  if (['6', '7', '8', '9'].includes(medium)) return ['1', '3'].includes(quantity ?? '');
  return false;
}

/** A code without what is the same for all registers of a meter. */
export function shortCode(code: string): string {
  return code.replace(/^\d+-\d+:/, '').replace(/\*\d+$/, '');
}
