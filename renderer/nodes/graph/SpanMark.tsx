import { useLayoutEffect, useRef } from 'react';
import { useActiveTooltipLabel, usePlotArea } from 'recharts';
import type { useSpan } from './useSpan.ts';
import { extentOf, type Plot } from './zoom.ts';

interface SpanMarkProps extends Pick<Plot, 'count' | 'layout'> {
  readonly choosing: ReturnType<typeof useSpan>;
}

/** Highlights a span of buckets, and tells where the chart draws them. */
export function SpanMark({ count, layout, choosing }: SpanMarkProps) {
  const { drawing, wantsFocus, span } = choosing;
  const mark = useRef<SVGGElement>(null);
  const area = usePlotArea();
  const label = useActiveTooltipLabel();
  const plot: Plot | undefined = area && { left: area.x, width: area.width, count, layout };
  useLayoutEffect(() => {
    drawing.current = { plot, focused: label === undefined ? undefined : Number(label) };
  });
  useLayoutEffect(() => {
    if (wantsFocus.current) mark.current?.ownerSVGElement?.focus({ preventScroll: true });
    wantsFocus.current = false;
  }, [wantsFocus]);
  return (
    <g ref={mark}>
      {area && plot && span && (
        <rect className="graph-span" {...extentOf(span, plot)} y={area.y} height={area.height} />
      )}
    </g>
  );
}
