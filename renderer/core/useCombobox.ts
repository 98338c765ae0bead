import './combobox.css';
import { type KeyboardEvent, type MouseEvent, useEffect, useId, useState } from 'react';

interface ComboboxOptions {
  /** How many options the list shows. */
  readonly count: number;
  readonly onPick: (at: number) => void;
}

/** The keys and attributes of an input with a list of options (WAI-ARIA's combobox). */
export function useCombobox({ count, onPick }: ComboboxOptions) {
  const listId = useId();
  const [isOpen, setIsOpen] = useState(false);
  const [active, setActive] = useState(0);
  const activeId = isOpen && active < count ? `${listId}-${active}` : undefined;

  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView?.({ block: 'nearest' });
  }, [activeId]);

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      setIsOpen(true);
      const step = event.key === 'ArrowDown' ? 1 : -1;
      if (isOpen) setActive((active + step + count) % Math.max(1, count));
    } else if (event.key === 'Enter' && isOpen) {
      // An open list keeps it from the form, also where nothing was found.
      event.preventDefault();
      if (active < count) onPick(active);
    } else if (event.key === 'Escape' && isOpen) {
      event.stopPropagation();
      setIsOpen(false);
    }
  }

  return {
    isOpen,
    setIsOpen,
    listId,
    /** What was typed narrows the list, and its first option is the likeliest. */
    narrow: () => {
      setIsOpen(true);
      setActive(0);
    },
    input: {
      role: 'combobox',
      'aria-expanded': isOpen,
      'aria-controls': listId,
      'aria-autocomplete': 'list',
      'aria-activedescendant': activeId,
      autoComplete: 'off',
      onClick: () => setIsOpen(true),
      onKeyDown,
    } as const,
    option: (at: number) => ({
      id: `${listId}-${at}`,
      'data-active': at === active,
      // The focus stays in the input.
      onMouseDown: (event: MouseEvent) => event.preventDefault(),
      onClick: () => onPick(at),
    }),
  };
}
