import { Button } from '@blueprintjs/core';
import { useId, useState } from 'react';
import { Icon } from '../../core/Icon.tsx';
import { useText } from '../../core/text.ts';
import { useTranslation } from '../../core/translation.ts';
import { useCombobox } from '../../core/useCombobox.ts';
import { useQuiet } from '../../core/useQuiet.ts';
import { NothingToPick, PickBox, PickLine, useListWords } from './PickBox.tsx';
import { type Pick, type PickOption, useSeveralPicked } from './usePicked.ts';

/** Several of what a call answers, found by typing and ticked; the address keeps them. */
export default function MultiPickControl({ item }: { item: Pick }) {
  const { t } = useTranslation();
  const text = useText();
  const id = useId();
  // Undefined: what is picked shows.
  const [typed, setTyped] = useState<string>();
  const search = useQuiet(typed?.trim() ?? '');
  const { rows, picked, set } = useSeveralPicked(item, search);
  const { found } = rows;
  const most = item.most ?? Number.POSITIVE_INFINITY;
  const isFull = picked.length >= most;
  const isPicked = ({ value }: PickOption) => picked.some((one) => one.value === value);
  const combobox = useCombobox({
    count: found.length,
    onPick: (at) => {
      const option = found[at];
      if (option) toggle(option);
    },
  });
  const { isOpen, setIsOpen, narrow, input } = combobox;
  const listWords = useListWords(rows);
  const clear = t('ui:pick.clear', { label: text(item.label) });
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

  if (found.length === 0 && picked.length === 0 && search === '' && rows.state.data !== undefined) {
    return <NothingToPick item={item} />;
  }
  const clearButton = (
    <Button
      variant="minimal"
      size="small"
      aria-label={clear}
      title={clear}
      icon={<Icon name="close" />}
      onClick={() => set([])}
    />
  );
  return (
    <PickBox
      {...{ item, id, combobox, rows }}
      isSeveral
      words={picked.map(({ label }) => label).join(', ')}
      onLeave={close}
      input={{
        value: typed ?? (isOpen ? '' : describePicked()),
        placeholder: isOpen ? t('forms:select.search') : undefined,
        'aria-describedby': `${id}-count`,
        onKeyDown: (event) => {
          if (event.key === 'Escape') setTyped(undefined);
          input.onKeyDown(event);
        },
        onValueChange: (next) => {
          setTyped(next);
          narrow();
        },
        ...(picked.length > 0 && { rightElement: clearButton }),
      }}
      options={found.map((option, at) => (
        <PickLine
          key={option.value}
          {...{ option, at, combobox }}
          className="pick-option"
          isPicked={isPicked(option)}
          isDisabled={isFull && !isPicked(option)}
        >
          <Icon name="tick" />
        </PickLine>
      ))}
      note={
        <p className="combobox-note pick-note">
          {count}
          <span role="status">{listWords}</span>
        </p>
      }
    >
      <p id={`${id}-count`} className="visually-hidden" role="status">
        {count}
      </p>
    </PickBox>
  );
}
