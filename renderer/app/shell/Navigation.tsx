import { NavLink } from 'react-router-dom';
import type { NavigationEntry } from '../../../schemas/manifest/compiled.ts';
import { EntryBadge } from '../../core/EntryBadge.tsx';
import { Icon } from '../../core/Icon.tsx';
import { useManifestIndex } from '../../core/manifest.ts';
import { useText } from '../../core/text.ts';
import { useTranslation } from '../../core/translation.ts';
import { UpgradeTooltip } from '../../core/UpgradeTooltip.tsx';

/** The main navigation, as the manifest orders it. */
export function Navigation({ onNavigate }: { onNavigate?: () => void }) {
  const { t } = useTranslation();
  const { navigation } = useManifestIndex();
  return (
    <nav className="navigation" aria-label={t('ui:navigation.label')}>
      <ul>
        {navigation.map((entry) => (
          <li key={entry.id}>
            <Entry entry={entry} {...(onNavigate && { onNavigate })} />
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Entry({ entry, onNavigate }: { entry: NavigationEntry; onNavigate?: () => void }) {
  const text = useText();
  if (entry.locked) {
    return (
      <UpgradeTooltip className="navigation-entry navigation-entry-locked">
        <Icon name={entry.icon} />
        <span className="navigation-label">{text(entry.label)}</span>
        <Icon name="lock" size={12} />
      </UpgradeTooltip>
    );
  }
  return (
    <NavLink className="navigation-entry" to={entry.path} onClick={onNavigate}>
      <Icon name={entry.icon} />
      <span className="navigation-label">{text(entry.label)}</span>
      {entry.badge && <EntryBadge badge={entry.badge} />}
    </NavLink>
  );
}
