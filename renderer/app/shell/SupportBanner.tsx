import { Icon } from '../../core/Icon.tsx';
import { useTranslation } from '../../core/translation.ts';

/** Which manifest files are broken; the server tells support only. */
export default function SupportBanner({ problems }: { readonly problems: readonly string[] }) {
  const { t } = useTranslation();
  return (
    <details className="banner banner-warning">
      <summary>
        <Icon name="warning" />
        {t('ui:problems', { count: problems.length })}
      </summary>
      <ul>
        {problems.map((problem) => (
          <li key={problem}>
            <code>{problem}</code>
          </li>
        ))}
      </ul>
    </details>
  );
}
