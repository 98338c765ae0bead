import { coverageWords, missingMark } from '../../core/format.ts';
import { formatPercent } from '../../core/numberFormat.ts';
import { labelOf } from '../../core/text.ts';
import { useTranslation } from '../../core/translation.ts';
import type { GraphWords } from './graphContext.ts';
import { changePercent, differenceOf, type GraphPoint, type Overlay } from './graphPoints.ts';

interface GraphTableProps {
  readonly points: readonly GraphPoint[];
  readonly words: GraphWords;
  readonly hasCompare: boolean;
  readonly overlays: readonly Overlay[];
  readonly label: string;
  readonly onPick: ((start: string) => void) | undefined;
}

/** The same values to read rather than look at; its rows are also the keyboard's way to drill. */
export function GraphTable(props: GraphTableProps) {
  const { points, words, hasCompare, overlays, label, onPick } = props;
  const { t, i18n } = useTranslation();
  const { names } = words;
  // Of two periods each has its own bucket; two things at the same time share it.
  const isOtherTime = hasCompare && !names;
  return (
    // What scrolls must be reachable by keyboard, by its buttons or by itself.
    <section
      className="table-scroll graph-table"
      aria-label={label}
      tabIndex={onPick ? undefined : 0}
    >
      <table>
        <thead>
          <tr>
            <th className="cell-start">{t('ui:graph.period')}</th>
            <th className="cell-end">{names?.current ?? t('ui:graph.value')}</th>
            <th className="cell-start">{t('ui:graph.status')}</th>
            {isOtherTime && <th className="cell-start">{t('ui:graph.comparedWith')}</th>}
            {hasCompare && <th className="cell-end">{names?.compare ?? t('ui:graph.value')}</th>}
            {names && <th className="cell-end">{names.difference}</th>}
            {hasCompare && <th className="cell-end">{t('ui:graph.difference')}</th>}
            {overlays.map((overlay) => (
              <th key={overlay.id} className="cell-end">
                {overlay.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {points.map((point) => {
            const { index, current, compare } = point;
            const difference = differenceOf(point);
            const change = names ? difference.percent : changePercent(point);
            return (
              <tr key={index}>
                <th scope="row" className="cell-start">
                  {current && onPick ? (
                    <button
                      type="button"
                      className="graph-pick"
                      onClick={() => onPick(current.start)}
                    >
                      {words.bucket(current.start)}
                    </button>
                  ) : (
                    current && words.bucket(current.start)
                  )}
                </th>
                <td className="cell-end">{words.quantity(current?.value)}</td>
                <td className="cell-start">
                  {current &&
                    [
                      labelOf('intervalStatus', current.status, t),
                      coverageWords(current.coverage, t, i18n.language),
                      compare && point.properties && t('ui:graph.alikeHere', point.properties),
                    ]
                      .filter(Boolean)
                      .join(', ')}
                </td>
                {isOtherTime && (
                  <td className="cell-start">{compare && words.bucket(compare.start)}</td>
                )}
                {hasCompare && <td className="cell-end">{words.quantity(compare?.value)}</td>}
                {names && <td className="cell-end">{words.quantity(difference.value)}</td>}
                {hasCompare && (
                  <td className="cell-end">
                    {change === null
                      ? missingMark
                      : formatPercent(change, { locale: i18n.language, signed: true })}
                  </td>
                )}
                {overlays.map(({ id, unit }, at) => (
                  <td key={id} className="cell-end">
                    {words.quantity(point.overlays[at], unit)}
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}
