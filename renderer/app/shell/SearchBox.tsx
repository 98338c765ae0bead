import { useEffect, useRef, useState } from 'react';
import { Icon } from '../../core/Icon.tsx';
import { lazyPart } from '../../core/lazyPart.tsx';
import { useTranslation } from '../../core/translation.ts';

const SearchPanel = lazyPart(() => import('./SearchPanel.tsx'));

/** Opens the search, by Ctrl+K and, where nothing is being typed, by / as well. */
export function SearchBox() {
  const { t } = useTranslation();
  const dialog = useRef<HTMLDialogElement>(null);
  const [isOpen, setIsOpen] = useState(false);

  useEffect(() => {
    function listen(event: KeyboardEvent) {
      if (!opensSearch(event)) return;
      event.preventDefault();
      open();
    }
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  });

  function open() {
    if (!dialog.current?.open) dialog.current?.showModal();
    setIsOpen(true);
  }

  return (
    <>
      <button
        type="button"
        className="search-button"
        aria-label={t('ui:search.open')}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K /"
        onPointerEnter={SearchPanel.preload}
        onFocus={SearchPanel.preload}
        onClick={open}
      >
        <Icon name="search" />
        <span className="top-bar-label">{t('ui:search.open')}</span>
      </button>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a dialog by itself. */}
      <dialog
        ref={dialog}
        className="search-dialog"
        aria-label={t('ui:search.title')}
        onClose={() => setIsOpen(false)}
        onClick={(event) => event.target === dialog.current && dialog.current.close()}
      >
        {isOpen && <SearchPanel onClose={() => dialog.current?.close()} />}
      </dialog>
    </>
  );
}

function opensSearch({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent): boolean {
  if ((ctrlKey || metaKey) && !altKey) return key.toLowerCase() === 'k';
  const isTyping =
    target instanceof Element &&
    target.closest('input, textarea, select, [contenteditable], dialog');
  return key === '/' && !altKey && !isTyping;
}
