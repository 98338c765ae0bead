import './graph.css';
import './graphZoom.css';
import './graphPrint.css';
import { useRef, useState } from 'react';
import type { Graph } from '../../../schemas/entities/consumption.ts';
import { useQueryState } from '../../core/bindings.ts';
import { useSource } from '../../core/data.ts';
import { EmptyState } from '../../core/EmptyState.tsx';
import type { NodeProps } from '../../core/node.ts';
import { Skeleton } from '../../core/Skeleton.tsx';
import { SourceError } from '../../core/SourceError.tsx';
import { labelOf, useText } from '../../core/text.ts';
import { useTranslation } from '../../core/translation.ts';
import { useIsPrinting } from '../../core/useIsPrinting.ts';
import { type Span, spanAround, spanInside } from './drill.ts';
import { GraphChart, type SeriesRole } from './GraphChart.tsx';
import { GraphDownload } from './GraphDownload.tsx';
import { GraphLegend } from './GraphLegend.tsx';
import { GraphStatus } from './GraphStatus.tsx';
import { GraphTable } from './GraphTable.tsx';
import { groupStyle, useGraphColours } from './graphColours.ts';
import { useGraphWords } from './graphContext.ts';
import { hasValues, toPoints } from './graphPoints.ts';
import { useOverlays } from './useOverlays.ts';
import { useSpan } from './useSpan.ts';
import { type BucketSpan, canZoom, zoomInto } from './zoom.ts';

/** A longer table would bury the drawing; readers who want it on paper print the table. */
const maxPrintedRows = 62;

/** A graph of one category over time, or the same as a table. */
export default function GraphNode({ node }: NodeProps<'graph'>) {
  const { data, error, isPending, isPlaceholder, refetch } = useSource<'consumption.graph'>(
    node.source,
  );
  const text = useText();
  const { t } = useTranslation();
  if (error && !data) return <SourceError error={error} onRetry={refetch} />;
  if (isPending || !data) return <Skeleton shape="graph" />;
  // A page may have one of each category.
  const name = `${text(node.title)}: ${labelOf('deviceCategory', data.category, t)}`;
  return (
    <section className="graph" aria-busy={isPlaceholder} aria-label={name}>
      <LoadedGraph node={node} graph={data} isStale={isPlaceholder} />
    </section>
  );
}

interface LoadedGraphProps extends NodeProps<'graph'> {
  readonly graph: Graph;
  /** It is still that of the parameters before. */
  readonly isStale: boolean;
}

function LoadedGraph({ node, graph, isStale }: LoadedGraphProps) {
  const { t } = useTranslation();
  const text = useText();
  const [query, setQuery] = useQueryState();
  const isPrinting = useIsPrinting();
  const { names } = node;
  const words = {
    ...useGraphWords(graph),
    names: names && {
      current: text(names.current),
      compare: text(names.compare),
      difference: text(names.difference),
    },
  };
  const [hidden, setHidden] = useState<ReadonlySet<SeriesRole>>(new Set());
  const [isTable, setIsTable] = useState(false);
  const body = useRef<HTMLDivElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const colourOf = useGraphColours();
  const overlays = useOverlays(node, graph, colourOf);
  const shownOverlays = overlays.filter(({ isShown }) => isShown);
  const points = toPoints(graph, shownOverlays);
  const isEmpty = !hasValues(points);
  const hasCompare = graph.series.some(({ role }) => role === 'COMPARE');
  const shown = new Set(rolesOf(graph).filter((role) => !hidden.has(role)));

  const { drill } = node;
  const open = (span: Span | undefined) => {
    // A second click on the way would lead into what isn't asked for any more.
    if (!drill || !span || isStale) return;
    setQuery({
      [drill.timeframe]: span.timeframe,
      [drill.begin]: span.begin,
      [drill.end]: span.end,
    });
  };
  const isZoomed = drill && (query[drill.begin] ?? query[drill.end]) !== undefined;
  const showWhole = () => {
    if (drill) setQuery({ [drill.begin]: undefined, [drill.end]: undefined });
    // The button goes away, and must not take the focus with it.
    heading.current?.focus();
  };
  const around = drill && spanAround(graph);
  const onPick =
    drill && graph.inside ? (start: string) => open(spanInside(graph, start)) : undefined;
  const zoom = (span: BucketSpan) => {
    const period = isStale ? undefined : zoomInto(graph, span);
    if (drill && period) setQuery({ [drill.begin]: period.begin, [drill.end]: period.end });
    return period !== undefined;
  };
  const isZoomable = drill !== undefined && canZoom(graph);
  const choosing = useSpan({
    onPick: (bucket) => {
      const start = points[bucket]?.current?.start;
      if (start !== undefined) onPick?.(start);
    },
    onChoose: isZoomable ? zoom : undefined,
  });
  const toggle = (role: SeriesRole) => {
    const next = new Set(hidden);
    if (!next.delete(role)) next.add(role);
    setHidden(next);
  };
  const name = labelOf('deviceCategory', graph.category, t);
  const label = `${text(node.title)}: ${name} (${words.unit})`;

  return (
    <div
      className={`graph-group graph-group-${graph.group.toLowerCase().replaceAll('_', '-')}`}
      style={groupStyle(colourOf, graph.group)}
    >
      <header className="graph-head">
        <h2 ref={heading} tabIndex={-1}>
          {text(node.title)} <span className="graph-subject">{`${name}, ${words.unit}`}</span>
        </h2>
        <div className="graph-tools">
          {isZoomed && (
            <button type="button" className="graph-tool" onClick={showWhole}>
              {t('ui:graph.wholePeriod')}
            </button>
          )}
          {around && (
            <button type="button" className="graph-tool" onClick={() => open(around)}>
              {t('ui:graph.zoomOut')}
            </button>
          )}
          <button
            type="button"
            className="graph-tool"
            aria-pressed={isTable}
            onClick={() => setIsTable(!isTable)}
          >
            {t('ui:graph.asTable')}
          </button>
          {!isEmpty && (
            <GraphDownload {...{ graph, body, isTable }} overlays={shownOverlays} title={label} />
          )}
        </div>
      </header>
      <GraphLegend
        graph={graph}
        words={words}
        shown={shown}
        points={points}
        overlays={overlays}
        onToggle={toggle}
      />
      <div ref={body} className="graph-body">
        {isEmpty && <EmptyState {...node.empty} />}
        {!isEmpty && (
          <GraphStatus graph={graph} span={choosing.span} isByKeys={choosing.isByKeys} />
        )}
        {!isEmpty && !isTable && (
          <GraphChart
            {...{ graph, points, words, shown, label, choosing, isPrinting }}
            overlays={shownOverlays}
            chart={chartOf(node.chart, graph)}
            canPick={onPick !== undefined}
            canZoom={isZoomable}
          />
        )}
        {!isEmpty && (isTable || (isPrinting && points.length <= maxPrintedRows)) && (
          <GraphTable {...{ points, words, hasCompare, label, onPick }} overlays={shownOverlays} />
        )}
      </div>
    </div>
  );
}

function rolesOf({ series }: Graph): SeriesRole[] {
  return series.map(({ role }) => (role === 'CURRENT' ? 'current' : 'compare'));
}

function chartOf(wanted: 'auto' | 'bar' | 'line', graph: Graph): 'bar' | 'line' {
  if (wanted !== 'auto') return wanted;
  return graph.kind === 'gauge' ? 'line' : 'bar';
}
