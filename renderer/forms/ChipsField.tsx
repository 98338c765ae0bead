import './chips.css';
import {
  type ErrorSchema,
  type FieldProps,
  getUiOptions,
  type RJSFSchema,
  toFieldPathId,
  type UiSchema,
} from '@rjsf/utils';
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from '../core/translation.ts';
import { arrangeChips, type Chip, type ChipChoice, moved } from './arrangeChips.ts';
import { FormIcon } from './FormIcon.tsx';
import { hasErrors } from './hasErrors.ts';
import { useChipDrag } from './useChipDrag.ts';
import { errorIdOf, helpIdOf } from './wiring.ts';

type Item = Readonly<Record<string, unknown>> | string;
export type ChipsFieldProps = FieldProps & {
  /** Left out: those of the schema. */
  readonly choices?: readonly ChipChoice[];
};

const steps: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowUp: -1,
  ArrowRight: 1,
  ArrowDown: 1,
};

/**
 * A list of choices in an order: all there are as chips, which are ticked, and dragged or moved by Alt
 * and an arrow. Entries are values, or objects that hold one (option `choice`) and details beside it.
 * With the option `noneIsAll` an empty list stands for all, so that all are ticked.
 */
export default function ChipsField(props: ChipsFieldProps) {
  const { uiSchema, schema, fieldPathId, onChange, required } = props;
  const formData = props.formData as readonly Item[] | undefined;
  const { t } = useTranslation();
  const { $id: id, path } = fieldPathId;
  const { choice, noneIsAll, help } = getUiOptions(uiSchema) as Options;
  const choices = props.choices ?? choicesOf(schema, uiSchema);
  const isClosed = Boolean(props.disabled) || Boolean(props.readonly);
  const box = useRef<HTMLUListElement>(null);
  const focused = useRef<string>(undefined);
  const [order, setOrder] = useState<readonly string[]>([]);
  const [open, setOpen] = useState<string>();
  const [said, setSaid] = useState('');
  // What was said of a column comes back with it.
  const dropped = useRef(new Map<string, Item>());

  const isWhole = noneIsAll === true && !formData?.length;
  const toItem = (value: unknown): Item => (choice ? { [choice]: value } : String(value));
  const items = isWhole ? choices.map(({ value }) => toItem(value)) : (formData ?? []);
  const choiceIn = (item: Item) => (typeof item === 'string' ? item : item[choice ?? '']);
  const chips = arrangeChips(choices, items.map(choiceIn), order);
  const keys = chips.map(({ key }) => key);
  const ticked = chips.filter(({ at }) => at !== undefined);

  function take(next: readonly Chip[], isOpen = open !== undefined) {
    const list = next.flatMap(({ at, key, value }) => {
      if (at === undefined) return [];
      return [items[at] ?? dropped.current.get(key) ?? toItem(value)];
    });
    setOrder(next.map(({ key }) => key));
    const isPlain = (item: Item, at: number) =>
      choiceIn(item) === choices[at]?.value && (typeof item === 'string' || isBare(item));
    const areAll = noneIsAll && list.length === choices.length && list.every(isPlain);
    onChange(areAll && !isOpen ? undefined : list, path);
  }

  function toggle(chip: Chip) {
    const { at, key } = chip;
    // None would stand for all.
    if (at !== undefined && noneIsAll && ticked.length === 1) return;
    const item = at === undefined ? undefined : items[at];
    if (item !== undefined) dropped.current.set(key, item);
    if (open === key) setOpen(undefined);
    // Any place that isn't one of the list: it is taken as new.
    const place = at === undefined ? items.length : undefined;
    take(chips.map((one) => (one.key === key ? { ...one, at: place } : one)));
  }

  function move(from: number, to: number) {
    const chip = chips[from];
    if (!chip || to < 0 || to >= chips.length) return;
    take(moved(chips, from, to));
    setSaid(t('forms:chips.moved', { label: chip.label, place: to + 1, total: chips.length }));
  }

  function onKeyDown(event: KeyboardEvent, place: number) {
    const by = steps[event.key];
    if (!event.altKey || by === undefined) return;
    // Alt and an arrow would go back in the history.
    event.preventDefault();
    focused.current = keys[place];
    move(place, place + by);
  }

  // What is moved in the document loses the focus.
  useLayoutEffect(() => {
    const place = focused.current === undefined ? -1 : keys.indexOf(focused.current);
    focused.current = undefined;
    box.current?.children[place]?.querySelector<HTMLElement>('.chip-tick')?.focus();
  });

  const drag = useChipDrag(keys, { isClosed, onMove: move });
  const details = detailsOf(schema, choice);
  const faults = props.errorSchema as Readonly<Record<number, ErrorSchema>> | undefined;
  const describedBy = [
    `${id}__hint`,
    help ? helpIdOf(id) : undefined,
    props.rawErrors?.length ? errorIdOf(id) : undefined,
  ];

  return (
    <fieldset
      id={id}
      className="form-chips"
      aria-describedby={describedBy.filter(Boolean).join(' ')}
      onBlur={() => props.onBlur(id, formData)}
    >
      <legend className="form-label">
        {uiSchema?.['ui:title'] ?? schema.title}
        {required && (
          <span className="form-required" aria-hidden="true">
            *
          </span>
        )}
      </legend>
      <ul ref={box} className="chip-list" {...drag.list}>
        {chips.map((chip, place) => {
          const { key, label, at } = chip;
          const isTicked = at !== undefined;
          return (
            <li
              key={key}
              className="chip-choice"
              data-ticked={isTicked}
              data-dragged={drag.dragged === key}
              {...drag.entry(key)}
            >
              <span className="chip-grip">
                <FormIcon name="grip" />
              </span>
              <button
                type="button"
                className="chip-tick"
                aria-pressed={isTicked}
                disabled={isClosed}
                onClick={() => toggle(chip)}
                onKeyDown={(event) => onKeyDown(event, place)}
              >
                <FormIcon name={isTicked ? 'tick' : 'blank'} />
                {label}
                {isTicked && <Note item={items[at]} choice={choice} />}
              </button>
              {isTicked && details.length > 0 && (
                <button
                  type="button"
                  className="chip-more"
                  aria-label={t('forms:chips.details', { label })}
                  title={t('forms:chips.details', { label })}
                  aria-expanded={open === key}
                  disabled={isClosed}
                  onClick={() => {
                    const isOpen = open !== key;
                    setOpen(isOpen ? key : undefined);
                    take(chips, isOpen);
                  }}
                >
                  <FormIcon name="edit" />
                </button>
              )}
            </li>
          );
        })}
      </ul>
      <p id={`${id}__hint`} className="form-help">
        {t('forms:chips.hint')}
      </p>
      <span className="visually-hidden" role="status">
        {said}
      </span>
      {!isWhole &&
        chips
          .filter(({ key, at }) => at !== undefined && (key === open || hasErrors(faults?.[at])))
          .map(({ key, label, at = 0 }) => (
            <ChipDetails key={key} {...props} label={label} at={at} />
          ))}
    </fieldset>
  );
}

