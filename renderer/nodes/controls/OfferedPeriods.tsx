import { useId } from 'react';
import { type QueryValue, readField, useQueryState } from '../../core/bindings.ts';
import { readRows, useSource } from '../../core/data.ts';
import { readDay } from '../../core/date/calendarDays.ts';
import { PeriodSteps } from '../../core/date/PeriodSteps.tsx';
import { periodWords } from '../../core/date/periodWords.ts';
import type { Days, SomeDays } from '../../core/date/usualPeriods.ts';
import { Select } from '../../core/Select.tsx';
import { Skeleton } from '../../core/Skeleton.tsx';
import { SourceError } from '../../core/SourceError.tsx';
import { useText } from '../../core/text.ts';
import { ControlWords } from './ControlWords.tsx';
import type { Control } from './PeriodControl.tsx';

type Period = Extract<Control, { kind: 'period' }>;

interface OfferedPeriodsProps {
  readonly item: Period;
  readonly offered: NonNullable<Period['offered']>;
  readonly none: NonNullable<NonNullable<Period['offered']>['none']>;
}

/** One of the periods that a call answers. What the address has besides is in the list, too. */
export default function OfferedPeriods({ item, offered, none }: OfferedPeriodsProps) {
  const id = useId();
  const text = useText();
  const [query, setQuery] = useQueryState();
  const { data, error, isPending, refetch } = useSource(offered.source);
  if (isPending) return <Skeleton shape="control" />;
  if (error && data === undefined) return <SourceError error={error} onRetry={refetch} />;

  const known = readRows(data, offered.rows).map((row) =>
    toOption(readField(row, 'periodBegin'), readField(row, 'periodEnd')),
  );
  const chosen = toOption(query[item.begin], query[item.end]);
  const isNone = chosen.begin === undefined && chosen.end === undefined;
  const isElsewhere = !isNone && !known.some(({ value }) => value === chosen.value);
  const periods = isElsewhere ? [chosen, ...known] : known;
  if (periods.length === 0) return null;
  const label = text(item.label);

  function choose(value: string) {
    const period = periods.find((one) => one.value === value);
    setQuery({ [item.begin]: period?.begin, [item.end]: period?.end });
  }

  return (
    <>
      <div className="control">
        <label className="control-label" htmlFor={id}>
          {label}
        </label>
        <PeriodSteps
          period={isWhole(chosen) ? chosen : undefined}
          today={lastOf(known)}
          offered={known.filter(isWhole)}
          onStep={({ begin, end }) => setQuery({ [item.begin]: begin, [item.end]: end })}
        >
          <Select
            id={id}
            value={isNone ? '' : chosen.value}
            onChange={(event) => choose(event.currentTarget.value)}
            options={[
              { value: '', label: text(none) },
              ...periods.map(({ value, words }) => ({ value, label: words })),
            ]}
          />
        </PeriodSteps>
      </div>
      <ControlWords label={label} value={isNone ? text(none) : chosen.words} />
    </>
  );
}

/** An address can hold anything, also one day alone. */
function toOption(first: unknown, last: unknown) {
  const [begin, end] = [dayOf(first), dayOf(last)];
  const words = periodWords({ begin, end });
  return { begin, end, words, value: `${begin ?? ''}/${end ?? ''}` };
}

function isWhole<Some extends SomeDays>(period: Some): period is Some & Days {
  return period.begin !== undefined && period.end !== undefined;
}

/** Of what is offered nothing is still to come. */
function lastOf(known: readonly SomeDays[]): string {
  return known.reduce((last, { begin = '' }) => (begin > last ? begin : last), '');
}

function dayOf(value: unknown): string | undefined {
  return value === undefined ? undefined : readDay(String(value as QueryValue));
}
