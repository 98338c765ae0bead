import { Button, InputGroup, TextArea } from '@blueprintjs/core';
import { getInputProps, type WidgetProps } from '@rjsf/utils';
import { useState } from 'react';
import { useTranslation } from '../../core/translation.ts';
import { FormIcon } from '../FormIcon.tsx';
import { useTypedText } from '../useTypedText.ts';
import { inputWiring, type PasswordOptions, warningIdOf } from '../wiring.ts';
import { PasswordStrength } from './PasswordStrength.tsx';
import { PasswordWarning } from './PasswordWarning.tsx';

/** One line of text; `type` says which kind, as for e-mail and web addresses. */
export function TextInput(props: WidgetProps & { type?: string }) {
  const { id, value, placeholder, schema, options, onChange, onBlur, onFocus, type } = props;
  const given = getInputProps(schema, type, options, false);
  const text = useTypedText(asText(value), (next) =>
    onChange(next === '' ? options.emptyValue : next),
  );
  return (
    <InputGroup
      {...inputWiring(props)}
      type={given.type === 'number' ? 'text' : given.type}
      inputMode={given.type === 'number' ? 'numeric' : undefined}
      fill
      value={text.value}
      placeholder={placeholder || undefined}
      autoComplete={autoComplete(props)}
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

export function EmailWidget(props: WidgetProps) {
  return <TextInput {...props} type="email" />;
}

export function UrlWidget(props: WidgetProps) {
  return <TextInput {...props} type="url" />;
}

export function TextareaWidget(props: WidgetProps) {
  const { id, value, placeholder, schema, options, onChange, onBlur, onFocus } = props;
  const text = useTypedText(asText(value), (next) =>
    onChange(next === '' ? options.emptyValue : next),
  );
  const limit = schema.maxLength;
  return (
    <>
      <TextArea
        {...inputWiring(props)}
        fill
        autoResize
        rows={Number(options.rows ?? 4)}
        value={text.value}
        placeholder={placeholder || undefined}
        onChange={(event) => text.onChange(event.currentTarget.value)}
        onBlur={(event) => {
          text.onBlur();
          onBlur(id, event.currentTarget.value);
        }}
        onFocus={(event) => onFocus(id, event.currentTarget.value)}
      />
      {limit !== undefined && (
        <span className="form-count" aria-hidden="true">
          {[...text.value].length} / {limit}
        </span>
      )}
    </>
  );
}

/** A password that can be shown, with what it still lacks (specification §5). */
export function PasswordWidget(props: WidgetProps) {
  const { t } = useTranslation();
  const { id, value, placeholder, options, onChange, onBlur, onFocus } = props;
  const [isShown, setIsShown] = useState(false);
  const warning = options['warning'] as PasswordOptions['warning'];
  const text = useTypedText(asText(value), (next) => onChange(next || options.emptyValue), {
    trims: false,
  });
  return (
    <>
      <InputGroup
        {...inputWiring(props)}
        type={isShown ? 'text' : 'password'}
        fill
        value={text.value}
        placeholder={placeholder || undefined}
        autoComplete={autoComplete(props) ?? 'new-password'}
        rightElement={
          <Button
            variant="minimal"
            aria-pressed={isShown}
            aria-label={t('forms:password.show')}
            icon={<FormIcon name={isShown ? 'hide' : 'show'} />}
            onClick={() => setIsShown(!isShown)}
          />
        }
        onChange={(event) => text.onChange(event.currentTarget.value)}
        onKeyDown={text.onKeyDown}
        onBlur={(event) => {
          text.onBlur();
          onBlur(id, event.currentTarget.value);
        }}
        onFocus={(event) => onFocus(id, event.currentTarget.value)}
      />
      {options.strength !== false && <PasswordStrength password={text.value} />}
      {warning && <PasswordWarning id={warningIdOf(id)} password={text.value} {...warning} />}
    </>
  );
}

export function HiddenWidget({ id, name, htmlName, value }: WidgetProps) {
  return <input type="hidden" id={id} name={htmlName ?? name} value={asText(value)} />;
}

function asText(value: unknown): string {
  return value === undefined || value === null ? '' : String(value);
}

function autoComplete({ options }: WidgetProps): string | undefined {
  return typeof options.autocomplete === 'string' ? options.autocomplete : undefined;
}
