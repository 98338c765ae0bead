import type { FieldProps } from '@rjsf/utils';
import { DateField } from '../core/date/DateField.tsx';
import { useTranslation } from '../core/translation.ts';
import { errorIdOf } from './wiring.ts';

type Range = Readonly<Record<string, string | undefined>>;

/**
 * A first and a last day, side by side: for an object of two dates, which are in the order of its
 * schema. Neither can be chosen beyond the other.
 */
export function DateRangeField(props: FieldProps<Range>) {
  const { schema, uiSchema, fieldPathId, formData = {}, required, disabled, readonly } = props;
  const { onChange, onBlur, title, rawErrors } = props;
  const { t } = useTranslation();
  const [first = '', last = ''] = Object.keys(schema.properties ?? {});
  const { $id: id, path } = fieldPathId;
  const isFaulty = Boolean(rawErrors?.length);
  const labelOf = (name: string, usual: string) =>
    String(uiSchema?.[name]?.['ui:title'] ?? t(`ui:period.${usual}`));
  const set = (name: string, day: string | undefined) => {
    const { [name]: _before, ...others } = formData;
    const next = day === undefined ? others : { ...others, [name]: day };
    onChange(Object.keys(next).length > 0 ? next : undefined, path);
  };
  const period = { begin: formData[first], end: formData[last] };
  const shared = {
    disabled: Boolean(disabled) || Boolean(readonly),
    isInvalid: isFaulty,
    isRequired: required || undefined,
    describedBy: isFaulty ? errorIdOf(id) : undefined,
    onBlur: () => onBlur(id, formData),
  };
  return (
    <fieldset id={id} className="form-date-range">
      <legend className="form-label">
        {uiSchema?.['ui:title'] ?? title ?? schema.title}
        {required && (
          <span className="form-required" aria-hidden="true">
            *
          </span>
        )}
      </legend>
      <DateField
        {...shared}
        id={`${id}_${first}`}
        label={labelOf(first, 'begin')}
        value={formData[first]}
        range={{ first: undefined, last: formData[last] }}
        period={{ side: 'begin', ...period }}
        onChange={(day) => set(first, day)}
      />
      <DateField
        {...shared}
        id={`${id}_${last}`}
        label={labelOf(last, 'end')}
        value={formData[last]}
        range={{ first: formData[first], last: undefined }}
        period={{ side: 'end', ...period }}
        onChange={(day) => set(last, day)}
      />
    </fieldset>
  );
}
