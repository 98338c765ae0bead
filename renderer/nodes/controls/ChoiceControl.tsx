import { useEffect, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { readField, useQueryState } from '../../core/bindings.ts';
import { readRows, useSource } from '../../core/data.ts';
import { Select } from '../../core/Select.tsx';
import { Skeleton } from '../../core/Skeleton.tsx';
import { labelOf, useText } from '../../core/text.ts';
import { ControlWords } from './ControlWords.tsx';
import type { Control } from './PeriodControl.tsx';

type Choice = Extract<Control, { kind: 'choice' }>;

/** One of an enumeration, side by side or in a list. */
export function ChoiceControl({ item }: { item: Choice }) {
  const { t } = useTranslation();
  const text = useText();
  const [query, setQuery, inAddress] = useQueryState();
  const { values, isPending } = useChoices(item);
  const chosen = query[item.query];
  const isOffered = chosen === undefined || values.includes(String(chosen));
  // An address may bring along what there is elsewhere, and not here. Nor does a call have to offer
  // the screen's default to everybody.
  const isStray = values.length > 0 && !isOffered;
  const instead = inAddress[item.query] === undefined ? values[0] : undefined;
  useEffect(() => {
    if (isStray) setQuery({ [item.query]: instead }, { replace: true });
  }, [isStray, setQuery, item.query, instead]);
  // Something of its size, for a bar that gets another control breaks its lines anew.
  if (isPending) return <Skeleton shape="control" />;
  if (values.length === 0) return null;
  // The server's default is the first, and the address leaves defaults out.
  const current = String((isOffered ? chosen : undefined) ?? values[0] ?? '');
  return (
    <>
      <Choices item={item} values={values} current={current} />
      <ControlWords label={text(item.label)} value={labelOf(item.enumeration, current, t)} />
    </>
  );
}

interface ChoicesProps {
  readonly item: Choice;
  readonly values: readonly string[];
  readonly current: string;
}

function Choices({ item, values, current }: ChoicesProps) {
  const { t } = useTranslation();
  const text = useText();
  const id = useId();
  const [, setQuery] = useQueryState();
  const choose = (value: string) => setQuery({ [item.query]: value });

  if (item.appearance === 'select') {
    return (
      <div className="control">
        <label className="control-label" htmlFor={id}>
          {text(item.label)}
        </label>
        <Select
          id={id}
          value={current}
          onChange={(event) => choose(event.currentTarget.value)}
          options={values.map((value) => ({ value, label: labelOf(item.enumeration, value, t) }))}
        />
      </div>
    );
  }
  return (
    <fieldset className="control">
      <legend>{text(item.label)}</legend>
      <div className="segments">
        {values.map((value) => (
          <label key={value} className="segment">
            <input
              type="radio"
              name={id}
              value={value}
              checked={value === current}
              onChange={() => choose(value)}
            />
            <span>{labelOf(item.enumeration, value, t)}</span>
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
  const found = readRows(data, options.rows).map((row) => String(readField(row, options.value)));
  const values = only.length > 0 ? found.filter((value) => only.includes(value)) : found;
  return { values, isPending };
}
