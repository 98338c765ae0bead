/** Below so many Kelvin days a day there is next to no heating, and a quotient of them says nothing. */
export const fewestDegreeDays = 2;

/**
 * What was used, as it would have been in the weather of a reference period:
 * `C = Q·s·DD_ref/DD + Q·(1 − s)` (docs/metering.md, «Weather»). `days` is the length of the period in
 * which Q was used. Q stays as it is when either sum of degree days is unknown or near zero.
 */
export function correctForWeather(
  quantity: number,
  share: number,
  degreeDays: number | null,
  reference: number | null,
  days: number,
): number {
  if (degreeDays === null || reference === null) return quantity;
  if (Math.min(degreeDays, reference) < fewestDegreeDays * days) return quantity;
  return quantity * share * (reference / degreeDays) + quantity * (1 - share);
}
