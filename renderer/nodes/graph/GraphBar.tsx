import type { RectangleProps } from 'recharts';
import { type GraphValue, sharesOf } from './graphPoints.ts';

interface GraphBarProps extends RectangleProps {
  readonly of: GraphValue | undefined;
  readonly fill: string;
  /** Of what was interpolated. */
  readonly hatch: string;
}

/**
 * A bar in parts, as large as the shares of time that its value is known by: solid from below what was
 * measured, then hatched what was interpolated, and pale with a dashed edge what was never read.
 */
export function GraphBar({ of, fill, hatch, x = 0, y = 0, width = 0, height = 0 }: GraphBarProps) {
  if (!of || width <= 0 || height === 0) return null;
  const top = Math.min(Number(y), Number(y) + Number(height));
  const size = Math.abs(Number(height));
  const { measured, interpolated, unknown } = sharesOf(of);
  const place = { x: Number(x), width: Number(width) };
  return (
    <g>
      {unknown > 0 && (
        <rect
          {...place}
          className="graph-bar-unknown"
          y={top}
          height={size * unknown}
          fill={fill}
          fillOpacity={0.12}
          stroke={fill}
          strokeDasharray="3 2"
        />
      )}
      {interpolated > 0 && (
        <rect
          {...place}
          className="graph-bar-interpolated"
          y={top + size * unknown}
          height={size * interpolated}
          fill={hatch}
        />
      )}
      {measured > 0 && (
        <rect
          {...place}
          className="graph-bar-measured"
          y={top + size * (unknown + interpolated)}
          height={size * measured}
          fill={fill}
        />
      )}
    </g>
  );
}
