import { useState } from 'react';
import type { FormSectionPeriod } from '../../schemas/manifest/form.ts';
import { today } from '../core/date/calendarDays.ts';
import { UsualPeriods } from '../core/date/UsualPeriods.tsx';
import { areSame, clampPeriod, type Days, usualPeriods } from '../core/date/usualPeriods.ts';
import { useTranslation } from '../core/translation.ts';

interface SectionPeriodProps extends FormSectionPeriod {
  /** What is filled in; its days are YYYY-MM-DD. */
  readonly data: Readonly<Record<string, unknown>> | undefined;
  readonly isClosed: boolean;
  readonly onFill: (values: Readonly<Record<string, unknown>>) => void;
}

/** Usual periods, which fill in two fields of days. */
export default function SectionPeriod(props: SectionPeriodProps) {
  const { begin, end, data, isClosed, onFill } = props;
  const { t } = useTranslation();
  const now = today();
  // The fields have no days to come, so that this year is this month in January but for what was chosen.
  const [chosen, setChosen] = useState<Days | undefined>(
    props.default && usualPeriods(now)[props.default],
  );
  const filled = asPeriod(data?.[begin], data?.[end]);
  return (
    <fieldset className="form-period" disabled={isClosed}>
      <UsualPeriods
        label={t('ui:period.usual')}
        labelClass="form-label"
        period={filled && chosen && areSame(filled, chosen, now) ? chosen : filled}
        today={now}
        offered={[]}
        canBeAny={false}
        onChoose={(period) => {
          if (!period) return;
          setChosen(period);
          const days = clampPeriod(period, now);
          onFill({ [begin]: days.begin, [end]: days.end });
        }}
      />
    </fieldset>
  );
}

function asPeriod(begin: unknown, end: unknown): Days | undefined {
  const isWhole = typeof begin === 'string' && typeof end === 'string' && begin <= end;
  return isWhole ? { begin, end } : undefined;
}
