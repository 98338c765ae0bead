import { Button } from '@blueprintjs/core';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../core/Icon.tsx';
import { readPreview, stopPreview } from '../previewedAccount.ts';

/** Says that the portal is seen as somebody else sees it. Dismissing ends that and loads anew. */
export function PreviewBanner() {
  const { t } = useTranslation();
  const username = readPreview();
  return username === undefined ? null : (
    <div className="banner banner-warning" role="status">
      <Icon name="user" />
      <p>{t('ui:preview.text', { username })}</p>
      <Button
        size="small"
        onClick={() => {
          stopPreview();
          window.location.reload();
        }}
      >
        {t('ui:preview.dismiss')}
      </Button>
    </div>
  );
}
