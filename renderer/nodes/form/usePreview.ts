import type { ValidatorType } from '@rjsf/utils';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { CompiledForm } from '../../../schemas/manifest/compiledForm.ts';
import { useSourceKey } from '../../core/data.ts';
import type { NodeProps } from '../../core/node.ts';

interface Previewed {
  readonly form: CompiledForm;
  readonly validator: ValidatorType;
  readonly data: Readonly<Record<string, unknown>>;
  readonly isDirty: boolean;
}

/**
 * Shows what is typed, as far as it is valid, wherever the answer of the form's source is used. The
 * answer is put back when what was typed is left unsaved.
 */
export function usePreview(
  { preview, source }: NodeProps<'form'>['node'],
  { form, validator, data, isDirty }: Previewed,
): void {
  const queries = useQueryClient();
  const key = useSourceKey(source);
  const name = JSON.stringify(key);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is another object each time.
  useEffect(() => {
    if (!preview || !isDirty || !isValid(form, validator, data)) return;
    const saved = queries.getQueryData<object>(key);
    queries.setQueryData(key, { ...saved, ...data });
    const updates = () => queries.getQueryState(key)?.dataUpdateCount;
    const own = updates();
    return () => {
      // Answered anew meanwhile, as after it was saved: that is the truth.
      if (updates() === own) queries.setQueryData(key, saved);
    };
  }, [preview, isDirty, validator, form, data, queries, name]);
}

/** Whether what is filled in keeps to the form's schema. */
export function isValid({ schema }: CompiledForm, validator: ValidatorType, data: object): boolean {
  return validator.isValid(schema as object, data, schema as object);
}
