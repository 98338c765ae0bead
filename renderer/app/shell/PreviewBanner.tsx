import { Button } from '@blueprintjs/core';
import { Icon } from '../../core/Icon.tsx';
import { useTranslation } from '../../core/translation.ts';
import { readPreview } from '../previewedAccount.ts';

/** Says that the portal is seen as somebody else sees it, and how to end that where one can. */
export function PreviewBanner({ onDismiss }: { onDismiss?: () => void }) {
  const { t } = useTranslation();
  const { username } = readPreview();
  return username === '' ? null : (
    <div className="banner banner-warning" role="status">
      <Icon name="user" />
      <p>{t('ui:preview.text', { username })}</p>
      {onDismiss && (
        <Button size="small" onClick={onDismiss}>
          {t('ui:preview.dismiss')}
        </Button>
      )}
    </div>
  );
}
