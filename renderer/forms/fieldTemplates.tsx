import {
  type ArrayFieldDescriptionProps,
  type ArrayFieldTitleProps,
  type DescriptionFieldProps,
  type ErrorListProps,
  type FieldErrorProps,
  type FieldHelpProps,
  type FieldTemplateProps,
  getUiOptions,
  type TitleFieldProps,
  type UnsupportedFieldProps,
} from '@rjsf/utils';
import { useEffect, useRef } from 'react';
import { useTranslation } from '../core/translation.ts';
import { summarise } from './summary.ts';
import { descriptionIdOf, errorIdOf, type FormSurroundings, helpIdOf } from './wiring.ts';

/** A label, an input, what helps with it and what is wrong with it. */
export function FieldTemplate(props: FieldTemplateProps) {
  const { id, label, children, errors, help, description, hidden, required, displayLabel } = props;
  const { registry, uiSchema, schema, rawErrors, hideError } = props;
  const { t } = useTranslation();
  if (hidden) return <div hidden>{children}</div>;
  const { WrapIfAdditionalTemplate } = registry.templates;
  const options = getUiOptions(uiSchema);
  const isFaulty = !hideError && Boolean(rawErrors?.length);
  const width = options['width'] === 'half' ? 'form-field-half' : '';
  const isGroup = isGroupOfInputs(schema.type, options.widget);
  // These have their label beside them.
  const hasOwnLabel = options.widget === 'checkbox' || options.widget === 'switch';
  const marked = (
    <>
      {label}
      {required && !props.readonly && (
        <span className="form-required" title={t('validation:required')} aria-hidden="true">
          *
        </span>
      )}
    </>
  );
  const body = (
    <>
      {displayLabel && description}
      {children}
      {help}
      {errors}
    </>
  );
  return (
    <WrapIfAdditionalTemplate {...props}>
      {displayLabel && isGroup ? (
        <fieldset className={`form-field ${width}`} data-faulty={isFaulty}>
          <legend className="form-label">{marked}</legend>
          {body}
        </fieldset>
      ) : (
        <div className={`form-field ${width}`} data-faulty={isFaulty}>
          {displayLabel && !hasOwnLabel && (
            <label className="form-label" htmlFor={id}>
              {marked}
            </label>
          )}
          {body}
        </div>
      )}
    </WrapIfAdditionalTemplate>
  );
}

/** Several inputs under one name, which no `label for` can point at. */
function isGroupOfInputs(type: unknown, widget: unknown): boolean {
  return (
    widget === 'radio' ||
    widget === 'checkboxes' ||
    widget === 'range' ||
    widget === 'RangeWidget' ||
    (type === 'boolean' && widget === 'radio')
  );
}

export function DescriptionTemplate({ id, description }: DescriptionFieldProps) {
  return description ? (
    <p id={id.endsWith('__description') ? id : descriptionIdOf(id)} className="form-description">
      {description}
    </p>
  ) : null;
}

export function ArrayDescriptionTemplate({ fieldPathId, description }: ArrayFieldDescriptionProps) {
  return description ? (
    <p id={descriptionIdOf(fieldPathId.$id)} className="form-description">
      {description}
    </p>
  ) : null;
}

export function FieldHelpTemplate({ help, fieldPathId }: FieldHelpProps) {
  return help ? (
    <p id={helpIdOf(fieldPathId.$id)} className="form-help">
      {help}
    </p>
  ) : null;
}

export function FieldErrorTemplate({ errors = [], fieldPathId }: FieldErrorProps) {
  const shown = [...new Set(errors.filter(Boolean))];
  return shown.length > 0 ? (
    <ul id={errorIdOf(fieldPathId.$id)} className="form-errors">
      {shown.map((error) => (
        <li key={String(error)}>{error}</li>
      ))}
    </ul>
  ) : null;
}

export function TitleTemplate({ id, title, required, optionalDataControl }: TitleFieldProps) {
  return (
    <legend id={id} className="form-title">
      {title}
      {required && <span aria-hidden="true">*</span>}
      {optionalDataControl}
    </legend>
  );
}

export function ArrayTitleTemplate({
  fieldPathId,
  title,
  required,
  optionalDataControl,
}: ArrayFieldTitleProps) {
  return title || optionalDataControl ? (
    <legend id={`${fieldPathId.$id}__title`} className="form-title">
      {title}
      {required && <span aria-hidden="true">*</span>}
      {optionalDataControl}
    </legend>
  ) : null;
}

/** What is wrong after a submit: it takes the focus, and each entry leads to its field. */
export function ErrorListTemplate({ errors, registry }: ErrorListProps) {
  const { t } = useTranslation();
  const box = useRef<HTMLDivElement>(null);
  const surroundings = registry.formContext as FormSurroundings | undefined;
  const isShown = surroundings?.hasSubmitted !== false;
  const entries = summarise(errors, surroundings);
  // rjsf makes a new list at each submit, and only then.
  useEffect(() => {
    if (isShown && errors.length > 0) box.current?.focus();
  }, [isShown, errors]);
  if (!isShown) return null;
  return (
    <div ref={box} className="form-summary" role="alert" tabIndex={-1}>
      <strong>{t('forms:summary', { count: entries.length })}</strong>
      <ul>
        {entries.map(({ id, text }) => (
          <li key={`${id} ${text}`}>
            <a
              href={`#${id}`}
              onClick={(event) => {
                event.preventDefault();
                focusField(id);
              }}
            >
              {text}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The field itself, or the first input in it. */
function focusField(id: string): void {
  const field = document.getElementById(id) ?? document.getElementById(`${id}-0`);
  const target = field?.matches('input, select, textarea, button')
    ? field
    : field?.querySelector<HTMLElement>('input, select, textarea, button, [tabindex]');
  target?.focus();
}

export function UnsupportedTemplate({ schema, reason }: UnsupportedFieldProps) {
  const { t } = useTranslation();
  return (
    <p className="form-unsupported" role="alert">
      {t('forms:unsupported', { reason: reason ?? String(schema.type) })}
    </p>
  );
}
