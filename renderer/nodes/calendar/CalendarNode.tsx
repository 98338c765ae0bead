import './calendar.css';
import { useRef, useState } from 'react';
import { readField, useQueryState } from '../../core/bindings.ts';
import { readRows, useSource } from '../../core/data.ts';
import { addMonths, lastDayOfMonth, today } from '../../core/date/calendarDays.ts';
import { Icon } from '../../core/Icon.tsx';
import type { NodeProps } from '../../core/node.ts';
import { Skeleton } from '../../core/Skeleton.tsx';
import { SourceError } from '../../core/SourceError.tsx';
import { labelOf, useText } from '../../core/text.ts';
import { useTranslation } from '../../core/translation.ts';
import { CalendarGrid, signs, UrgencySign } from './CalendarGrid.tsx';
import { readMonth } from './monthDays.ts';

/** A month of days with what is counted on each; the address says which. */
export default function CalendarNode({ node }: NodeProps<'calendar'>) {
  const { t, i18n } = useTranslation();
  const text = useText();
  const [query, setQuery] = useQueryState();
  const now = today();
  const month = readMonth(query[node.query]) ?? now.slice(0, 7);
  const first = `${month}-01`;
  const { data, error, isPending, isPlaceholder, refetch } = useSource(node.source, {
    extra: { periodBegin: first, periodEnd: lastDayOfMonth(first) },
  });
  // A key that leads out of the month takes the focus along.
  const [focused, setFocused] = useState<string>();
  const movesFocus = useRef(false);
  const name = new Intl.DateTimeFormat(i18n.language, {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(new Date(first));

  function show(next: string, options?: { replace: boolean }) {
    if (!readMonth(next)) return;
    setQuery({ [node.query]: next === now.slice(0, 7) ? undefined : next }, options);
  }

  function moveTo(day: string) {
    if (!readMonth(day.slice(0, 7))) return;
    movesFocus.current = true;
    setFocused(day);
    // Each key as a step back would bury the page before.
    if (!day.startsWith(month)) show(day.slice(0, 7), { replace: true });
  }

  const turn = (count: number) => () => show(addMonths(first, count).slice(0, 7));
  const rows = isPlaceholder ? [] : readRows(data, node.rows);
  const byDay = new Map(rows.map((row) => [String(readField(row, node.day)), row]));
  return (
    <section className="calendar" aria-label={text(node.label)}>
      <header className="calendar-head">
        <button
          type="button"
          className="icon-button"
          aria-label={t('ui:period.previousMonth')}
          onClick={turn(-1)}
        >
          <Icon name="chevron-left" />
        </button>
        <h2 aria-live="polite">{name}</h2>
        <button
          type="button"
          className="icon-button"
          aria-label={t('ui:period.nextMonth')}
          onClick={turn(1)}
        >
          <Icon name="chevron-right" />
        </button>
        {month !== now.slice(0, 7) && (
          <button type="button" className="calendar-now" onClick={() => show(now.slice(0, 7))}>
            {t('ui:calendar.thisMonth')}
          </button>
        )}
      </header>
      {error && !isPlaceholder && <SourceError error={error} onRetry={refetch} />}
      {!error && isPending && <Skeleton shape="calendar" />}
      {!error && !isPending && (
        <>
          <CalendarGrid
            node={node}
            label={`${text(node.label)}, ${name}`}
            month={month}
            now={now}
            rows={byDay}
            isBusy={isPlaceholder}
            focused={focused}
            movesFocus={movesFocus}
            onMove={moveTo}
          />
          {!isPlaceholder && rows.length === 0 && (
            <p className="calendar-empty" role="status">
              {text(node.empty)}
            </p>
          )}
          {node.severity && (
            <ul className="calendar-legend">
              {Object.keys(signs).map((urgency) => (
                <li key={urgency}>
                  <UrgencySign urgency={urgency} /> {labelOf('urgency', urgency, t)}
                </li>
              ))}
            </ul>
          )}
        </>
      )}
    </section>
  );
}
