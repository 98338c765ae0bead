import type { WidgetProps } from '@rjsf/utils';
import { useState } from 'react';
import type { CompiledField } from '../../../schemas/manifest/compiledForm.ts';
import { readField } from '../../core/bindings.ts';
import { readRows, useSource } from '../../core/data.ts';
import { SourceError } from '../../core/SourceError.tsx';
import { useQuiet } from '../../core/useQuiet.ts';
import { MultiSelectWidget, SelectWidget } from '../../forms/widgets/ChoiceWidgets.tsx';
import { type MultiChoice, MultiSelect } from '../../forms/widgets/MultiSelect.tsx';
import { inputWiring } from '../../forms/wiring.ts';

type Options = NonNullable<CompiledField['options']>;

/** One, or in a list several, of the rows that a call answers. */
export function SourceSelect(props: WidgetProps) {
  const from = readOptions(props);
  return props.schema.type === 'array' && from.search ? (
    <SearchedSelect {...props} />
  ) : (
    <WholeSelect {...props} />
  );
}

function WholeSelect(props: WidgetProps) {
  const from = readOptions(props);
  const { data, error, isPending, refetch } = useSource(from.source);
  if (error) return <SourceError error={error} onRetry={refetch} />;
  const options = { ...props.options, enumOptions: toChoices(from, data) };
  const disabled = Boolean(props.disabled) || isPending;
  return props.schema.type === 'array' ? (
    <MultiSelectWidget {...props} options={options} disabled={disabled} />
  ) : (
    <SelectWidget {...props} options={options} disabled={disabled} />
  );
}

const pageSize = 50;

/** What is typed is looked for by the call, whose list may be longer than anybody loads. */
function SearchedSelect(props: WidgetProps) {
  const { value, placeholder, id, onChange, onBlur } = props;
  const from = readOptions(props);
  const [typed, setTyped] = useState('');
  const search = useQuiet(typed.trim());
  const { data, error, isPlaceholder, refetch } = useSource(from.source, {
    extra: { page: 0, size: pageSize, search: search || undefined },
  });
  // A search hides what is chosen, whose labels stay.
  const [picked, setPicked] = useState<readonly MultiChoice[]>([]);
  const chosen: unknown[] = Array.isArray(value) ? value : [];
  const rows = toChoices(from, data);
  const known = new Map([...picked, ...rows].map((choice) => [choice.value, choice]));
  const ofChosen = chosen.map((one) => known.get(one) ?? { value: one, label: String(one) });
  const others = rows.filter((row) => !chosen.includes(row.value));
  if (error) return <SourceError error={error} onRetry={refetch} />;
  const total = (data as { total?: number } | undefined)?.total ?? rows.length;
  // Till the call has answered, Enter takes nothing but what was typed.
  const isAnswered = typed.trim() === search && !isPlaceholder;
  const found = isAnswered ? { choices: rows, total } : narrow(rows, typed);
  return (
    <MultiSelect
      {...inputWiring(props)}
      choices={[...ofChosen, ...others]}
      found={found}
      chosen={chosen}
      placeholder={placeholder}
      onSearch={setTyped}
      onChange={(next) => {
        setPicked([...ofChosen, ...others].filter((choice) => next.includes(choice.value)));
        onChange(next);
      }}
      onBlur={() => onBlur(id, value)}
    />
  );
}

function narrow(rows: readonly MultiChoice[], typed: string) {
  const wanted = typed.trim().toLocaleLowerCase();
  const choices = rows.filter(({ label }) => label.toLocaleLowerCase().includes(wanted));
  return { choices, total: choices.length };
}

function readOptions({ options }: WidgetProps): Options {
  return options['from'] as unknown as Options;
}

export function toChoices({ rows, value, label, note }: Options, data: unknown) {
  return readRows(data, rows).map((row) => ({
    value: readField(row, value),
    label: String(readField(row, label) ?? ''),
    ...(note && { note: String(readField(row, note) ?? '') }),
  }));
}
