import { useTranslation } from 'react-i18next';
import type { Format } from '../../schemas/manifest/parts.ts';
import { missingMark, useFormat } from './format.ts';

interface FormattedValueProps {
  readonly format: Format;
  readonly value: unknown;
  readonly row?: unknown;
}

/** A formatted value; a missing one is a dash that screen readers say in words. */
export function FormattedValue({ format, value, row }: FormattedValueProps) {
  const { t } = useTranslation();
  const formatted = useFormat()(format, value, row);
  if (formatted !== missingMark) {
    return format.as === 'severity' ? (
      <span className={`severity severity-${value}`}>{formatted}</span>
    ) : (
      formatted
    );
  }
  return (
    <>
      <span aria-hidden="true" className="missing-value">
        {missingMark}
      </span>
      <span className="visually-hidden">{t('ui:missing')}</span>
    </>
  );
}
