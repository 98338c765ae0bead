import './formats.css';
import type { ReactNode } from 'react';
import type { Format } from '../../schemas/manifest/parts.ts';
import { Bars, QuantityBar } from './Bars.tsx';
import { FormattedLink } from './FormattedLink.tsx';
import { missingMark, type useFormat } from './format.ts';
import { Icon } from './Icon.tsx';
import type { Translate } from './text.ts';

const exactly: Format = { as: 'datetime' };

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
  if (formatted === missingMark) {
    return (
      <>
        <span aria-hidden="true" className="missing-value">
          {missingMark}
        </span>
        <span className="visually-hidden">{words.t('ui:missing')}</span>
      </>
    );
  }
  switch (format.as) {
    case 'age':
      return (
        <time dateTime={String(value)} title={words.formatValue(exactly, value, row)}>
          {formatted}
        </time>
      );
    case 'severity':
      return <span className={`severity severity-${value}`}>{formatted}</span>;
    case 'badge': {
      const icon = format.icons?.[String(value)];
      return (
        <span className={`badge badge-${format.intents[String(value)] ?? 'none'}`}>
          {icon && <Icon name={icon} size={12} />}
          {formatted}
        </span>
      );
    }
    case 'progress':
      return (
        <span className="progress">
          {/* The figure beside it says the same. */}
          <progress
            aria-hidden="true"
            max={100}
            value={Math.min(100, Math.max(0, Number(value)))}
          />
          {formatted}
        </span>
      );
    case 'quantity':
      if (format.bar === undefined) return formatted;
      return <QuantityBar bar={format.bar} value={Number(value)} row={row} label={formatted} />;
    case 'bars':
      return <Bars values={value as readonly (number | null)[]} label={formatted} />;
    case 'link':
      return <FormattedLink to={format.to} value={formatted} row={row} />;
    default:
      return formatted;
  }
}
