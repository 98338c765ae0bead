/** The steps of an axis within a power of ten. */
const niceSteps = [1, 2, 2.5, 5, 10];

/**
 * At most `count` round values that span the interval, for an axis of numbers; zero is among them
 * when the interval holds it. An interval without length is widened.
 */
export function getNiceTickValues(
  [low, high]: readonly [number, number],
  count: number,
  allowDecimals = true,
): number[] {
  if (!Number.isFinite(high - low)) return [low, high];
  if (low === high) {
    const half = low === 0 ? 0 : Math.min(2, Math.abs(low));
    return getNiceTickValues([low - half, half === 0 ? count - 1 : high + half], count);
  }
  let rough = (high - low) / Math.max(count - 1, 1);
  for (;;) {
    const step = niceStep(rough, allowDecimals);
    const first = Math.floor(low / step);
    const last = Math.ceil(high / step);
    if (last - first < count || count < 3) {
      return Array.from({ length: last - first + 1 }, (_, at) => exact((first + at) * step));
    }
    // The next step up: the interval's ends lie badly on this one.
    rough = step * 1.01;
  }
}

/** Those of them that lie within the interval. */
export function getTickValuesFixedDomain(
  interval: readonly [number, number],
  count: number,
  allowDecimals = true,
): number[] {
  const [low, high] = interval;
  return getNiceTickValues(interval, count, allowDecimals).filter(
    (value) => value >= low && value <= high,
  );
}

function niceStep(rough: number, allowDecimals: boolean): number {
  const power = 10 ** Math.floor(Math.log10(rough));
  const nice = niceSteps.find((step) => step * power >= rough * (1 - 1e-9)) ?? 10;
  const step = nice * power;
  return allowDecimals ? step : Math.max(1, Math.ceil(step));
}

/** Without what binary fractions add: 0.3, not 0.30000000000000004. */
function exact(value: number): number {
  return Number(value.toPrecision(12));
}
