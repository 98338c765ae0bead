import type arrow from '@blueprintjs/icons/lib/esm/generated/16px/paths/arrow-left.js';

/** A list of SVG paths; to TypeScript, which takes the package for CommonJS, what holds the list. */
export type IconPaths = typeof arrow;

interface IconDrawingProps {
  /** Blueprint's, on its grid of 16 pixels. */
  readonly paths: IconPaths;
  readonly size?: number | undefined;
  readonly className?: string | undefined;
}

/**
 * One of Blueprint's icons as decoration. Of its own components each brings a second drawing for sizes
 * from 20 pixels on, and names what it draws three times.
 */
export function IconDrawing({ paths, size = 16, className }: IconDrawingProps) {
  return (
    <span aria-hidden="true" className={className ? `bp6-icon ${className}` : 'bp6-icon'}>
      <svg aria-hidden="true" height={size} width={size} viewBox="0 0 16 16">
        {(paths as unknown as readonly string[]).map((path) => (
          <path key={path} d={path} fillRule="evenodd" />
        ))}
      </svg>
    </span>
  );
}
