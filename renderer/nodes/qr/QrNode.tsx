import './qr.css';
import { encode } from 'uqr';
import { resolveValue, useBindings } from '../../core/bindings.ts';
import type { NodeProps } from '../../core/node.ts';
import { useText } from '../../core/text.ts';

/** Modules that stay white around a code (ISO/IEC 18004), which may lose a seventh of itself (M). */
const quietModules = 4;

/** A value as a QR code; nothing while the value isn't known. */
export default function QrNode({ node }: NodeProps<'qr'>) {
  const text = useText();
  const value = resolveValue(node.value, useBindings());
  if (typeof value !== 'string' || value === '') return null;
  const { data, size } = encode(value, { border: quietModules, ecc: 'M' });
  return (
    <figure className="qr">
      <svg
        role="img"
        aria-label={text(node.label)}
        viewBox={`0 0 ${size} ${size}`}
        shapeRendering="crispEdges"
      >
        <path d={drawModules(data)} />
      </svg>
      <figcaption aria-hidden="true">{text(node.label)}</figcaption>
    </figure>
  );
}

/** A square for each dark module. */
function drawModules(rows: readonly (readonly boolean[])[]): string {
  return rows
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
}
