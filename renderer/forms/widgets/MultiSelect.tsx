import { Button } from '@blueprintjs/core';
import { type KeyboardEvent, useRef, useState } from 'react';
import { Icon } from '../../core/Icon.tsx';
import { useTranslation } from '../../core/translation.ts';
import { useCombobox } from '../../core/useCombobox.ts';
import { FormIcon } from '../FormIcon.tsx';
import { Chip } from './Chip.tsx';

export interface MultiChoice {
  readonly value: unknown;
  readonly label: string;
  readonly isDisabled?: boolean;
  /** Said behind it in the list. */
  readonly note?: string | undefined;
}

interface MultiSelectProps {
  readonly id: string;
  readonly name: string;
  readonly disabled: boolean;
  readonly autoFocus: boolean;
  readonly 'aria-required': boolean | undefined;
  readonly 'aria-invalid': boolean | undefined;
  readonly 'aria-describedby': string | undefined;
  readonly choices: readonly MultiChoice[];
  /** What `onSearch` has found; the choices are all that were ever found, for their labels. */
  readonly found?: { readonly choices: readonly MultiChoice[]; readonly total: number } | undefined;
  readonly onSearch?: ((text: string) => void) | undefined;
  readonly chosen: readonly unknown[];
  readonly placeholder: string | undefined;
  readonly onChange: (values: unknown[]) => void;
  readonly onBlur: () => void;
}

/** Longer lists than this are searched, not scrolled. */
const maxShown = 100;

/** Several of a list: a combobox whose list filters while one types (WAI-ARIA's pattern). */
export function MultiSelect({
  choices,
  found: searched,
  onSearch,
  chosen,
  placeholder,
  onChange,
  onBlur,
  disabled,
  ...wiring
}: MultiSelectProps) {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const [search, setSearch] = useState('');
  const wanted = search.trim().toLocaleLowerCase();
  const found =
    searched?.choices ?? choices.filter(({ label }) => label.toLocaleLowerCase().includes(wanted));
  const shown = found.slice(0, maxShown);
  const hidden = (searched?.total ?? found.length) - shown.length;
  const { isOpen, setIsOpen, listId, ...combobox } = useCombobox({
    count: shown.length,
    onPick: (at) => {
      const choice = shown[at];
      if (choice) toggle(choice);
    },
  });

  function type(text: string) {
    setSearch(text);
    onSearch?.(text);
  }

  function toggle({ value, isDisabled }: MultiChoice) {
    if (isDisabled) return;
    const isChosen = chosen.includes(value);
    // In the order of the list, so that equal choices are equal data.
    onChange(
      choices
        .map((choice) => choice.value)
        .filter((one) => (one === value ? !isChosen : chosen.includes(one))),
    );
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Backspace' && search === '' && chosen.length > 0) {
      onChange(chosen.slice(0, -1) as unknown[]);
    } else {
      combobox.input.onKeyDown(event);
    }
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only hears that the focus left it.
    <div
      className="multi-select"
      onBlur={(event) => {
        if (event.currentTarget.contains(event.relatedTarget)) return;
        setIsOpen(false);
        type('');
        onBlur();
      }}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: only a larger target for the input in it. */}
      <div
        className="multi-select-box"
        data-disabled={disabled}
        onClick={() => input.current?.focus()}
      >
        {choices
          .filter(({ value }) => chosen.includes(value))
          .map((choice) => (
            <Chip
              key={String(choice.value)}
              label={choice.label}
              onRemove={disabled ? undefined : () => toggle(choice)}
            />
          ))}
        <input
          {...wiring}
          ref={input}
          {...combobox.input}
          disabled={disabled}
          placeholder={chosen.length === 0 ? placeholder || t('forms:select.search') : ''}
          value={search}
          onChange={(event) => {
            type(event.currentTarget.value);
            combobox.narrow();
          }}
          onKeyDown={onKeyDown}
        />
        <Button
          variant="minimal"
          size="small"
          tabIndex={-1}
          disabled={disabled}
          aria-label={t('forms:select.open')}
          icon={<Icon name="caret-down" />}
          onClick={() => setIsOpen(!isOpen)}
        />
      </div>
      {isOpen && (
        <div id={listId} role="listbox" aria-multiselectable className="combobox-list">
          {shown.map((choice, at) => (
            // biome-ignore lint/a11y/useFocusableInteractive: the combobox keeps the focus and names the option (aria-activedescendant).
            <div
              key={String(choice.value)}
              {...combobox.option(at)}
              role="option"
              aria-selected={chosen.includes(choice.value)}
              aria-disabled={choice.isDisabled}
            >
              <FormIcon name={chosen.includes(choice.value) ? 'tick' : 'blank'} />
              {choice.label}
              {choice.note && <span className="choice-note">{choice.note}</span>}
            </div>
          ))}
          {shown.length === 0 && <p className="combobox-note">{t('forms:select.nothing')}</p>}
          {hidden > 0 && (
            <p className="combobox-note">{t('forms:select.more', { count: hidden })}</p>
          )}
        </div>
      )}
    </div>
  );
}
