import { useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import type { CompiledRoute, TopBarEntry } from '../../../schemas/manifest/compiled.ts';
import type { EntryMenu } from '../../../schemas/manifest/menu.ts';
import { Icon } from '../../core/Icon.tsx';
import { lazyPart } from '../../core/lazyPart.tsx';
import { useManifestIndex } from '../../core/manifest.ts';
import { PopoverButton } from '../../core/PopoverButton.tsx';
import { useText } from '../../core/text.ts';
import { useTranslation } from '../../core/translation.ts';
import { Brand } from './Brand.tsx';
import { Navigation } from './Navigation.tsx';
import { Notifications } from './Notifications.tsx';
import { SearchBox } from './SearchBox.tsx';
import { UserMenu } from './UserMenu.tsx';

const TopBarMenu = lazyPart(() => import('./TopBarMenu.tsx'));

/** Product, and on narrow screens the navigation's drawer; the user's menu. */
export function Header({
  hasNavigation,
  brand,
}: {
  hasNavigation: boolean;
  brand: CompiledRoute['brand'];
}) {
  const { t } = useTranslation();
  const { search } = useManifestIndex();
  return (
    <header className="header">
      {hasNavigation && <NavigationDrawer />}
      {/* A phone hides the brand's name: the title is the link's name there. */}
      <Link className="header-brand" to="/" title={t('ui:home')}>
        <Brand brand={brand} />
      </Link>
      <div className="header-space" />
      {search && <SearchBox />}
      <TopBar />
      <Notifications />
      <UserMenu />
    </header>
  );
}

/** What is always at hand, as the manifest says. On narrow screens its words make room. */
function TopBar() {
  const { topBar } = useManifestIndex();
  const text = useText();
  const open = topBar.filter(({ locked }) => !locked);
  return open.length === 0 ? null : (
    <ul className="top-bar">
      {open.map(({ menu, ...entry }) => (
        <li key={entry.id}>
          {menu ? (
            <MenuEntry entry={{ ...entry, menu }} />
          ) : (
            <Link className="top-bar-entry" to={entry.path} aria-label={text(entry.label)}>
              <EntryFace entry={entry} />
            </Link>
          )}
        </li>
      ))}
    </ul>
  );
}

function MenuEntry({ entry }: { entry: TopBarEntry & { menu: EntryMenu } }) {
  const text = useText();
  return (
    <PopoverButton
      className="top-bar-entry"
      label={text(entry.label)}
      preload={TopBarMenu.preload}
      content={(close) => <TopBarMenu entry={entry} onClose={close} />}
    >
      <EntryFace entry={entry} />
    </PopoverButton>
  );
}

function EntryFace({ entry: { icon, label } }: { entry: TopBarEntry }) {
  const text = useText();
  return (
    <>
      <Icon name={icon} />
      <span className="top-bar-label">{text(label)}</span>
    </>
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
