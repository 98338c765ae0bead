import { InputGroup } from '@blueprintjs/core';
import type { WidgetProps } from '@rjsf/utils';
import dayjs from 'dayjs';
import { addDays, today } from '../../core/date/calendarDays.ts';
import { DateField } from '../../core/date/DateField.tsx';
import { useTypedText } from '../useTypedText.ts';
import { inputWiring } from '../wiring.ts';

/** Further ahead nothing is planned, and a slip of the finger is more likely. */
const daysAhead = 3652;

/** A day: shown DD.MM.YYYY, kept as YYYY-MM-DD, up to today or, where the form says so, from today on. */
export function DateWidget(props: WidgetProps) {
  const { id, value, options, onChange, onBlur } = props;
  const wiring = inputWiring(props);
  const now = today();
  return (
    <DateField
      id={id}
      name={wiring.name}
      describedBy={wiring['aria-describedby']}
      isInvalid={Boolean(wiring['aria-invalid'])}
      isRequired={wiring['aria-required']}
      disabled={wiring.disabled}
      value={typeof value === 'string' && value ? value : undefined}
      range={options.ahead ? { first: now, last: addDays(now, daysAhead) } : {}}
      onChange={(day) => onChange(day ?? options.emptyValue)}
      onBlur={() => onBlur(id, value)}
    />
  );
}

/** A day and a time of the reader's own zone, kept as an instant (ISO 8601, UTC). */
export function DateTimeWidget(props: WidgetProps) {
  const { id, value, onChange, onBlur } = props;
  const text = useTypedText(toLocal(value), (next) => onChange(toInstant(next)));
  return (
    <NativeInput {...props} type="datetime-local" text={text} onLeave={() => onBlur(id, value)} />
  );
}

export function TimeWidget(props: WidgetProps) {
  const { id, value, options, onChange, onBlur } = props;
  const given = typeof value === 'string' ? value.slice(0, 8) : '';
  const text = useTypedText(given, (next) => onChange(withSeconds(next) ?? options.emptyValue));
  return <NativeInput {...props} type="time" text={text} onLeave={() => onBlur(id, value)} />;
}

function NativeInput({
  text,
  type,
  onLeave,
  ...props
}: WidgetProps & {
  type: string;
  text: ReturnType<typeof useTypedText>;
  onLeave: () => void;
}) {
  return (
    <InputGroup
      {...inputWiring(props)}
      type={type}
      value={text.value}
      onChange={(event) => text.onChange(event.currentTarget.value)}
      onKeyDown={text.onKeyDown}
      onBlur={() => {
        text.onBlur();
        onLeave();
      }}
    />
  );
}

/** The format `time` asks for seconds, which browsers leave out when they are none. */
function withSeconds(time: string): string | undefined {
  return time.length === 5 ? `${time}:00` : time || undefined;
}

function toLocal(value: unknown): string {
  const date = dayjs(typeof value === 'string' ? value : null);
  return date.isValid() ? date.format('YYYY-MM-DDTHH:mm') : '';
}

function toInstant(text: string): string | undefined {
  const date = dayjs(text);
  return date.isValid() ? date.toISOString() : undefined;
}
