import { coverageWords } from '../../core/format.ts';
import { formatPercent } from '../../core/numberFormat.ts';
import { labelOf } from '../../core/text.ts';
import { useTranslation } from '../../core/translation.ts';
import type { GraphWords } from './graphContext.ts';
import {
  changePercent,
  differenceOf,
  type GraphPoint,
  type GraphValue,
  type Overlay,
} from './graphPoints.ts';

interface GraphTooltipProps {
  readonly point: GraphPoint | undefined;
  readonly words: GraphWords;
  readonly overlays: readonly Overlay[];
}

/** Both periods' own dates, values and how they came about, and the difference. */
export function GraphTooltip({ point, words, overlays }: GraphTooltipProps) {
  const { t, i18n } = useTranslation();
  if (!point) return null;
  const { names } = words;
  const start = point.current?.start;
  const difference = names ? differenceOf(point) : { value: null, percent: changePercent(point) };
  return (
    <div className="graph-tooltip">
      {names && start !== undefined && <p>{words.bucket(start)}</p>}
      <Line value={point.current} series="current" words={words} />
      <Line value={point.compare} series="compare" words={words} />
      {point.compare && point.properties && <p>{t('ui:graph.alikeHere', point.properties)}</p>}
      {overlays.map(({ id, place, label, unit, style }, at) => (
        <p key={id} className="graph-tooltip-line">
          <span
            className={`graph-swatch graph-swatch-overlay graph-overlay-${place}`}
            style={style}
          />
          <span>{label}</span>
          <strong className="figures">{words.quantity(point.overlays[at], unit)}</strong>
        </p>
      ))}
      {difference.percent !== null && (
        <p>
          {names?.difference ?? t('ui:graph.difference')}{' '}
          <strong className="figures">
            {difference.value !== null && `${words.quantity(difference.value)}, `}
            {formatPercent(difference.percent, { locale: i18n.language, signed: true })}
          </strong>
        </p>
      )}
    </div>
  );
}

interface LineProps {
  readonly value: GraphValue | undefined;
  readonly series: 'current' | 'compare';
  readonly words: GraphWords;
}

function Line({ value, series, words }: LineProps) {
  const { t, i18n } = useTranslation();
  if (!value) return null;
  const known = coverageWords(value.coverage, t, i18n.language);
  return (
    <p className="graph-tooltip-line">
      <span className={`graph-swatch graph-swatch-${series}`} />
      <span>{words.names?.[series] ?? words.bucket(value.start)}</span>
      <strong className="figures">{words.quantity(value.value)}</strong>
      {value.range && (
        <span className="figures">
          {words.quantity(value.range[0])} – {words.quantity(value.range[1])}
        </span>
      )}
      {value.status !== 'MEASURED' && <em>{labelOf('intervalStatus', value.status, t)}</em>}
      {known && <span>{known}</span>}
    </p>
  );
}
