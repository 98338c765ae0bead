import './date.css';
import { useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { formatDate } from '../format.ts';
import { Icon } from '../Icon.tsx';
import { lazyPart } from '../lazyPart.tsx';
import { placeUnder } from '../PopoverButton.tsx';
import { useTranslation } from '../translation.ts';
import { clampDay, type DayRange, isWithin, readDay, today } from './calendarDays.ts';
import type { PickedPeriod } from './DayPicker.tsx';

const DayPicker = lazyPart(() => import('./DayPicker.tsx'));

interface DateFieldProps {
  /** Said above it; without one, a label elsewhere names `id`. */
  readonly label?: string;
  readonly id?: string;
  readonly name?: string;
  /** Ids of what describes it. */
  readonly describedBy?: string | undefined;
  readonly isInvalid?: boolean;
  readonly isRequired?: boolean | undefined;
  readonly disabled?: boolean;
  /** YYYY-MM-DD, or undefined while nothing is chosen. */
  readonly value: string | undefined;
  /** Without an end of its own it ends today. */
  readonly range: DayRange;
  /** The period of which it is the first or the last day. */
  readonly period?: PickedPeriod;
  readonly onChange: (day: string | undefined) => void;
  readonly onBlur?: () => void;
}

/**
 * A day, typed as DD.MM.YYYY or picked. The browser's own date field would write it in the
 * browser's language, and not begin weeks on Monday everywhere.
 */
export function DateField({
  label,
  value,
  range: { first, last = today() },
  period,
  onChange,
  onBlur,
  name,
  describedBy,
  isInvalid = false,
  isRequired,
  disabled = false,
  id: givenId,
}: DateFieldProps) {
  const { t } = useTranslation();
  const ownId = useId();
  const id = givenId ?? ownId;
  const popover = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const [typed, setTyped] = useState<string>();
  const [fault, setFault] = useState<string>();
  const range = { first, last };

  function settle() {
    if (typed === undefined) return;
    const wanted = readDay(typed);
    // Specification §9: what is still to come becomes today, or the last day that there is, where
    // nothing that lies ahead is asked for.
    const isTooLate = wanted !== undefined && wanted > today() && last <= today();
    const day = isTooLate ? clampDay(today(), range) : wanted;
    if (typed.trim() === '') {
      accept(undefined);
    } else if (day === undefined) {
      setFault(t('ui:period.unreadable'));
    } else if (isWithin(day, range)) {
      accept(day);
    } else {
      setFault(
        t(last > today() ? 'ui:period.ahead' : 'ui:period.outside', {
          first: formatDate(first ?? ''),
          last: formatDate(last),
        }),
      );
    }
  }

  function accept(day: string | undefined) {
    setTyped(undefined);
    setFault(undefined);
    if (day !== value) onChange(day);
  }

  return (
    <div className="date-field">
      {label && <label htmlFor={id}>{label}</label>}
      <div ref={box} className={`date-field-box ${fault || isInvalid ? 'date-field-faulty' : ''}`}>
        <input
          id={id}
          inputMode="numeric"
          autoComplete="off"
          size={10}
          placeholder={t('ui:period.placeholder')}
          value={typed ?? (value === undefined ? '' : formatDate(value))}
          name={name}
          disabled={disabled}
          aria-required={isRequired}
          aria-invalid={fault !== undefined || isInvalid}
          aria-describedby={[`${id}-fault`, describedBy].filter(Boolean).join(' ')}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onBlur={() => {
            // Whoever hears of the blur reads what was settled.
            flushSync(settle);
            onBlur?.();
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || typed === undefined) return;
            // Seen and judged before a form is sent with it.
            event.preventDefault();
            settle();
          }}
        />
        <button
          ref={button}
          type="button"
          className="icon-button"
          disabled={disabled}
          onFocus={DayPicker.preload}
          onPointerEnter={DayPicker.preload}
          popoverTarget={`${id}-calendar`}
          aria-label={label ? t('ui:period.pick', { label }) : t('ui:period.pickDay')}
        >
          <Icon name="calendar" />
        </button>
      </div>
      <div
        ref={popover}
        id={`${id}-calendar`}
        popover="auto"
        className="date-popover"
        onToggle={(event) => {
          setIsOpen(event.newState === 'open');
          if (event.newState === 'open') placeUnder(event.currentTarget, box.current);
        }}
      >
        {isOpen && (
          <DayPicker
            value={value}
            range={range}
            period={period}
            onPick={(day) => {
              popover.current?.hidePopover();
              accept(day);
              button.current?.focus();
            }}
          />
        )}
      </div>
      <p id={`${id}-fault`} className="date-field-fault" role="alert">
        {fault}
      </p>
    </div>
  );
}
