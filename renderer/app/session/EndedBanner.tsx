import { Button } from '@blueprintjs/core';
import { useState } from 'react';
import { Icon } from '../../core/Icon.tsx';
import { useTranslation } from '../../core/translation.ts';
import { readEnding, rememberEnding } from './ending.ts';

/** Says on the pages for everybody why the last session ended, when its user didn't end it there. */
export default function EndedBanner() {
  const { t } = useTranslation();
  const [ending, setEnding] = useState(readEnding);
  return ending === undefined ? null : (
    <div className="banner banner-warning" role="status">
      <Icon name="warning" />
      <p>{t(`ui:ended.${ending}`)}</p>
      <Button
        size="small"
        onClick={() => {
          rememberEnding(undefined);
          setEnding(undefined);
        }}
      >
        {t('ui:close')}
      </Button>
    </div>
  );
}
