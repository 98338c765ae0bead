import type { ReactNode } from 'react';
import type { Format } from '../../schemas/manifest/parts.ts';
import { missingMark, type useFormat } from './format.ts';
import type { Translate } from './text.ts';

interface FormattedValueProps {
  readonly format: Format;
  readonly value: unknown;
  readonly row?: unknown;
}

/**
 * A formatted value; a missing one is a dash that screen readers say in words. For lists, whose
 * every value would otherwise ask for the language itself.
 */
export function drawValue(
  { format, value, row }: FormattedValueProps,
  words: { readonly formatValue: ReturnType<typeof useFormat>; readonly t: Translate },
): ReactNode {
  const formatted = words.formatValue(format, value, row);
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
      <span className="visually-hidden">{words.t('ui:missing')}</span>
    </>
  );
}
