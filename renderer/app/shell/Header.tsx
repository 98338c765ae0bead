import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Icon } from '../../core/Icon.tsx';
import { Brand } from './Brand.tsx';
import { Navigation } from './Navigation.tsx';
import { UserMenu } from './UserMenu.tsx';

/** Product, and on narrow screens the navigation's drawer; the user's menu. */
export function Header({ hasNavigation }: { hasNavigation: boolean }) {
  const { t } = useTranslation();
  return (
    <header className="header">
      {hasNavigation && <NavigationDrawer />}
      <Link className="header-brand" to="/" aria-label={t('ui:home')}>
        <Brand />
      </Link>
      <div className="header-space" />
      <UserMenu />
    </header>
  );
}

function NavigationDrawer() {
  const { t } = useTranslation();
  const dialog = useRef<HTMLDialogElement>(null);
  const close = () => dialog.current?.close();

  useEffect(() => {
    // Grown wide: the navigation now stands beside the screen.
    const wide = window.matchMedia('(min-width: 900px)');
    wide.addEventListener('change', close);
    return () => wide.removeEventListener('change', close);
  });

  return (
    <>
      <button
        type="button"
        className="icon-button header-menu"
        aria-label={t('ui:navigation.open')}
        aria-haspopup="dialog"
        onClick={() => dialog.current?.showModal()}
      >
        <Icon name="menu" size={20} />
      </button>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a dialog by itself. */}
      <dialog
        ref={dialog}
        className="drawer"
        aria-label={t('ui:navigation.label')}
        onClick={(event) => event.target === dialog.current && close()}
      >
        <div className="drawer-head">
          <Brand />
          <button
            type="button"
            className="icon-button"
            aria-label={t('ui:navigation.close')}
            onClick={close}
          >
            <Icon name="close" size={20} />
          </button>
        </div>
        <Navigation onNavigate={close} />
      </dialog>
    </>
  );
}
