import { Button, Switch } from '@blueprintjs/core';
import { useId, useRef } from 'react';
import { Link } from 'react-router-dom';
import { type Locale, languageFacts } from '../../../schemas/entities/languages.ts';
import { useActions } from '../../core/actions.ts';
import { Icon } from '../../core/Icon.tsx';
import { useManifestIndex } from '../../core/manifest.ts';
import { Select } from '../../core/Select.tsx';
import { useSession } from '../../core/session.ts';
import { useText } from '../../core/text.ts';
import { useTranslation } from '../../core/translation.ts';
import { usePortal } from '../portalContext.ts';
import { useIsDark } from '../theme.ts';

/** Language and theme for everybody, log out for who is signed in. */
export function UserMenu() {
  const { t } = useTranslation();
  const session = useSession();
  const { signOut } = useActions();
  const { chooseTheme } = usePortal();
  const isDark = useIsDark();
  const id = useId();
  const menu = useRef<HTMLDivElement>(null);
  return (
    <>
      {/* The browser's own popover: it closes on Escape and on a click beside it. */}
      <button type="button" className="user-button" popoverTarget={id}>
        <Icon name={session ? 'user' : 'cog'} />
        <span className="user-name">{session?.username ?? t('ui:menu.settings')}</span>
        <Icon name="caret-down" />
      </button>
      <div ref={menu} id={id} popover="auto" className="user-menu">
        {session && (
          <div className="user-menu-head">
            <strong>{session.username}</strong>
            <span>{session.mail}</span>
          </div>
        )}
        <MenuEntries onNavigate={() => menu.current?.hidePopover()} />
        <LanguageChoice />
        <Switch
          checked={isDark}
          label={t('ui:menu.dark')}
          alignIndicator="end"
          onChange={(event) => void chooseTheme(event.currentTarget.checked)}
        />
        {session && (
          <Button fill alignText="start" icon={<Icon name="log-out" />} onClick={signOut}>
            {t('ui:menu.signOut')}
          </Button>
        )}
      </div>
    </>
  );
}

function MenuEntries({ onNavigate }: { onNavigate: () => void }) {
  const { userMenu } = useManifestIndex();
  const text = useText();
  const open = userMenu.filter(({ locked }) => !locked);
  return open.length === 0 ? null : (
    <ul className="user-menu-entries">
      {open.map(({ id, label, icon, path }) => (
        <li key={id}>
          <Link className="user-menu-entry" to={path} onClick={onNavigate}>
            <Icon name={icon} />
            {text(label)}
          </Link>
        </li>
      ))}
    </ul>
  );
}

function LanguageChoice() {
  const { t, i18n } = useTranslation();
  const { languages } = useManifestIndex();
  const { chooseLanguage } = usePortal();
  const id = useId();
  return (
    <div className="user-menu-row">
      <label htmlFor={id}>{t('ui:menu.language')}</label>
      <Select
        id={id}
        value={i18n.language}
        onChange={(event) => void chooseLanguage(event.currentTarget.value as Locale)}
        options={languages.map((locale) => ({ value: locale, label: languageFacts[locale].name }))}
      />
    </div>
  );
}
