import type { Graph } from '../../../schemas/entities/consumption.ts';
import { useTranslation } from '../../core/translation.ts';
import { writePeriod } from './graphDates.ts';
import type { useSpan } from './useSpan.ts';
import { periodOf } from './zoom.ts';

interface GraphStatusProps extends Pick<ReturnType<typeof useSpan>, 'span' | 'isByKeys'> {
  readonly graph: Graph;
}

/**
 * The period in words: what is being chosen, else what shows, which is for screen readers and
 * paper.
 */
export function GraphStatus({ graph, span, isByKeys }: GraphStatusProps) {
  const { t } = useTranslation();
  const chosen = span && periodOf(graph, span);
  if (!chosen) {
    const period = writePeriod(graph.periodBegin, graph.periodEnd);
    return (
      <p role="status" className="graph-status visually-hidden">
        {t('ui:graph.shown', { period })}
      </p>
    );
  }
  return (
    <p role="status" className="graph-status">
      {writePeriod(chosen.begin, chosen.end)}
      {isByKeys && <span className="graph-status-keys">{t('ui:graph.keys')}</span>}
    </p>
  );
}
