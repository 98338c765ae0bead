import { useMemo } from 'react';
import type { Graph } from '../../../schemas/entities/consumption.ts';
import { findUnit } from '../../../schemas/entities/units.ts';
import { formatQuantity, missingMark, unitLabel } from '../../core/format.ts';
import { useTranslation } from '../../core/translation.ts';
import { bucketLabel, tickLabel } from './graphDates.ts';

/** How this graph writes its buckets and values, in the current language. */
export function useGraphWords(graph: Graph) {
  const { t, i18n } = useTranslation();
  return useMemo(() => {
    const locale = i18n.language;
    const place = { locale, timeZone: graph.timeZone };
    const unit = unitLabel(graph.unit, t);
    const lastDays = new Map(
      graph.series.flatMap(({ starts, lastDays: days }) =>
        starts.map((start, at) => [start, days?.[at] ?? undefined] as const),
      ),
    );
    return {
      unit,
      tick: (start: string) => tickLabel(start, graph.timeframe, place, lastDays.get(start)),
      bucket: (start: string) => bucketLabel(start, graph.timeframe, place, lastDays.get(start)),
      axis: (value: number) => formatQuantity(value, { locale }),
      /** In the graph's unit, or in that of a line over it. */
      quantity: (value: number | null | undefined, other?: string) =>
        value === null || value === undefined
          ? missingMark
          : `${formatQuantity(value, { locale, decimals: findUnit(other ?? graph.unit)?.decimals })}\u202f${other ? unitLabel(other, t) : unit}`,
    };
  }, [graph, t, i18n.language]);
}

/** What two series of the same time are called, and what the first has more. */
export interface SeriesNames {
  readonly current: string;
  readonly compare: string;
  readonly difference: string;
}

export type GraphWords = ReturnType<typeof useGraphWords> & {
  /** Undefined: the series are two periods of one thing. */
  readonly names: SeriesNames | undefined;
};
