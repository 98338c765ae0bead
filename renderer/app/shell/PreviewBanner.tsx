import { Button } from '@blueprintjs/core';
import { Icon } from '../../core/Icon.tsx';
import { useTranslation } from '../../core/translation.ts';
import { readPreview } from '../previewedAccount.ts';
import { PreviewRest } from './PreviewRest.tsx';

interface PreviewBannerProps {
  readonly onDismiss?: () => void;
  /** Called once the preview has ended by itself. */
  readonly onOver?: () => void;
}

/** Says that the portal is seen as somebody else sees it, for how long, and how to end that where one can. */
export function PreviewBanner({ onDismiss, onOver }: PreviewBannerProps) {
  const { t } = useTranslation();
  const { username, endsAt } = readPreview();
  return username === '' ? null : (
    <div className="banner banner-warning">
      <Icon name="user" />
      <p>
        <span role="status">{t('ui:preview.text', { username })}</span>
        {endsAt !== '' && ' · '}
        {endsAt !== '' && <PreviewRest endsAt={endsAt} onOver={onOver} />}
      </p>
      {onDismiss && (
        <Button size="small" onClick={onDismiss}>
          {t('ui:preview.dismiss')}
        </Button>
      )}
    </div>
  );
}
