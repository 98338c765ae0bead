import '@blueprintjs/core/lib/css/blueprint.css?calendar';
import '@blueprintjs/datetime/lib/css/blueprint-datetime.css';
import './dayPicker.css';
import { Boundary } from '@blueprintjs/core';
import { DatePicker, type DatePickerProps, DateRangePicker } from '@blueprintjs/datetime';
import { useCallback } from 'react';
import { formatDate } from '../format.ts';
import { Select } from '../Select.tsx';
import { useTranslation } from '../translation.ts';
import { clampDay, type DayRange, dateOf, dayOf, isWithin } from './calendarDays.ts';

type Calendar = NonNullable<DatePickerProps['dayPickerProps']>;

/** A period, and which of its days is picked. */
export interface PickedPeriod {
  readonly side: 'begin' | 'end';
  readonly begin: string | undefined;
  readonly end: string | undefined;
}

interface DayPickerProps {
  readonly value: string | undefined;
  readonly range: DayRange;
  /** Shown around the day that is picked. */
  readonly period?: PickedPeriod | undefined;
  readonly onPick: (day: string) => void;
}

const earliest = '1900-01-01';
/** Names come from Intl, which knows every language without loading one. */
const noLocale = () => Promise.resolve(undefined);

/** Blueprint's calendar, Monday first. Arrows move by day and week, Page keys by month. */
export default function DayPicker({ value, range, period, onPick }: DayPickerProps) {
  const { t, i18n } = useTranslation();
  const { first = earliest, last } = range;
  const write = (date: Date, options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(i18n.language, options).format(date);
  const dateWithin = (day: string | undefined) =>
    day !== undefined && isWithin(day, { first, last }) ? dateOf(day) : null;
  // A period that shows may reach out of the days that there are; it is then opened where those end.
  const nearest = period && value !== undefined ? clampDay(value, { first, last }) : value;
  const shown = dateWithin(nearest);
  // Of a period the calendar would begin at the first day that it shows.
  const focusDay = useCallback(
    (box: HTMLElement | null) => {
      box?.querySelector(`[data-day="${nearest}"]`)?.closest('button')?.focus();
    },
    [nearest],
  );

  const calendar: Pick<
    Calendar,
    | 'components'
    | 'fixedWeeks'
    | 'formatters'
    | 'initialFocus'
    | 'labels'
    | 'onDayClick'
    | 'showOutsideDays'
    | 'weekStartsOn'
  > = {
    weekStartsOn: 1,
    fixedWeeks: true,
    showOutsideDays: false,
    initialFocus: shown === null,
    onDayClick: (date) => onPick(dayOf(date)),
    formatters: {
      formatCaption: (date) => write(date, { month: 'long', year: 'numeric' }),
      formatMonthCaption: (date) => write(date, { month: 'long' }),
      formatWeekdayName: (date) => write(date, { weekday: 'short' }),
    },
    labels: {
      labelMonthDropdown: () => t('ui:period.month'),
      labelYearDropdown: () => t('ui:period.year'),
      labelPrevious: () => t('ui:period.previousMonth'),
      labelNext: () => t('ui:period.nextMonth'),
      labelWeekday: (date) => write(date, { weekday: 'long' }),
    },
    components: { DayContent, Dropdown: MonthOrYear },
  };
  const shared = {
    dateFnsLocaleLoader: noLocale,
    highlightCurrentDay: true,
    minDate: dateOf(first),
    ...(last !== undefined && { maxDate: dateOf(last) }),
  };
  return (
    <div ref={focusDay}>
      {period ? (
        <DateRangePicker
          {...shared}
          dayPickerProps={calendar}
          allowSingleDayRange
          boundaryToModify={period.side === 'begin' ? Boundary.START : Boundary.END}
          {...(shown && { initialMonth: shown })}
          shortcuts={false}
          singleMonthOnly
          value={insideOf(period, { first, last })}
        />
      ) : (
        <DatePicker {...shared} dayPickerProps={calendar} canClearSelection={false} value={shown} />
      )}
    </div>
  );
}

/** What of a period lies in the range; of one that lies beside it nothing. */
function insideOf({ begin, end }: PickedPeriod, range: DayRange): [Date | null, Date | null] {
  const { first = earliest, last } = range;
  const isBeside =
    (end !== undefined && end < first) ||
    (begin !== undefined && last !== undefined && begin > last);
  const dateIn = (day: string | undefined) =>
    day === undefined || isBeside ? null : dateOf(clampDay(day, range));
  return [dateIn(begin), dateIn(end)];
}

/** One element, for Blueprint's buttons keep a distance between theirs. */
function DayContent({ date }: { date: Date }) {
  return (
    <span>
      <span aria-hidden="true" data-day={dayOf(date)}>
        {date.getDate()}
      </span>
      <span className="visually-hidden">{formatDate(dayOf(date))}</span>
    </span>
  );
}

function MonthOrYear({
  caption: _shownAnyway,
  ...props
}: Parameters<typeof Select>[0] & { caption?: unknown }) {
  return <Select minimal {...props} />;
}
