import { useEffect, useId, useRef, useState } from 'react';
import { useText } from '../../core/text.ts';
import { useTranslation } from '../../core/translation.ts';
import { useCombobox } from '../../core/useCombobox.ts';
import { useQuiet } from '../../core/useQuiet.ts';
import { NothingToPick, PickBox, PickLine, useListWords } from './PickBox.tsx';
import { type Pick, type PickOption, usePicked } from './usePicked.ts';

/** One of what a call answers, found by typing; the address keeps it. */
export default function PickControl({ item }: { item: Pick }) {
  const { t } = useTranslation();
  const text = useText();
  const id = useId();
  // Undefined: what is picked shows.
  const [typed, setTyped] = useState<string>();
  const search = useQuiet(typed?.trim() ?? '');
  const { rows, value, label, pick } = usePicked(item, search);
  const none: PickOption[] =
    item.none && search === '' ? [{ value: undefined, label: text(item.none) }] : [];
  const shown = [...none, ...rows.found];
  const combobox = useCombobox({
    count: shown.length,
    onPick: (at) => {
      const option = shown[at];
      if (option) pick(option);
      close();
    },
  });
  const { setIsOpen, narrow } = combobox;
  const input = useRef<HTMLInputElement>(null);
  const labelNow = label ?? none[0]?.label ?? '';
  const listWords = useListWords(rows);

  // What is typed next replaces what shows.
  const selectAll = () => {
    if (typed === undefined && input.current === document.activeElement) input.current?.select();
  };
  useEffect(selectAll);

  function close() {
    setTyped(undefined);
    setIsOpen(false);
  }

  const { isPending, error } = rows.state;
  if (rows.found.length === 0 && search === '' && !isPending && !error) {
    return <NothingToPick item={item} />;
  }
  return (
    <PickBox
      {...{ item, id, combobox, rows }}
      words={labelNow}
      onLeave={close}
      input={{
        inputRef: input,
        value: typed ?? labelNow,
        placeholder: t('forms:select.search'),
        onFocus: selectAll,
        onClick: () => {
          selectAll();
          setIsOpen(true);
        },
        onValueChange: (next) => {
          setTyped(next);
          narrow();
        },
      }}
      options={shown.map((option, at) => (
        <PickLine
          key={option.value ?? ''}
          {...{ option, at, combobox }}
          isPicked={option.value === value}
        />
      ))}
      note={
        <p className="combobox-note" role="status">
          {listWords}
        </p>
      }
    />
  );
}
