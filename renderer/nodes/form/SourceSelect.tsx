import type { WidgetProps } from '@rjsf/utils';
import type { CompiledField } from '../../../schemas/manifest/compiledForm.ts';
import { readField } from '../../core/bindings.ts';
import { readRows, useSource } from '../../core/data.ts';
import { SourceError } from '../../core/SourceError.tsx';
import { MultiSelectWidget, SelectWidget } from '../../forms/widgets/ChoiceWidgets.tsx';

type Options = NonNullable<CompiledField['options']>;

/** One, or in a list several, of the rows that a call answers. */
export function SourceSelect(props: WidgetProps) {
  const from = props.options['from'] as unknown as Options;
  const { data, error, isPending, refetch } = useSource(from.source);
  if (error) return <SourceError error={error} onRetry={refetch} />;
  const enumOptions = readRows(data, from.rows).map((row) => ({
    value: readField(row, from.value),
    label: String(readField(row, from.label) ?? ''),
  }));
  const options = { ...props.options, enumOptions };
  const disabled = Boolean(props.disabled) || isPending;
  return props.schema.type === 'array' ? (
    <MultiSelectWidget {...props} options={options} disabled={disabled} />
  ) : (
    <SelectWidget {...props} options={options} disabled={disabled} />
  );
}
