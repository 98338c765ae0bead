import { InputGroup, Slider } from '@blueprintjs/core';
import type { WidgetProps } from '@rjsf/utils';
import { useTypedText } from '../useTypedText.ts';
import { inputWiring } from '../wiring.ts';

/** A number with steps up and down: the browser's own, which screen readers know. */
export function UpDownWidget(props: WidgetProps) {
  const { id, value, schema, placeholder, onChange, onBlur, onFocus } = props;
  const text = useTypedText(asInput(value), (next) => onChange(readNumber(next)));
  return (
    <InputGroup
      {...inputWiring(props)}
      fill
      type="number"
      step={schema.multipleOf ?? 1}
      {...(schema.minimum !== undefined && { min: schema.minimum })}
      {...(schema.maximum !== undefined && { max: schema.maximum })}
      value={text.value}
      placeholder={placeholder || undefined}
      onChange={(event) => text.onChange(event.currentTarget.value)}
      onKeyDown={text.onKeyDown}
      onBlur={(event) => {
        text.onBlur();
        onBlur(id, event.currentTarget.value);
      }}
      onFocus={(event) => onFocus(id, event.currentTarget.value)}
    />
  );
}

/** A decimal number, written with a point or with a comma. */
export function DecimalWidget(props: WidgetProps) {
  const { id, value, placeholder, onChange, onBlur, onFocus } = props;
  const text = useTypedText(asInput(value), (next) => onChange(readNumber(next)));
  return (
    <InputGroup
      {...inputWiring(props)}
      fill
      inputMode="decimal"
      value={text.value}
      placeholder={placeholder || undefined}
      onChange={(event) => text.onChange(event.currentTarget.value)}
      onKeyDown={text.onKeyDown}
      onBlur={(event) => {
        text.onBlur();
        onBlur(id, event.currentTarget.value);
      }}
      onFocus={(event) => onFocus(id, event.currentTarget.value)}
    />
  );
}

/** A number between two bounds, by dragging or by the arrow keys. */
export function RangeWidget(props: WidgetProps) {
  const { id, value, schema, label, disabled, readonly, onChange } = props;
  const [min, max] = [schema.minimum ?? 0, schema.maximum ?? 100];
  return (
    <div id={id} className="form-range">
      <Slider
        min={min}
        max={max}
        stepSize={schema.multipleOf ?? 1}
        labelStepSize={(max - min) / 4 || 1}
        value={typeof value === 'number' ? value : min}
        disabled={Boolean(disabled) || Boolean(readonly)}
        handleHtmlProps={{ 'aria-label': label }}
        onChange={(next) => onChange(next)}
      />
    </div>
  );
}

/** What is no number stays as it was written, so that validation can say so. */
function readNumber(text: string): number | string | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return undefined;
  const number = Number(trimmed.replace(',', '.'));
  return Number.isNaN(number) ? trimmed : number;
}

function asInput(value: unknown): string {
  return value === undefined || value === null ? '' : String(value);
}
