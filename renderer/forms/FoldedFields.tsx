import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from '../core/translation.ts';

interface FoldedFieldsProps {
  readonly title: string;
  /** What is filled in, in short. */
  readonly values: readonly string[];
  readonly isFaulty: boolean;
  readonly children: ReactNode;
}

/** A section that says its values on one line, until it is opened; what is wrong in it opens it. */
export function FoldedFields({ title, values, isFaulty, children }: FoldedFieldsProps) {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(isFaulty);
  useEffect(() => {
    if (isFaulty) setIsOpen(true);
  }, [isFaulty]);
  return (
    <details
      className="form-section form-folded"
      open={isOpen}
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
    >
      <summary>
        <span className="form-folded-title">{title}</span>
        {!isOpen && (
          <span className="form-folded-values">
            {values.join(' · ') || t('forms:folded.nothing')}
          </span>
        )}
      </summary>
      <fieldset aria-label={title}>{children}</fieldset>
    </details>
  );
}
