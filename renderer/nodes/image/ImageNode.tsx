import './image.css';
import { resolveValue, useBindings } from '../../core/bindings.ts';
import type { NodeProps } from '../../core/node.ts';
import { useText } from '../../core/text.ts';

/** A picture of the portal's own origin, or in its place, and of its size, what it would show. */
export function ImageNode({ node: { address, alt, size } }: NodeProps<'image'>) {
  const text = useText();
  const bindings = useBindings();
  const path = readOwnPath(resolveValue(address, bindings));
  return path === undefined ? (
    <div
      className="image image-unknown"
      style={{ width: size.width, aspectRatio: `${size.width} / ${size.height}` }}
    >
      {text(alt)}
    </div>
  ) : (
    <img className="image" src={path} alt={text(alt)} {...size} loading="lazy" decoding="async" />
  );
}

/** A path such as `/icon.svg`; other origins hide behind `//` and `/\`, too. */
function readOwnPath(value: unknown): string | undefined {
  if (typeof value !== 'string' || !value.startsWith('/')) return undefined;
  const { origin, pathname, search } = new URL(value, window.location.origin);
  return origin === window.location.origin ? pathname + search : undefined;
}
