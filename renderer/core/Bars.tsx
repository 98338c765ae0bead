import type { Format } from '../../schemas/manifest/parts.ts';
import { readField } from './bindings.ts';

interface BarsProps {
  /** Null: a gap. */
  readonly values: readonly (number | null)[];
  /** The same in figures. */
  readonly label: string;
}

const [height, step, width] = [20, 6, 4];

/** A small bar for each figure, from zero to the greatest of them. */
export function Bars({ values, label }: BarsProps) {
  const most = Math.max(0, ...values.map((value) => value ?? 0));
  return (
    <svg
      className="bars"
      viewBox={`0 0 ${values.length * step} ${height}`}
      width={values.length * step}
      height={height}
      role="img"
      aria-label={label}
    >
      <title>{label}</title>
      {values.map((value, at) => {
        if (value === null || most === 0) return null;
        // What is little is still there.
        const tall = Math.max(1, (Math.max(0, value) / most) * height);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its place.
          <rect key={at} x={at * step} y={height - tall} width={width} height={tall} />
        );
      })}
    </svg>
  );
}

export type QuantityBarManifest = NonNullable<Extract<Format, { as: 'quantity' }>['bar']>;

interface QuantityBarProps {
  readonly bar: QuantityBarManifest;
  readonly value: number;
  /** Holds what fills the bar, and what it is compared with. */
  readonly row: unknown;
  readonly label: string;
}

/** A bar up to the greatest figure, with a line across it; the figure beside it is what is read out. */
export function QuantityBar({ bar, value, row, label }: QuantityBarProps) {
  const marked = 'of' in bar ? bar.of : bar.mark;
  const mark = marked === undefined ? null : readField(row, marked);
  // What is measured by a figure may be more than that: the bar holds both.
  const most = 'of' in bar ? Math.max(value, Number(mark ?? 0)) : Number(readField(row, bar.most));
  const share = (figure: unknown) =>
    most > 0 ? Math.min(1, Math.max(0, Number(figure) / most)) : 0;
  return (
    <span className="quantity-bar">
      <svg aria-hidden="true" viewBox="0 0 96 14" width={96} height={14}>
        <rect className="quantity-bar-ground" y={3} width={96} height={8} rx={4} />
        <rect y={3} width={share(value) * 96} height={8} rx={4} />
        {'of' in bar && typeof mark === 'number' && value > mark && (
          <rect
            className="quantity-bar-over"
            x={share(mark) * 96}
            y={3}
            width={(share(value) - share(mark)) * 96}
            height={8}
          />
        )}
        {typeof mark === 'number' && (
          <rect className="quantity-bar-mark" x={share(mark) * 94} width={2} height={14} />
        )}
      </svg>
      {label}
    </span>
  );
}
