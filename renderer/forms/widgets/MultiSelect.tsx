import { Button } from '@blueprintjs/core';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../core/Icon.tsx';
import { FormIcon } from '../FormIcon.tsx';
import { Chip } from './Chip.tsx';

export interface MultiChoice {
  readonly value: unknown;
  readonly label: string;
  readonly isDisabled?: boolean;
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
  chosen,
  placeholder,
  onChange,
  onBlur,
  disabled,
  ...wiring
}: MultiSelectProps) {
  const { t } = useTranslation();
  const listId = useId();
  const input = useRef<HTMLInputElement>(null);
  const [search, setSearch] = useState('');
  const [isOpen, setIsOpen] = useState(false);
  const [active, setActive] = useState(0);
  const wanted = search.trim().toLocaleLowerCase();
  const found = choices.filter(({ label }) => label.toLocaleLowerCase().includes(wanted));
  const shown = found.slice(0, maxShown);

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
    const choice = shown[active];
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      setIsOpen(true);
      const step = event.key === 'ArrowDown' ? 1 : -1;
      if (isOpen) setActive((active + step + shown.length) % Math.max(1, shown.length));
    } else if (event.key === 'Enter' && isOpen && choice) {
      event.preventDefault();
      toggle(choice);
    } else if (event.key === 'Escape' && isOpen) {
      event.stopPropagation();
      setIsOpen(false);
    } else if (event.key === 'Backspace' && search === '' && chosen.length > 0) {
      onChange(chosen.slice(0, -1) as unknown[]);
    }
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only hears that the focus left it.
    <div
      className="multi-select"
      onBlur={(event) => {
        if (event.currentTarget.contains(event.relatedTarget)) return;
        setIsOpen(false);
        setSearch('');
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
          role="combobox"
          aria-expanded={isOpen}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={isOpen && shown[active] ? `${listId}-${active}` : undefined}
          autoComplete="off"
          disabled={disabled}
          placeholder={chosen.length === 0 ? placeholder || t('forms:select.search') : ''}
          value={search}
          onChange={(event) => {
            setSearch(event.currentTarget.value);
            setIsOpen(true);
            setActive(0);
          }}
          onClick={() => setIsOpen(true)}
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
        <div id={listId} role="listbox" aria-multiselectable className="multi-select-list">
          {shown.map((choice, at) => (
            // biome-ignore lint/a11y/useFocusableInteractive lint/a11y/useKeyWithClickEvents: the combobox keeps the focus and names the option (aria-activedescendant).
            <div
              key={String(choice.value)}
              id={`${listId}-${at}`}
              role="option"
              aria-selected={chosen.includes(choice.value)}
              aria-disabled={choice.isDisabled}
              data-active={at === active}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => toggle(choice)}
            >
              <FormIcon name={chosen.includes(choice.value) ? 'tick' : 'blank'} />
              {choice.label}
            </div>
          ))}
          {shown.length === 0 && <p className="multi-select-none">{t('forms:select.nothing')}</p>}
          {found.length > shown.length && (
            <p className="multi-select-none">
              {t('forms:select.more', { count: found.length - shown.length })}
            </p>
          )}
        </div>
      )}
    </div>
  );
}
