import { getUiOptions } from '@rjsf/utils';
import type { CompiledField } from '../../../schemas/manifest/compiledForm.ts';
import { useSource } from '../../core/data.ts';
import { SourceError } from '../../core/SourceError.tsx';
import { Chips } from '../../forms/Chips.tsx';
import type { ChipsFieldProps } from '../../forms/ChipsField.tsx';
import { toChoices } from './SourceSelect.tsx';

type From = NonNullable<CompiledField['options']>;

/** The rows that a call answers, as chips. */
export function SourceChips(props: ChipsFieldProps) {
  const from = getUiOptions(props.uiSchema)['from'] as unknown as From;
  const { data, error, isPending, refetch } = useSource(from.source);
  if (error) return <SourceError error={error} onRetry={refetch} />;
  const disabled = Boolean(props.disabled) || isPending;
  return <Chips {...props} disabled={disabled} choices={toChoices(from, data)} />;
}
