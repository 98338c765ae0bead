import './pick.css';
import { Button, InputGroup } from '@blueprintjs/core';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../core/Icon.tsx';
import { SourceError } from '../../core/SourceError.tsx';
import { useText } from '../../core/text.ts';
import { useCombobox } from '../../core/useCombobox.ts';
import { useQuiet } from '../../core/useQuiet.ts';
import { ControlWords } from './ControlWords.tsx';
import { type Pick, type PickOption, useSeveralPicked } from './usePicked.ts';

/** Several of what a call answers, found by typing and ticked; the address keeps them. */
export default function MultiPickControl({ item }: { item: Pick }) {
  const { t } = useTranslation();
  const text = useText();
  const id = useId();
  // Undefined: what is picked shows.
  const [typed, setTyped] = useState<string>();
  const search = useQuiet(typed?.trim() ?? '');
  const { rows, found, picked, total, set } = useSeveralPicked(item, search);
  const most = item.most ?? Number.POSITIVE_INFINITY;
  const isFull = picked.length >= most;
  const isPicked = ({ value }: PickOption) => picked.some((one) => one.value === value);
  const { isOpen, setIsOpen, listId, narrow, ...combobox } = useCombobox({
    count: found.length,
    onPick: (at) => {
      const option = found[at];
      if (option) toggle(option);
    },
  });
  const words = describePicked();
  const count = isFull
    ? t('ui:pick.full', { count: item.most })
    : t('ui:pick.count', { count: picked.length, most: item.most });

  function toggle(option: PickOption) {
    if (isPicked(option)) set(picked.filter(({ value }) => value !== option.value));
    else if (!isFull) set([...picked, option]);
  }

  function close() {
    setTyped(undefined);
    setIsOpen(false);
  }

  function describePicked(): string {
    const [first] = picked;
    if (!first) return text(item.none ?? item.label);
    if (picked.length === 1) return first.label;
    return t('ui:pick.several', { first: first.label, count: picked.length - 1 });
  }

  function describeList(): string {
    if (rows.isPending) return t('ui:loading');
    if (found.length === 0) return t('forms:select.nothing');
    const more = total - found.length;
    return more > 0 ? t('forms:select.more', { count: more }) : '';
  }

  if (found.length === 0 && picked.length === 0 && search === '' && rows.data !== undefined) {
    return (
      <div className="control">
        <p className="control-label">{text(item.label)}</p>
        <p role="status">{text(item.empty)}</p>
      </div>
    );
  }
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it only hears that the focus left it. */}
      <div
        className="control control-pick"
        onBlur={(event) => {
          if (!event.currentTarget.contains(event.relatedTarget)) close();
        }}
      >
        <label className="control-label" htmlFor={id}>
          {text(item.label)}
        </label>
        <div className="combobox">
          <InputGroup
            {...combobox.input}
            id={id}
            maxLength={100}
            value={typed ?? (isOpen ? '' : words)}
            placeholder={isOpen ? t('forms:select.search') : undefined}
            aria-busy={rows.isFetching}
            aria-describedby={`${id}-count`}
            onKeyDown={(event) => {
              if (event.key === 'Escape') setTyped(undefined);
              combobox.input.onKeyDown(event);
            }}
            onValueChange={(next) => {
              setTyped(next);
              narrow();
            }}
            rightElement={
              picked.length > 0 ? (
                <Button
                  variant="minimal"
                  size="small"
                  aria-label={t('ui:pick.clear', { label: text(item.label) })}
                  title={t('ui:pick.clear', { label: text(item.label) })}
                  icon={<Icon name="close" />}
                  onClick={() => set([])}
                />
              ) : (
                <Button
                  variant="minimal"
                  size="small"
                  tabIndex={-1}
                  aria-label={t('forms:select.open')}
                  icon={<Icon name="caret-down" />}
                  onClick={() => setIsOpen(!isOpen)}
                />
              )
            }
          />
          {isOpen && !rows.error && (
            <div className="combobox-list">
              <div id={listId} role="listbox" aria-multiselectable aria-label={text(item.label)}>
                {found.map((option, at) => (
                  // biome-ignore lint/a11y/useFocusableInteractive: the combobox keeps the focus and names the option (aria-activedescendant).
                  <div
                    key={option.value}
                    {...combobox.option(at)}
                    role="option"
                    className="pick-option"
                    aria-selected={isPicked(option)}
                    aria-disabled={isFull && !isPicked(option)}
                  >
                    <Icon name="tick" />
                    {option.label}
                  </div>
                ))}
              </div>
              <p className="combobox-note pick-note">
                {count}
                <span role="status">{describeList()}</span>
              </p>
            </div>
          )}
          <p id={`${id}-count`} className="visually-hidden" role="status">
            {count}
          </p>
        </div>
        {rows.error && <SourceError error={rows.error} onRetry={rows.refetch} />}
      </div>
      <ControlWords label={text(item.label)} value={picked.map(({ label }) => label).join(', ')} />
    </>
  );
}
