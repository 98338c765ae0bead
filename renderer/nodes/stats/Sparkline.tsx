import './sparkline.css';

interface SparklineProps {
  /** Null: a gap. */
  readonly values: readonly (number | null)[];
  readonly label: string;
}

/** A small line without axes: only how it went. */
export function Sparkline({ values, label }: SparklineProps) {
  return (
    <svg
      className="sparkline"
      viewBox="0 0 100 20"
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      <title>{label}</title>
      <path d={drawLine(values)} />
    </svg>
  );
}

/** From zero, or what is below it, to the highest value over 20 units; a value between two gaps is a dot. */
export function drawLine(values: readonly (number | null)[]): string {
  const known = values.filter((value) => value !== null);
  const [low, high] = [Math.min(0, ...known), Math.max(0, ...known)];
  const step = 100 / Math.max(1, values.length - 1);
  const round = (place: number) => Math.round(place * 100) / 100;
  return values
    .flatMap((value, at) => {
      if (value === null) return [];
      const y = 20 - ((value - low) / (high - low || 1)) * 20;
      const point = `${round(at * step)} ${round(y)}`;
      if ((values[at - 1] ?? null) !== null) return `L${point}`;
      return (values[at + 1] ?? null) === null ? `M${point}h0` : `M${point}`;
    })
    .join('');
}
