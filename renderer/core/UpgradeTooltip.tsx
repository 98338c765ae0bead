import type { ReactNode } from 'react';
import { HoverText } from './HoverText.tsx';
import { useTranslation } from './translation.ts';

interface UpgradeTooltipProps {
  readonly className: string;
  readonly children: ReactNode;
}

/** A link that the plan doesn't include: it says so on hover, on focus, and to screen readers. */
export function UpgradeTooltip({ className, children }: UpgradeTooltipProps) {
  const { t } = useTranslation();
  return (
    <HoverText text={t('ui:upgrade')}>
      {/* biome-ignore lint/a11y/useSemanticElements: a link without an address can't have the focus. */}
      <span role="link" aria-disabled="true" tabIndex={0} className={className}>
        {children}
      </span>
    </HoverText>
  );
}
