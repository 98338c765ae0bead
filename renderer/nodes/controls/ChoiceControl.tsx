import { useEffect, useId } from 'react';
import { readField, resolveValue, useQueryState } from '../../core/bindings.ts';
import { isEmptyPeriod } from '../../core/callError.ts';
import { readRows, useSource } from '../../core/data.ts';
import { Select } from '../../core/Select.tsx';
import { Skeleton } from '../../core/Skeleton.tsx';
import { SourceError } from '../../core/SourceError.tsx';
import { labelOf, useText } from '../../core/text.ts';
import { useTranslation } from '../../core/translation.ts';
import { ControlWords } from './ControlWords.tsx';
import type { Control } from './PeriodControl.tsx';

type Choice = Extract<Control, { kind: 'choice' }>;

/** One of an enumeration, side by side or in a list. */
export function ChoiceControl({ item }: { item: Choice }) {
  const { options, only = [] } = item;
  // What the server has filled in needs no call.
  return options ? (
    <OfferedChoice item={item} options={options} />
  ) : (
    <KnownChoice item={item} values={only} />
  );
}

interface OfferedChoiceProps {
  readonly item: Choice;
  readonly options: NonNullable<Choice['options']>;
}

/** Of what a call's answer offers. */
function OfferedChoice({ item, options }: OfferedChoiceProps) {
  const { only = [] } = item;
  const { data, error, isPending, refetch } = useSource(options.source);
  // Something of its size, for a bar that gets another control breaks its lines anew.
  if (isPending) return <Skeleton shape="control" />;
  // That nothing was measured is said where it would be shown.
  if (error && data === undefined && !isEmptyPeriod(error)) {
    return <SourceError error={error} onRetry={refetch} />;
  }
  const found = readRows(data, options.rows).map((row) =>
    String(typeof row === 'object' ? readField(row, options.value) : row),
  );
  const values = only.length > 0 ? found.filter((value) => only.includes(value)) : found;
  if (!options.first) return <KnownChoice item={item} values={values} />;
  // Specification §9: what the call says if it is in the list, otherwise the first.
  const said = String(resolveValue(options.first, { route: {}, query: {}, data }));
  const first = values.includes(said) ? said : values[0];
  return <KnownChoice item={item} values={values} first={first} />;
}

interface KnownChoiceProps {
  readonly item: Choice;
  readonly values: readonly string[];
  /** What is chosen while nothing is, where a call says so. */
  readonly first?: string | undefined;
}

function KnownChoice({ item, values, first }: KnownChoiceProps) {
  const { t } = useTranslation();
  const text = useText();
  const [query, setQuery, inAddress] = useQueryState();
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
  if (values.length === 0) return null;
  // The server's default is the first, and the address leaves defaults out.
  const current = isNone ? '' : String((isOffered ? chosen : first) ?? values[0] ?? '');
  const none = item.none && { value: '', label: text(item.none) };
  const options = [
    ...(none ? [none] : []),
    ...values.map((value) => ({ value, label: labelOf(item.enumeration, value, t) })),
  ];
  const label = text(item.label);
  // None is said in the address only where it would be something else without.
  const choose = (value: string) =>
    setQuery({ [item.query]: value === '' && first === undefined ? undefined : value });
  return (
    <>
      <Choices
        isList={item.appearance === 'select'}
        label={label}
        options={options}
        current={current}
        onChoose={choose}
      />
      <ControlWords
        label={label}
        value={options.find(({ value }) => value === current)?.label ?? ''}
      />
    </>
  );
}

interface ChoicesProps {
  readonly isList: boolean;
  readonly label: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly current: string;
  readonly onChoose: (value: string) => void;
}

function Choices({ isList, label, options, current, onChoose }: ChoicesProps) {
  const id = useId();

  if (isList) {
    return (
      <div className="control">
        <label className="control-label" htmlFor={id}>
          {label}
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
      <legend>{label}</legend>
      <div className="segments">
        {options.map(({ value, label: words }) => (
          <label key={value} className="segment">
            <input
              type="radio"
              name={id}
              value={value}
              checked={value === current}
              onChange={() => onChoose(value)}
            />
            <span>{words}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
