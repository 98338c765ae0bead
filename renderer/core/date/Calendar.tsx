import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDate } from '../format.ts';
import { Icon } from '../Icon.tsx';
import {
  addDays,
  addMonths,
  clampDay,
  type DayRange,
  isWithin,
  today,
  weekdayOf,
  weeksOfMonth,
} from './calendarDays.ts';

interface CalendarProps {
  readonly value: string | undefined;
  readonly range: DayRange;
  readonly onPick: (day: string) => void;
}

/** A month to pick a day from, Monday first. Arrows move by day and week, Page keys by month. */
export function Calendar({ value, range, onPick }: CalendarProps) {
  const { t, i18n } = useTranslation();
  const [focused, setFocused] = useState(() => clampDay(value ?? today(), range));
  const [hasMoved, setHasMoved] = useState(false);
  const grid = useRef<HTMLTableElement>(null);

  useEffect(() => {
    if (hasMoved) grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
  });

  function move(to: string) {
    setFocused(clampDay(to, range));
    setHasMoved(true);
  }

  function onKeyDown(event: KeyboardEvent) {
    const target = targetOf(event.key, focused);
    if (target === undefined) return;
    event.preventDefault();
    move(target);
  }

  function turn(months: number) {
    setHasMoved(false);
    setFocused(clampDay(addMonths(focused, months), range));
  }

  const weeks = weeksOfMonth(focused);
  const month = focused.slice(0, 7);
  return (
    <div className="calendar">
      <div className="calendar-head">
        <button
          type="button"
          className="icon-button"
          aria-label={t('ui:period.previousMonth')}
          disabled={range.first !== undefined && month <= range.first.slice(0, 7)}
          onClick={() => turn(-1)}
        >
          <Icon name="chevron-left" />
        </button>
        <span aria-live="polite">{monthName(month, i18n.language)}</span>
        <button
          type="button"
          className="icon-button"
          aria-label={t('ui:period.nextMonth')}
          disabled={range.last !== undefined && month >= range.last.slice(0, 7)}
          onClick={() => turn(1)}
        >
          <Icon name="chevron-right" />
        </button>
      </div>
      <table ref={grid} onKeyDown={onKeyDown}>
        <thead>
          <tr>
            {weeks[0]?.map((day) => (
              <th key={day} scope="col" abbr={weekdayName(day, i18n.language, 'long')}>
                {weekdayName(day, i18n.language, 'short')}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((day) => (
                <td key={day}>
                  {day.startsWith(month) && (
                    <button
                      type="button"
                      className="calendar-day"
                      aria-label={formatDate(day)}
                      aria-pressed={day === value}
                      {...(day === today() && { 'aria-current': 'date' as const })}
                      tabIndex={day === focused ? 0 : -1}
                      disabled={!isWithin(day, range)}
                      onClick={() => onPick(day)}
                    >
                      {Number(day.slice(8))}
                    </button>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function targetOf(key: string, day: string): string | undefined {
  switch (key) {
    case 'ArrowLeft':
      return addDays(day, -1);
    case 'ArrowRight':
      return addDays(day, 1);
    case 'ArrowUp':
      return addDays(day, -7);
    case 'ArrowDown':
      return addDays(day, 7);
    case 'PageUp':
      return addMonths(day, -1);
    case 'PageDown':
      return addMonths(day, 1);
    case 'Home':
      return addDays(day, -weekdayOf(day));
    case 'End':
      return addDays(day, 6 - weekdayOf(day));
    default:
      return undefined;
  }
}

function monthName(month: string, locale: string): string {
  return new Intl.DateTimeFormat(locale, {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(new Date(`${month}-01T00:00:00Z`));
}

function weekdayName(day: string, locale: string, weekday: 'short' | 'long'): string {
  return new Intl.DateTimeFormat(locale, { weekday, timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  );
}
