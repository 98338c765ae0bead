import './pick.css';
import { Button, InputGroup } from '@blueprintjs/core';
import type { ComponentProps, ReactNode } from 'react';
import { Icon } from '../../core/Icon.tsx';
import { SourceError } from '../../core/SourceError.tsx';
import { useText } from '../../core/text.ts';
import { useTranslation } from '../../core/translation.ts';
import type { useCombobox } from '../../core/useCombobox.ts';
import { ControlWords } from './ControlWords.tsx';
import type { Pick, PickOption, PickRows } from './usePicked.ts';

type Combobox = ReturnType<typeof useCombobox>;

/** An input with a list to pick from, which closes when the focus leaves it. */
export function PickBox({
  item,
  id,
  combobox: { isOpen, setIsOpen, listId, input: wiring },
  rows,
  input,
  isSeveral,
  options,
  note,
  words,
  onLeave,
  children,
}: {
  readonly item: Pick;
  readonly id: string;
  readonly combobox: Combobox;
  readonly rows: PickRows;
  /** Its right element opens the list, unless another is given. */
  readonly input: ComponentProps<typeof InputGroup>;
  readonly isSeveral?: boolean;
  readonly options: ReactNode;
  /** Under the list. */
  readonly note: ReactNode;
  /** What is picked, for paper. */
  readonly words: string;
  readonly onLeave: () => void;
  readonly children?: ReactNode;
}) {
  const { t } = useTranslation();
  const text = useText();
  const label = text(item.label);
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it only hears that the focus left it. */}
      <div
        className="control control-pick"
        onBlur={(event) => {
          if (!event.currentTarget.contains(event.relatedTarget)) onLeave();
        }}
      >
        <label className="control-label" htmlFor={id}>
          {label}
        </label>
        <div className="combobox">
          <InputGroup
            {...wiring}
            id={id}
            maxLength={100}
            aria-busy={rows.state.isFetching}
            {...input}
            rightElement={
              input.rightElement ?? (
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
          {isOpen && !rows.state.error && (
            <div className="combobox-list">
              <div
                id={listId}
                role="listbox"
                aria-multiselectable={isSeveral || undefined}
                aria-label={label}
              >
                {options}
              </div>
              {note}
            </div>
          )}
          {children}
        </div>
        {rows.state.error && <SourceError error={rows.state.error} onRetry={rows.state.refetch} />}
      </div>
      <ControlWords label={label} value={words} />
    </>
  );
}

/** In the place of a picker when there is nothing to pick at all. */
export function NothingToPick({ item }: { item: Pick }) {
  const text = useText();
  return (
    <div className="control">
      <p className="control-label">{text(item.label)}</p>
      <p role="status">{text(item.empty)}</p>
    </div>
  );
}

/** What is to be said of a list: that it loads, that nothing is found, how much more there is. */
export function useListWords({ state, found, total }: PickRows): string {
  const { t } = useTranslation();
  if (state.isPending) return t('ui:loading');
  if (found.length === 0) return t('forms:select.nothing');
  const more = total - found.length;
  return more > 0 ? t('forms:select.more', { count: more }) : '';
}

/** One line of the list. */
export function PickLine({
  option,
  at,
  combobox,
  isPicked,
  isDisabled,
  className,
  children,
}: {
  readonly option: PickOption;
  readonly at: number;
  readonly combobox: Combobox;
  readonly isPicked: boolean;
  readonly isDisabled?: boolean;
  readonly className?: string;
  readonly children?: ReactNode;
}) {
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the combobox keeps the focus and names the option (aria-activedescendant).
    <div
      {...combobox.option(at)}
      role="option"
      className={className}
      aria-selected={isPicked}
      aria-disabled={isDisabled}
    >
      {children}
      {option.label}
    </div>
  );
}
