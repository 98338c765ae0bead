import './periods.css';
import { Button } from '@blueprintjs/core';
import type { ReactNode } from 'react';
import { Icon } from '../Icon.tsx';
import { useTranslation } from '../translation.ts';
import { type Days, stepFrom } from './usualPeriods.ts';

interface PeriodStepsProps {
  /** What shows; undefined while any time does. */
  readonly period: Days | undefined;
  readonly today: string;
  /** Periods that are stepped along, where the one that shows is of them. */
  readonly offered?: readonly Days[] | undefined;
  readonly onStep: (period: Days) => void;
  /** What they stand around. */
  readonly children: ReactNode;
}

/** Ways to the period before and to the one after. */
export function PeriodSteps({ period, today, offered, onStep, children }: PeriodStepsProps) {
  const { t } = useTranslation();
  const step = (direction: -1 | 1) => {
    const to = period && stepFrom(period, direction, today, offered);
    const name = t(direction < 0 ? 'ui:period.back' : 'ui:period.forward');
    return (
      <Button
        variant="minimal"
        aria-label={name}
        title={name}
        icon={<Icon name={direction < 0 ? 'chevron-left' : 'chevron-right'} />}
        disabled={!to}
        onClick={() => to && onStep(to)}
      />
    );
  };
  return (
    <div className="period-steps">
      {step(-1)}
      {children}
      {step(1)}
    </div>
  );
}
