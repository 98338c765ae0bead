import type { FormSectionPeriod } from '../../schemas/manifest/form.ts';
import { today } from '../core/date/calendarDays.ts';
import { UsualPeriods } from '../core/date/UsualPeriods.tsx';
import { clampPeriod } from '../core/date/usualPeriods.ts';
import { useTranslation } from '../core/translation.ts';

interface SectionPeriodProps extends FormSectionPeriod {
  /** What is filled in; its days are YYYY-MM-DD. */
  readonly data: Readonly<Record<string, unknown>> | undefined;
  readonly isClosed: boolean;
  readonly onFill: (values: Readonly<Record<string, unknown>>) => void;
}

/** Usual periods, which fill in two fields of days. */
export function SectionPeriod({ begin, end, data, isClosed, onFill }: SectionPeriodProps) {
  const { t } = useTranslation();
  const now = today();
  const [first, last] = [data?.[begin], data?.[end]];
  const isWhole = typeof first === 'string' && typeof last === 'string' && first <= last;
  return (
    <fieldset className="form-period" disabled={isClosed}>
      <UsualPeriods
        label={t('ui:period.usual')}
        labelClass="form-label"
        period={isWhole ? { begin: first, end: last } : undefined}
        today={now}
        offered={[]}
        canBeAny={false}
        onChoose={(chosen) => {
          if (!chosen) return;
          const days = clampPeriod(chosen, now);
          onFill({ [begin]: days.begin, [end]: days.end });
        }}
      />
    </fieldset>
  );
}
