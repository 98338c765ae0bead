import { Checkbox, HTMLSelect, Radio, Switch } from '@blueprintjs/core';
import type { EnumOptionsType, WidgetProps } from '@rjsf/utils';
import { useTranslation } from '../../core/translation.ts';
import { describedBy, inputWiring } from '../wiring.ts';
import { MultiSelect } from './MultiSelect.tsx';

type Choice = EnumOptionsType;

export function choicesOf({ options }: WidgetProps): readonly Choice[] {
  const { enumOptions = [], among } = options;
  return Array.isArray(among)
    ? enumOptions.filter(({ value }) => among.includes(value))
    : enumOptions;
}

/** One of a list. Values are told by their place, for they needn't be texts. */
export function SelectWidget(props: WidgetProps) {
  const { t } = useTranslation();
  const { id, value, multiple, required, placeholder, options, onChange, onBlur, onFocus } = props;
  if (multiple) return <MultiSelectWidget {...props} />;
  const choices = choicesOf(props);
  const chosen = choices.findIndex((choice) => choice.value === value);
  const { autoFocus, ...wiring } = inputWiring(props);
  return (
    <HTMLSelect
      {...wiring}
      autoFocus={autoFocus}
      fill
      value={chosen}
      iconProps={{ title: '', 'aria-hidden': true }}
      onChange={(event) => {
        const choice = choices[Number(event.currentTarget.value)];
        onChange(choice ? choice.value : options.emptyValue);
      }}
      onBlur={() => onBlur(id, value)}
      onFocus={() => onFocus(id, value)}
    >
      {(chosen < 0 || !required) && (
        <option value={-1}>{placeholder || t('forms:select.none')}</option>
      )}
      {choices.map((choice, at) => (
        <option key={String(choice.value)} value={at} disabled={isDisabled(props, choice)}>
          {choice.label}
        </option>
      ))}
    </HTMLSelect>
  );
}

/** Several of a list, found by typing. */
export function MultiSelectWidget(props: WidgetProps) {
  const { value, onChange, placeholder, id, onBlur } = props;
  const choices = choicesOf(props);
  const chosen = Array.isArray(value) ? value : [];
  return (
    <MultiSelect
      {...inputWiring(props)}
      choices={choices.map((choice) => ({ ...choice, isDisabled: isDisabled(props, choice) }))}
      chosen={chosen}
      placeholder={placeholder}
      onChange={onChange}
      onBlur={() => onBlur(id, value)}
    />
  );
}

export function RadioWidget(props: WidgetProps) {
  const { id, value, label, hideLabel, required, disabled, readonly, options } = props;
  return (
    <div
      id={id}
      role="radiogroup"
      aria-label={hideLabel ? undefined : label}
      aria-required={required || undefined}
      aria-invalid={Boolean(props.rawErrors?.length) || undefined}
      aria-describedby={describedBy(props)}
      className={options.inline === false ? 'form-choices' : 'form-choices form-choices-inline'}
    >
      {choicesOf(props).map((choice, at) => (
        <Radio
          key={String(choice.value)}
          id={`${id}-${at}`}
          name={props.htmlName ?? id}
          label={choice.label}
          checked={choice.value === value}
          disabled={Boolean(disabled) || Boolean(readonly) || isDisabled(props, choice)}
          onChange={() => props.onChange(choice.value)}
          onBlur={() => props.onBlur(id, value)}
        />
      ))}
    </div>
  );
}

/** Yes or no, with its label beside it. */
export function CheckboxWidget(props: WidgetProps) {
  const { id, value, label, hideLabel, onChange, onBlur } = props;
  const { autoFocus, ...wiring } = inputWiring(props);
  return (
    <Checkbox
      {...wiring}
      autoFocus={autoFocus}
      {...(!hideLabel && { label })}
      checked={Boolean(value)}
      onChange={(event) => onChange(event.currentTarget.checked)}
      onBlur={() => onBlur(id, value)}
    />
  );
}

export function SwitchWidget(props: WidgetProps) {
  const { id, value, label, onChange, onBlur } = props;
  const { autoFocus, ...wiring } = inputWiring(props);
  return (
    <Switch
      {...wiring}
      role="switch"
      autoFocus={autoFocus}
      label={label}
      checked={Boolean(value)}
      onChange={(event) => onChange(event.currentTarget.checked)}
      onBlur={() => onBlur(id, value)}
    />
  );
}

export function isDisabled({ options }: WidgetProps, choice: Choice): boolean {
  const { enumDisabled } = options;
  return Array.isArray(enumDisabled) && enumDisabled.includes(choice.value);
}