interface Options {
  readonly choice?: string;
  readonly noneIsAll?: boolean;
  readonly help?: unknown;
}

/** What is said of one entry beside its choice. */
function ChipDetails(props: ChipsFieldProps & { readonly label: string; readonly at: number }) {
  const { at, label, registry, schema, uiSchema, formData, fieldPathId, errorSchema } = props;
  const { SchemaField } = registry.fields;
  const item = schema.items as RJSFSchema;
  const own = (errorSchema as Readonly<Record<number, ErrorSchema>> | undefined)?.[at];
  const itemUi = uiSchema?.['items'] as UiSchema;
  if (!SchemaField) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: fieldsets in fieldsets are read out once more for each.
    <div className="form-item" role="group" aria-label={label}>
      <div className="form-item-content">
        <p className="form-label">{label}</p>
        <SchemaField
          name={String(at)}
          schema={registry.schemaUtils.retrieveSchema(item, formData?.[at])}
          uiSchema={itemUi}
          formData={formData?.[at]}
          {...(own && { errorSchema: own })}
          fieldPathId={toFieldPathId(at, registry.globalFormOptions, fieldPathId)}
          onChange={props.onChange}
          onBlur={props.onBlur}
          onFocus={props.onFocus}
          registry={registry}
          disabled={Boolean(props.disabled)}
          readonly={Boolean(props.readonly)}
        />
      </div>
    </div>
  );
}

/** The details of an entry, in short. */
function Note({ item, choice }: { item: Item | undefined; choice: string | undefined }) {
  if (typeof item !== 'object') return null;
  const said = Object.entries(item).flatMap(([name, value]) =>
    name === choice || value === undefined || value === '' ? [] : [String(value)],
  );
  return said.length > 0 ? <span className="choice-note">{said.join(', ')}</span> : null;
}

const isBare = (item: Readonly<Record<string, unknown>>) =>
  Object.values(item).filter((value) => value !== undefined).length === 1;

/** The fields of an entry beside its choice. */
function detailsOf({ items }: RJSFSchema, choice: string | undefined): string[] {
  const { properties = {} } = (items ?? {}) as RJSFSchema;
  return Object.keys(properties).filter((name) => name !== choice);
}

function choicesOf({ items }: RJSFSchema, uiSchema: FieldProps['uiSchema']): ChipChoice[] {
  const { choice } = getUiOptions(uiSchema) as Options;
  const entry = (items ?? {}) as RJSFSchema;
  const own = (choice ? entry.properties?.[choice] : entry) as RJSFSchema | undefined;
  const { enumNames } = getUiOptions(uiSchema);
  const names = Array.isArray(enumNames) ? enumNames : [];
  return (own?.enum ?? []).map((value, at) => ({ value, label: String(names[at] ?? value) }));
}
