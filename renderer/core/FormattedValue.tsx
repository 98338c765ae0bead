import './formats.css';
import type { ReactNode } from 'react';
import type { Format } from '../../schemas/manifest/parts.ts';
import { Bars, QuantityBar, type QuantityBarManifest } from './Bars.tsx';
import { readField } from './bindings.ts';
import { FormattedLink } from './FormattedLink.tsx';
import { missingMark, narrowSpace, type useFormat } from './format.ts';
import { Icon } from './Icon.tsx';
import type { Translate } from './text.ts';

const exactly: Format = { as: 'datetime' };

interface FormattedValueProps {
  readonly format: Format;
  readonly value: unknown;
  readonly row?: unknown;
}

interface BarProps extends FormattedValueProps {
  readonly bar: QuantityBarManifest;
  readonly formatted: string;
}

/** A bar with its figure; of one that is measured by another, both: «539 of 445 l». */
function drawBar({ bar, format, value, row, formatted }: BarProps, words: Words): ReactNode {
  if (!('of' in bar)) {
    return <QuantityBar bar={bar} value={Number(value)} row={row} label={formatted} />;
  }
  const limit = readField(row, bar.of);
  // Nothing is more or less than none, or than nothing.
  if (typeof limit !== 'number' || limit === 0) return formatted;
  const by = words.formatValue(format, limit, row);
  const at = by.lastIndexOf(narrowSpace);
  // Their unit is said once.
  const isShared = at > 0 && formatted.endsWith(by.slice(at));
  const figure = isShared ? formatted.slice(0, at - by.length) : formatted;
  const label = words.t('ui:figureOf', { figure, by });
  return <QuantityBar bar={bar} value={Number(value)} row={row} label={label} />;
}

interface Words {
  readonly formatValue: ReturnType<typeof useFormat>;
  readonly t: Translate;
}

/**
 * A formatted value; a missing one is a dash that screen readers say in words. For lists, whose
 * every value would otherwise ask for the language itself.
 */
export function drawValue({ format, value, row }: FormattedValueProps, words: Words): ReactNode {
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
      return drawBar({ bar: format.bar, format, value, row, formatted }, words);
    case 'bars':
      return <Bars values={value as readonly (number | null)[]} label={formatted} />;
    case 'link':
      return <FormattedLink to={format.to} value={formatted} row={row} />;
    default:
      return formatted;
  }
}
