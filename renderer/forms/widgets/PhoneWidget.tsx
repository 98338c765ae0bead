import { ControlGroup, HTMLSelect, InputGroup } from '@blueprintjs/core';
import type { WidgetProps } from '@rjsf/utils';
import { useState } from 'react';
import { useTranslation } from '../../core/translation.ts';
import { useTypedText } from '../useTypedText.ts';
import { inputWiring } from '../wiring.ts';
import { dialingPrefixes, splitPhone } from './phone.ts';

/** A phone number with its dialling prefix, kept as +48123456789. */
export function PhoneWidget(props: WidgetProps) {
  const { t } = useTranslation();
  const { id, value, placeholder, options, onChange, onBlur } = props;
  const { autoFocus, ...wiring } = inputWiring(props);
  const { prefix: given, number } = splitPhone(typeof value === 'string' ? value : '');
  const [chosen, setChosen] = useState<string>();
  const prefix = given ?? chosen ?? '';
  const join = (nextPrefix: string, nextNumber: string) => {
    const pasted = splitPhone(nextNumber);
    const digits = (pasted.prefix ? pasted.number : nextNumber).replace(/[^\d]/g, '');
    onChange(digits === '' ? options.emptyValue : `${pasted.prefix ?? nextPrefix}${digits}`);
  };
  const text = useTypedText(number, (next) => join(prefix, next));
  return (
    <ControlGroup fill>
      <HTMLSelect
        className="form-prefix"
        aria-label={t('forms:phone.prefix')}
        disabled={wiring.disabled}
        value={prefix}
        iconProps={{ title: '', 'aria-hidden': true }}
        onChange={(event) => {
          setChosen(event.currentTarget.value);
          if (text.value !== '') join(event.currentTarget.value, text.value);
        }}
      >
        <option value="">{t('forms:phone.choose')}</option>
        {dialingPrefixes.map(([country, one]) => (
          <option key={country} value={one}>
            {`${country} ${one}`}
          </option>
        ))}
      </HTMLSelect>
      <InputGroup
        {...wiring}
        autoFocus={autoFocus}
        type="tel"
        autoComplete="tel-national"
        fill
        value={text.value}
        placeholder={placeholder || undefined}
        onChange={(event) => text.onChange(event.currentTarget.value)}
        onKeyDown={text.onKeyDown}
        onBlur={() => {
          text.onBlur();
          onBlur(id, value);
        }}
      />
    </ControlGroup>
  );
}
