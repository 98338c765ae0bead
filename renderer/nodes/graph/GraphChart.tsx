import { useId, useRef } from 'react';
import {
  Area,
  Bar,
  CartesianGrid,
  ComposedChart,
  Line,
  type RectangleProps,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts';
import type { Graph } from '../../../schemas/entities/consumption.ts';
import { GraphBar } from './GraphBar.tsx';
import { GraphTooltip } from './GraphTooltip.tsx';
import type { GraphWords } from './graphContext.ts';
import type { GraphPoint, Overlay } from './graphPoints.ts';
import { SpanMark } from './SpanMark.tsx';
import { useGraphWidth } from './useGraphWidth.ts';
import type { useSpan } from './useSpan.ts';

export type SeriesRole = 'current' | 'compare';

interface GraphChartProps {
  readonly graph: Graph;
  readonly points: readonly GraphPoint[];
  readonly words: GraphWords;
  readonly shown: ReadonlySet<SeriesRole>;
  /** Those that show. */
  readonly overlays: readonly Overlay[];
  readonly chart: 'bar' | 'line';
  readonly label: string;
  readonly canPick: boolean;
  readonly canZoom: boolean;
  readonly choosing: ReturnType<typeof useSpan>;
  readonly isPrinting: boolean;
}

/** Pixels; the width is that of the page. */
const height = 320;
const fills = { current: 'var(--graph-current)', compare: 'var(--graph-compare)' } as const;

/** Of lines in another unit. */
const rightAxis = 'right';
/** Told apart without colour, too. */
const dashes = ['6 4', '2 3', '10 3 2 3'];

/** Bars or lines of the shown series over their buckets, and the overlays' lines on top. */
export function GraphChart(props: GraphChartProps) {
  const { graph, points, words, shown, overlays, chart, label, choosing, isPrinting } = props;
  const container = useRef<HTMLDivElement>(null);
  const width = useGraphWidth(container, isPrinting);
  const hatch = `hatch-${useId().replaceAll(/\W/g, '')}`;
  const other = overlays.find(({ unit }) => unit !== graph.unit);
  // The past stands before the present; of two things the first is the main one.
  const order = words.names ? (['current', 'compare'] as const) : (['compare', 'current'] as const);
  const roles = order.filter((role) => shown.has(role));
  return (
    <div
      ref={container}
      className={`graph-drawing ${props.canPick ? 'graph-pickable' : ''} ${props.canZoom ? 'graph-zoomable' : ''}`}
      {...choosing.handlers}
    >
      <ComposedChart
        // Recharts would leave its tooltip where the buckets of the period before were.
        key={`${graph.timeframe} ${graph.periodBegin} ${graph.periodEnd}`}
        width={width}
        height={height}
        data={points as GraphPoint[]}
        margin={{ top: 8, right: 8, bottom: 0, left: 0 }}
        title={label}
        accessibilityLayer
        barGap={1}
      >
        <defs>
          {roles.map((role) => (
            <pattern
              key={role}
              id={`${hatch}-${role}`}
              width="6"
              height="6"
              patternUnits="userSpaceOnUse"
              patternTransform="rotate(45)"
            >
              <rect width="6" height="6" fill={fills[role]} opacity="0.35" />
              <rect width="3" height="6" fill={fills[role]} opacity="0.8" />
            </pattern>
          ))}
        </defs>
        <CartesianGrid vertical={false} stroke="var(--line)" />
        <XAxis
          dataKey="index"
          tickFormatter={(index: number) => {
            const point = points[index];
            const start = point?.current?.start ?? point?.compare?.start;
            return start === undefined ? '' : words.tick(start);
          }}
          minTickGap={12}
          tickLine={false}
          stroke="var(--line-strong)"
          tick={{ fill: 'var(--muted)', fontSize: 12 }}
        />
        <YAxis
          width={64}
          domain={graph.kind === 'gauge' ? ['auto', 'auto'] : [0, 'auto']}
          tickFormatter={words.axis}
          tickLine={false}
          axisLine={false}
          tick={{ fill: 'var(--muted)', fontSize: 12 }}
        />
        {other && (
          <YAxis
            yAxisId={rightAxis}
            orientation="right"
            width={56}
            domain={[0, 'auto']}
            tickFormatter={words.axis}
            tickLine={false}
            axisLine={false}
            tick={{ fill: 'var(--muted)', fontSize: 12 }}
          />
        )}
        <Tooltip
          isAnimationActive={false}
          cursor={{ fill: 'var(--accent-soft)', stroke: 'var(--line-strong)' }}
          content={({ active, payload }) =>
            active ? (
              <GraphTooltip
                point={payload[0]?.payload as GraphPoint | undefined}
                words={words}
                overlays={overlays}
              />
            ) : null
          }
        />
        {chart === 'line' && shown.has('current') && (
          <Area
            dataKey={(point: GraphPoint) => point.current?.range ?? null}
            stroke="none"
            fill={fills.current}
            fillOpacity={0.18}
            isAnimationActive={false}
            activeDot={false}
          />
        )}
        {roles.map((role) =>
          chart === 'bar' ? (
            <Bar
              key={role}
              dataKey={(point: GraphPoint) => point[role]?.value ?? null}
              fill={fills[role]}
              maxBarSize={36}
              isAnimationActive={false}
              shape={(props: RectangleProps & { payload?: GraphPoint }) => (
                <GraphBar
                  {...props}
                  of={props.payload?.[role]}
                  fill={fills[role]}
                  hatch={`url(#${hatch}-${role})`}
                />
              )}
            />
          ) : (
            <Line
              key={role}
              dataKey={(point: GraphPoint) => point[role]?.value ?? null}
              stroke={fills[role]}
              strokeWidth={2}
              dot={points.length <= 62}
              isAnimationActive={false}
              connectNulls={false}
            />
          ),
        )}
        {overlays.map(({ id, place, unit, style }, at) => (
          <Line
            key={id}
            yAxisId={unit === graph.unit ? 0 : rightAxis}
            className={`graph-overlay-${place}`}
            {...(style && { style })}
            dataKey={(point: GraphPoint) => point.overlays[at] ?? null}
            stroke="var(--graph-overlay)"
            strokeWidth={2}
            strokeDasharray={dashes[place % dashes.length] ?? ''}
            dot={points.length === 1}
            activeDot={false}
            isAnimationActive={false}
            connectNulls={false}
          />
        ))}
        <SpanMark
          count={points.length}
          layout={chart === 'bar' && roles.length > 0 ? 'bars' : 'points'}
          choosing={choosing}
        />
      </ComposedChart>
    </div>
  );
}
