import type { EmptyState as EmptyStateManifest } from '../../schemas/manifest/parts.ts';
import { Icon } from './Icon.tsx';
import { useText } from './text.ts';

/** Says that there is nothing, and what to do about it. */
export function EmptyState({ title, description, icon = 'inbox' }: EmptyStateManifest) {
  const text = useText();
  return (
    <div className="empty-state" role="status">
      <Icon name={icon} size={32} className="empty-state-icon" />
      <p className="empty-state-title">{text(title)}</p>
      {description && <p className="empty-state-description">{text(description)}</p>}
    </div>
  );
}
