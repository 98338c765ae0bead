import { Classes } from '@blueprintjs/core';
import { useTranslation } from '../../core/translation.ts';
import { FormIcon } from '../FormIcon.tsx';

interface ChipProps {
  readonly label: string;
  /** Without it, the chip stays. */
  readonly onRemove?: (() => void) | undefined;
}

/** One of several chosen values. Blueprint's own tag says in English how it is removed. */
export function Chip({ label, onRemove }: ChipProps) {
  const { t } = useTranslation();
  return (
    <span className={`${Classes.TAG} ${Classes.MINIMAL}`}>
      {label}
      {onRemove && (
        <button
          type="button"
          className="chip-remove"
          aria-label={t('forms:remove', { label })}
          onClick={onRemove}
        >
          <FormIcon name="clear" />
        </button>
      )}
    </span>
  );
}
