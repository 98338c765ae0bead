import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react';
import { readField } from '../../core/bindings.ts';
import { formatDate } from '../../core/format.ts';
import { useFollow, useHref } from '../../core/link.ts';
import type { NodeProps } from '../../core/node.ts';
import { labelOf, useText } from '../../core/text.ts';
import { useTranslation } from '../../core/translation.ts';
import { dayByKey, weeksOf } from './monthDays.ts';

interface CalendarGridProps extends NodeProps<'calendar'> {
  readonly label: string;
  /** YYYY-MM. */
  readonly month: string;
  readonly now: string;
  readonly rows: ReadonlyMap<string, unknown>;
  readonly isBusy: boolean;
  /** The day that the keyboard is on; undefined: on none yet. */
  readonly focused: string | undefined;
  /** Whether it is to get the focus once it is there. */
  readonly movesFocus: RefObject<boolean>;
  readonly onMove: (day: string) => void;
}

/** WAI-ARIA's date grid: one tab stop, from which arrows, Home, End and Page keys lead on. */
export function CalendarGrid({ node, label, month, now, rows, ...props }: CalendarGridProps) {
  const { isBusy, focused, movesFocus, onMove } = props;
  const { i18n } = useTranslation();
  const box = useRef<HTMLTableElement>(null);
  const weeks = weeksOf(month);
  const stop = [focused, now].find((day) => day?.startsWith(month)) ?? `${month}-01`;

  useEffect(() => {
    if (!movesFocus.current) return;
    const day = box.current?.querySelector<HTMLElement>(`[data-day="${focused}"]`);
    if (!day) return;
    movesFocus.current = false;
    day.focus();
  });

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const { altKey, ctrlKey, metaKey, shiftKey, key } = event;
    const day = (event.target as HTMLElement).dataset['day'];
    if (altKey || ctrlKey || metaKey || day === undefined) return;
    const next = dayByKey(day, key, shiftKey);
    if (next === undefined) return;
    event.preventDefault();
    onMove(next);
  }

  const nameOf = (weekday: number, width: 'long' | 'short') =>
    // 1 January 2024 was a Monday.
    new Intl.DateTimeFormat(i18n.language, { weekday: width, timeZone: 'UTC' }).format(
      Date.UTC(2024, 0, 1 + weekday),
    );
  return (
    <table
      ref={box}
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: rows and cells are those of a table, and keys move in it.
      role="grid"
      aria-label={label}
      aria-busy={isBusy}
      className="calendar-grid"
      onKeyDown={onKeyDown}
    >
      <thead>
        <tr>
          {[0, 1, 2, 3, 4, 5, 6].map((weekday) => (
            <th key={weekday} scope="col" abbr={nameOf(weekday, 'long')}>
              {nameOf(weekday, 'short')}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: weeks have no other name, and a day keeps its element.
          <tr key={at}>
            {week.map((day, weekday) =>
              day === undefined ? (
                // biome-ignore lint/suspicious/noArrayIndexKey: the empty places of a month.
                <td key={weekday} className="calendar-none" />
              ) : (
                <td key={day} aria-current={day === now ? 'date' : undefined}>
                  <CalendarDay node={node} day={day} row={rows.get(day)} isStop={day === stop} />
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface CalendarDayProps extends NodeProps<'calendar'> {
  readonly day: string;
  readonly row: unknown;
  readonly isStop: boolean;
}

/** Always the same element, so that a day keeps the focus while its row comes. */
function CalendarDay({ node, day, row, isStop }: CalendarDayProps) {
  const { t } = useTranslation();
  const text = useText();
  const href = useHref();
  const follow = useFollow();
  const to = row !== undefined && node.link ? href(node.link, row) : undefined;
  const urgency = row !== undefined && node.severity ? readField(row, node.severity) : undefined;
  const added = row !== undefined && node.added ? Number(readField(row, node.added)) : 0;
  const isUrgent = urgency !== undefined && urgency !== null;
  const words = row === undefined ? undefined : text(node.summary, row);
  return (
    <a
      className={`calendar-day${isUrgent ? ` calendar-urgency-${urgency}` : ''}`}
      data-day={day}
      tabIndex={isStop ? 0 : -1}
      title={words}
      {...(to !== undefined && { href: to, onClick: follow })}
    >
      <span aria-hidden="true" className="calendar-date">
        {Number(day.slice(8))}
      </span>
      <span className="visually-hidden">
        {[formatDate(day), words, isUrgent && labelOf('urgency', urgency, t)]
          .filter(Boolean)
          .join(', ')}
      </span>
      {row !== undefined && (
        <span aria-hidden="true" className="calendar-count">
          {isUrgent && <UrgencySign urgency={urgency} />}
          <b>{String(readField(row, node.count))}</b>
          {added > 0 && <small>+{added}</small>}
        </span>
      )}
    </a>
  );
}

/** By urgency. */
export const signs: Readonly<Record<string, string>> = { 0: '•', 5: '!', 10: '!!' };

/** How urgent something is, for eyes that don't tell colours apart. */
export function UrgencySign({ urgency }: { urgency: unknown }) {
  return (
    <span aria-hidden="true" className={`calendar-sign calendar-urgency-${urgency}`}>
      {signs[String(urgency)]}
    </span>
  );
}
