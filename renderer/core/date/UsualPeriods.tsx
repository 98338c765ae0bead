import { useId } from 'react';
import { usualPeriodNames } from '../../../schemas/usualPeriods.ts';
import { Select } from '../Select.tsx';
import { useTranslation } from '../translation.ts';
import { PeriodSteps } from './PeriodSteps.tsx';
import { periodWords } from './periodWords.ts';
import { clampPeriod, type Days, findPeriod, usualPeriods } from './usualPeriods.ts';

interface UsualPeriodsProps {
  readonly label: string;
  readonly labelClass: string;
  /** What shows, up to the end that was chosen; undefined while any time does. */
  readonly period: Days | undefined;
  readonly today: string;
  /** Others by name, such as billing periods. */
  readonly offered: readonly Days[];
  /** Whether any time may be chosen, too. */
  readonly canBeAny: boolean;
  readonly onChoose: (period: Days | undefined) => void;
}

/** Usual periods by name, with ways to the one before and after. What else shows is named as other days. */
export function UsualPeriods(props: UsualPeriodsProps) {
  const { label, labelClass, period, today, offered, canBeAny, onChoose } = props;
  const id = useId();
  const { t } = useTranslation();
  const usual = usualPeriods(today);
  const named = [...usualPeriodNames.map((name) => usual[name]), ...offered.toReversed()];
  const chosen = period ? findPeriod(named, period, today) : -1;
  // Of an address whose days have no name, nothing is to come.
  const whole = named[chosen] ?? (period && clampPeriod(period, today));
  const unnamed = period ? 'others' : '';
  const billing = named.slice(usualPeriodNames.length);
  return (
    <div>
      <label className={labelClass} htmlFor={id}>
        {label}
      </label>
      <PeriodSteps {...{ period: whole, today, offered }} onStep={onChoose}>
        <Select
          id={id}
          value={chosen < 0 ? unnamed : chosen}
          onChange={({ currentTarget: { value } }) =>
            onChoose(value === '' ? undefined : named[Number(value)])
          }
        >
          {canBeAny && <option value="">{t('ui:period.any')}</option>}
          {period && chosen < 0 && <option value="others">{t('ui:period.others')}</option>}
          {usualPeriodNames.map((name, at) => (
            <option key={name} value={at}>
              {t(`ui:period.${name}`)}
            </option>
          ))}
          {billing.length > 0 && (
            <optgroup label={t('ui:period.billing')}>
              {billing.map((days, at) => (
                <option key={days.begin} value={at + usualPeriodNames.length}>
                  {periodWords(days)}
                </option>
              ))}
            </optgroup>
          )}
        </Select>
      </PeriodSteps>
    </div>
  );
}
