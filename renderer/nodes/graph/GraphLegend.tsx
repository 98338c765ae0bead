import type { Graph } from '../../../schemas/entities/consumption.ts';
import { coverageWords, missingMark } from '../../core/format.ts';
import { formatPercent } from '../../core/numberFormat.ts';
import { useTranslation } from '../../core/translation.ts';
import { findComparable } from './comparable.ts';
import type { SeriesRole } from './GraphChart.tsx';
import type { GraphWords } from './graphContext.ts';
import { localDay, writeDay } from './graphDates.ts';
import { type GraphPoint, hasShare, type Overlay } from './graphPoints.ts';

interface GraphLegendProps {
  readonly graph: Graph;
  readonly words: GraphWords;
  readonly shown: ReadonlySet<SeriesRole>;
  readonly points: readonly GraphPoint[];
  readonly overlays: readonly Overlay[];
  readonly onToggle: (role: SeriesRole) => void;
}

/** Names each series with its first day and total; a press hides it or brings it back. */
export function GraphLegend(props: GraphLegendProps) {
  const { graph, words, shown, points, overlays, onToggle } = props;
  const { t, i18n } = useTranslation();
  const { names } = words;
  const comparable = names ? undefined : findComparable(graph, points);
  return (
    <ul className="graph-legend">
      {graph.series.map((series) => {
        const role = series.role === 'CURRENT' ? 'current' : 'compare';
        const start = names ? undefined : series.starts.find((one) => one !== null);
        const known = coverageWords(series.totalCoverage, t, i18n.language);
        return (
          <li key={role}>
            <button type="button" aria-pressed={shown.has(role)} onClick={() => onToggle(role)}>
              <span className={`graph-swatch graph-swatch-${role}`} />
              {names?.[role] ?? t(`ui:graph.${role}`)}
              {start && (
                <span className="graph-legend-since">
                  {t('ui:graph.since', { day: writeDay(localDay(start, graph.timeZone)) })}
                </span>
              )}
              <strong className="figures">{words.quantity(series.total)}</strong>
              {known && <span className="graph-legend-since">{known}</span>}
            </button>
          </li>
        );
      })}
      {overlays.map(({ id, place, label, total, coverage, unit, isShown, toggle, style }) => (
        <li key={id} className="graph-legend-overlay">
          <button type="button" aria-pressed={isShown} onClick={toggle}>
            <span
              className={`graph-swatch graph-swatch-overlay graph-overlay-${place}`}
              style={style}
            />
            {label}
            {isShown && total !== null && (
              <strong className="figures">{words.quantity(total, unit)}</strong>
            )}
            {isShown && coverage && (
              <span className="graph-legend-since">
                {coverageWords(coverage, t, i18n.language)}
              </span>
            )}
          </button>
        </li>
      ))}
      {overlays
        .filter(({ note }) => note)
        .map(({ id, note }) => (
          <li key={`${id} note`} className="graph-legend-note">
            <span role="status">{note}</span>
          </li>
        ))}
      {graph.properties && (
        <li className="graph-legend-note">
          {graph.series.length > 1
            ? t('ui:graph.alike', alikeIn(graph.properties))
            : t('ui:graph.alone')}
        </li>
      )}
      {comparable?.count === 0 && (
        <li className="graph-legend-note">{t('ui:graph.incomparable')}</li>
      )}
      {comparable !== undefined && comparable.count > 0 && (
        <li className="graph-legend-note">
          {t('ui:graph.comparable', {
            count: comparable.count,
            total: comparable.total,
            current: words.quantity(comparable.current),
            compare: words.quantity(comparable.compare),
            change:
              comparable.change === null
                ? missingMark
                : formatPercent(comparable.change, { locale: i18n.language, signed: true }),
          })}
        </li>
      )}
      {graph.climate !== undefined && (
        <li className="graph-legend-note">
          {graph.climate
            ? t('ui:graph.corrected', {
                station: graph.climate.station,
                share: formatPercent(graph.climate.weatherShare * 100, {
                  locale: i18n.language,
                  signed: false,
                }),
              })
            : t('ui:graph.notCorrected')}
        </li>
      )}
      {hasShare(points, 'interpolated') && (
        <li className="graph-legend-note">
          <span className="graph-swatch graph-swatch-estimate" />
          {t('ui:graph.estimates')}
        </li>
      )}
      {hasShare(points, 'unknown') && (
        <li className="graph-legend-note">
          <span className="graph-swatch graph-swatch-unknown" />
          {t('ui:graph.unknown')}
        </li>
      )}
    </ul>
  );
}

/** The least and the most properties that a place is of, as «12» or «12–38». */
function alikeIn({ compared, known }: NonNullable<Graph['properties']>) {
  const [least, most] = [Math.min(...compared), Math.max(...compared)];
  return { compared: least === most ? `${most}` : `${least}–${most}`, known: Math.max(...known) };
}
