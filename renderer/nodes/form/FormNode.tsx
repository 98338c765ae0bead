import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { CompiledField, CompiledForm } from '../../../schemas/manifest/compiledForm.ts';
import type { plainRules, Rule } from '../../../schemas/plainRules.ts';
import type { RuleName } from '../../../schemas/rules.ts';
import { useSource } from '../../core/data.ts';
import type { NodeProps } from '../../core/node.ts';
import { Skeleton } from '../../core/Skeleton.tsx';
import { SourceError } from '../../core/SourceError.tsx';
import { useText } from '../../core/text.ts';
import { loadValidator } from '../../forms/validator.ts';
import { FileWidget } from '../../forms/widgets/FileWidget.tsx';
import { FormEditor } from './FormEditor.tsx';

/** A form of the manifest: loads what it begins with and what judges it, then lets one fill it in. */
export default function FormNode({ node }: NodeProps<'form'>) {
  const text = useText();
  const [round, setRound] = useState(0);
  const initial = useSource(node.source);
  const { form } = node;
  const which = rulesOf(form.fields);
  const judges = useQuery({
    queryKey: ['form.judges', form.validator, which],
    queryFn: async () => {
      const [validator, rules] = await Promise.all([
        loadValidator(form.schema, form.validator),
        loadRules(which),
        // What stands below a field of files would jump when it comes.
        takesFiles(form.schema) && FileWidget.settle(),
      ]);
      return { form, validator, rules };
    },
    // A changed manifest must not take the form away while its validator is fetched.
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    // Its functions are no data to be compared.
    structuralSharing: false,
  });
  const error = judges.error ?? (node.source ? initial.error : null);
  const isWaiting = judges.isPending || (node.source !== undefined && initial.isPending);

  return (
    <section className="form-node" aria-label={node.title && text(node.title)}>
      {node.title && <h2 className="form-heading">{text(node.title)}</h2>}
      {error && (
        <SourceError
          error={error}
          onRetry={() => {
            if (judges.error) void judges.refetch();
            else initial.refetch();
          }}
        />
      )}
      {!error && isWaiting && <Skeleton shape="form" />}
      {!error && !isWaiting && judges.data && (
        <FormEditor
          key={round}
          node={node}
          initial={initial.data}
          {...judges.data}
          onDone={() => node.clears && setRound(round + 1)}
        />
      )}
    </section>
  );
}

function takesFiles(schema: CompiledForm['schema']): boolean {
  return JSON.stringify(schema).includes('"upload"');
}

/** The rules of patterns, which bring an engine along that most forms do without. */
const ofPatterns: Readonly<Record<Exclude<RuleName, keyof typeof plainRules>, true>> = {
  regex: true,
  url: true,
};

/** Which modules of rules judge the fields. */
function rulesOf(fields: readonly CompiledField[]): 'none' | 'plain' | 'all' {
  const named = fields.flatMap(function list({ rules = [], fields: inner = [] }): string[] {
    return [...rules.map(({ rule }) => rule), ...inner.flatMap(list)];
  });
  if (named.length === 0) return 'none';
  return named.some((rule) => Object.hasOwn(ofPatterns, rule)) ? 'all' : 'plain';
}

async function loadRules(
  which: ReturnType<typeof rulesOf>,
): Promise<Readonly<Record<string, Rule>>> {
  if (which === 'none') return {};
  if (which === 'plain') return (await import('../../../schemas/plainRules.ts')).plainRules;
  return (await import('../../../schemas/rules.ts')).rules;
}
