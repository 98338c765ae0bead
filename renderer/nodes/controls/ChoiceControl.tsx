import { useEffect, useId } from 'react';
import { readField, resolveValue, useQueryState } from '../../core/bindings.ts';
import { readRows, useSource } from '../../core/data.ts';
import { Select } from '../../core/Select.tsx';
import { Skeleton } from '../../core/Skeleton.tsx';
import { labelOf, useText } from '../../core/text.ts';
import { useTranslation } from '../../core/translation.ts';
import { ControlWords } from './ControlWords.tsx';
import type { Control } from './PeriodControl.tsx';

type Choice = Extract<Control, { kind: 'choice' }>;

/** One of an enumeration, side by side or in a list. */
export function ChoiceControl({ item }: { item: Choice }) {
  const { t } = useTranslation();
  const text = useText();
  const [query, setQuery, inAddress] = useQueryState();
  const { values, first, isPending } = useChoices(item);
  const chosen = query[item.query];
  const isNone =
    item.none !== undefined && (chosen === undefined ? first === undefined : chosen === '');
  const isOffered = isNone || (chosen === undefined ? !first : values.includes(String(chosen)));
  // An address may bring along what there is elsewhere, and not here. Nor does a call have to offer
  // the screen's default to everybody. What the call says is first, the sources learn from the address.
  const isStray = values.length > 0 && !isOffered;
  const instead = inAddress[item.query] === undefined ? (first ?? values[0]) : undefined;
  useEffect(() => {
    if (isStray) setQuery({ [item.query]: instead }, { replace: true });
  }, [isStray, setQuery, item.query, instead]);
  // Something of its size, for a bar that gets another control breaks its lines anew.
  if (isPending) return <Skeleton shape="control" />;
  if (values.length === 0) return null;
  // The server's default is the first, and the address leaves defaults out.
  const current = isNone ? '' : String((isOffered ? chosen : first) ?? values[0] ?? '');
  const none = item.none && { value: '', label: text(item.none) };
  const options = [
    ...(none ? [none] : []),
    ...values.map((value) => ({ value, label: labelOf(item.enumeration, value, t) })),
  ];
  const label = options.find(({ value }) => value === current)?.label ?? '';
  // None is said in the address only where it would be something else without.
  const choose = (value: string) =>
    setQuery({ [item.query]: value === '' && first === undefined ? undefined : value });
  return (
    <>
      <Choices item={item} options={options} current={current} onChoose={choose} />
      <ControlWords label={text(item.label)} value={label} />
    </>
  );
}

interface ChoicesProps {
  readonly item: Choice;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly current: string;
  readonly onChoose: (value: string) => void;
}

function Choices({ item, options, current, onChoose }: ChoicesProps) {
  const text = useText();
  const id = useId();

  if (item.appearance === 'select') {
    return (
      <div className="control">
        <label className="control-label" htmlFor={id}>
          {text(item.label)}
        </label>
        <Select
          id={id}
          value={current}
          onChange={(event) => onChoose(event.currentTarget.value)}
          options={options}
        />
      </div>
    );
  }
  return (
    <fieldset className="control">
      <legend>{text(item.label)}</legend>
      <div className="segments">
        {options.map(({ value, label }) => (
          <label key={value} className="segment">
            <input
              type="radio"
              name={id}
              value={value}
              checked={value === current}
              onChange={() => onChoose(value)}
            />
            <span>{label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** What there is to choose from: a call's answer, or the list, which the server fills in. */
function useChoices({ options, only = [] }: Choice) {
  const { data, isPending } = useSource(options?.source);
  if (!options) return { values: only, isPending: false };
  const found = readRows(data, options.rows).map((row) =>
    String(typeof row === 'object' ? readField(row, options.value) : row),
  );
  const values = only.length > 0 ? found.filter((value) => only.includes(value)) : found;
  if (!options.first) return { values, isPending };
  // Specification §9: what the call says if it is in the list, otherwise the first.
  const said = String(resolveValue(options.first, { route: {}, query: {}, data }));
  return { values, first: values.includes(said) ? said : values[0], isPending };
}
