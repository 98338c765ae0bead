import { Button } from '@blueprintjs/core';
import type { Period } from '../../../schemas/entities/consumption.ts';
import { type QueryValue, useQueryState } from '../../core/bindings.ts';
import { readRows, useSource } from '../../core/data.ts';
import { clampDay, type DayRange, readDay, today } from '../../core/date/calendarDays.ts';
import { DateField } from '../../core/date/DateField.tsx';
import { UsualPeriods } from '../../core/date/UsualPeriods.tsx';
import { type Days, listPeriods, type SomeDays } from '../../core/date/usualPeriods.ts';
import { formatDate } from '../../core/format.ts';
import { Icon } from '../../core/Icon.tsx';
import type { NodeProps } from '../../core/node.ts';
import { useText } from '../../core/text.ts';
import { useTranslation } from '../../core/translation.ts';
import { ControlWords } from './ControlWords.tsx';

export type Control = NodeProps<'controls'>['node']['items'][number];

/** A first and a last day. When one passes the other, the other comes along. */
export function PeriodControl({ item }: { item: Extract<Control, { kind: 'period' }> }) {
  const { t } = useTranslation();
  const text = useText();
  const [query, setQuery] = useQueryState();
  const { data: bounds } = useSource<'consumption.period'>(item.bounds);
  const shown = useSource<'consumption.shown'>(item.shown);
  // Where the property is, if there is one.
  const now = shown.data?.recentEnd ?? today();
  const range: DayRange = {
    first: bounds?.periodBegin,
    last: clampDay(bounds?.periodEnd ?? now, { last: now }),
  };
  const asked = { begin: dayOf(query[item.begin], now), end: dayOf(query[item.end], now) };
  // Up to an end that is still to come, which tells this year from this month in January.
  const wanted = asPeriod({ ...asked, end: dayOf(query[item.end]) });
  const { begin, end } = shown.data && !shown.isPlaceholder ? toFields(shown.data, now) : asked;
  const { data: others } = useSource(item.offered?.source);
  // What was asked for is whole months, of which weeks show more.
  const period = wanted ?? asPeriod({ begin, end });

  function setBegin(day: string | undefined) {
    const isPast = day !== undefined && end !== undefined && day > end;
    setQuery({ [item.begin]: day, ...(isPast && { [item.end]: day }) });
  }

  function setEnd(day: string | undefined) {
    const isBefore = day !== undefined && begin !== undefined && day < begin;
    setQuery({ [item.end]: day, ...(isBefore && { [item.begin]: day }) });
  }

  return (
    <>
      <fieldset className="control control-period">
        <legend>{text(item.label)}</legend>
        <UsualPeriods
          label={text(item.label)}
          labelClass="control-label"
          period={period}
          today={now}
          offered={item.offered ? listPeriods(readRows(others, item.offered.rows)) : []}
          canBeAny={!item.shown}
          onChoose={(days) => setQuery({ [item.begin]: days?.begin, [item.end]: days?.end })}
        />
        <DateField
          label={t('ui:period.begin')}
          value={begin}
          range={range}
          period={{ side: 'begin', begin, end }}
          onChange={setBegin}
        />
        <DateField
          label={t('ui:period.end')}
          value={end}
          range={range}
          period={{ side: 'end', begin, end }}
          onChange={setEnd}
        />
        {(asked.begin || asked.end) && (
          <Button
            variant="minimal"
            aria-label={t('ui:period.reset')}
            title={t('ui:period.reset')}
            icon={<Icon name="close" />}
            onClick={() => setQuery({ [item.begin]: undefined, [item.end]: undefined })}
          />
        )}
      </fieldset>
      <ControlWords label={t('ui:period.begin')} value={begin ? formatDate(begin) : ''} />
      <ControlWords label={t('ui:period.end')} value={end ? formatDate(end) : ''} />
    </>
  );
}

/** The whole of what shows, readings or not; only days that are still to come are left out. */
function toFields({ periodBegin, periodEnd }: Period, last: string) {
  return { begin: clampDay(periodBegin, { last }), end: clampDay(periodEnd, { last }) };
}

/** An address can hold anything, also days that are still to come. */
function dayOf(value: QueryValue | undefined, last?: string): string | undefined {
  const day = value === undefined ? undefined : readDay(String(value));
  return day && clampDay(day, { last });
}

function asPeriod({ begin, end }: SomeDays): Days | undefined {
  return begin !== undefined && end !== undefined && begin <= end ? { begin, end } : undefined;
}
