import './pick.css';
import { Button, InputGroup } from '@blueprintjs/core';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../core/Icon.tsx';
import { SourceError } from '../../core/SourceError.tsx';
import { useText } from '../../core/text.ts';
import { useCombobox } from '../../core/useCombobox.ts';
import { useQuiet } from '../../core/useQuiet.ts';
import { ControlWords } from './ControlWords.tsx';
import { type Pick, type PickOption, usePicked } from './usePicked.ts';

/** One of what a call answers, found by typing; the address keeps it. */
export default function PickControl({ item }: { item: Pick }) {
  const { t } = useTranslation();
  const text = useText();
  const id = useId();
  // Undefined: what is picked shows.
  const [typed, setTyped] = useState<string>();
  const search = useQuiet(typed?.trim() ?? '');
  const { rows, options, total, value, label, pick } = usePicked(item, search);
  const none: PickOption[] =
    item.none && search === '' ? [{ value: undefined, label: text(item.none) }] : [];
  const shown = [...none, ...options];
  const { isOpen, setIsOpen, listId, narrow, ...combobox } = useCombobox({
    count: shown.length,
    onPick: (at) => {
      const option = shown[at];
      if (option) pick(option);
      close();
    },
  });
  const input = useRef<HTMLInputElement>(null);
  const labelNow = label ?? none[0]?.label ?? '';

  // What is typed next replaces what shows.
  const selectAll = () => {
    if (typed === undefined && input.current === document.activeElement) input.current?.select();
  };
  useEffect(selectAll);

  function close() {
    setTyped(undefined);
    setIsOpen(false);
  }

  if (options.length === 0 && search === '' && !rows.isPending && !rows.error) {
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
            inputRef={input}
            maxLength={100}
            value={typed ?? labelNow}
            placeholder={t('forms:select.search')}
            aria-busy={rows.isFetching}
            onFocus={selectAll}
            onClick={() => {
              selectAll();
              setIsOpen(true);
            }}
            onValueChange={(next) => {
              setTyped(next);
              narrow();
            }}
            rightElement={
              <Button
                variant="minimal"
                size="small"
                tabIndex={-1}
                aria-label={t('forms:select.open')}
                icon={<Icon name="caret-down" />}
                onClick={() => setIsOpen(!isOpen)}
              />
            }
          />
          {isOpen && !rows.error && (
            <div className="combobox-list">
              <div id={listId} role="listbox" aria-label={text(item.label)}>
                {shown.map((option, at) => (
                  // biome-ignore lint/a11y/useFocusableInteractive: the combobox keeps the focus and names the option (aria-activedescendant).
                  <div
                    key={option.value ?? ''}
                    {...combobox.option(at)}
                    role="option"
                    aria-selected={option.value === value}
                  >
                    {option.label}
                  </div>
                ))}
              </div>
              <p className="combobox-note" role="status">
                {describe()}
              </p>
            </div>
          )}
        </div>
        {rows.error && <SourceError error={rows.error} onRetry={rows.refetch} />}
      </div>
      <ControlWords label={text(item.label)} value={labelNow} />
    </>
  );

  function describe(): string {
    if (rows.isPending) return t('ui:loading');
    if (options.length === 0) return t('forms:select.nothing');
    const more = total - options.length;
    return more > 0 ? t('forms:select.more', { count: more }) : '';
  }
}
