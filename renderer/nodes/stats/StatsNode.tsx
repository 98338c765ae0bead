import { Link } from 'react-router-dom';
import { compileCondition } from '../../../schemas/conditions.ts';
import type { Coverage } from '../../../schemas/entities/consumption.ts';
import type { Format } from '../../../schemas/manifest/parts.ts';
import { readField, resolveValue, useBindings } from '../../core/bindings.ts';
import { readRows, useSource } from '../../core/data.ts';
import { EmptyState } from '../../core/EmptyState.tsx';
import { drawValue } from '../../core/FormattedValue.tsx';
import { useFormat } from '../../core/format.ts';
import { Icon } from '../../core/Icon.tsx';
import { useHref } from '../../core/link.ts';
import type { NodeProps } from '../../core/node.ts';
import { Skeleton } from '../../core/Skeleton.tsx';
import { SourceError } from '../../core/SourceError.tsx';
import { type Translate, useText } from '../../core/text.ts';
import { useTranslation } from '../../core/translation.ts';
import { Sparkline } from './Sparkline.tsx';

/** Asked for once: hooks in each figure would cost more than the figures. */
interface Words {
  readonly t: Translate;
  readonly text: ReturnType<typeof useText>;
  readonly formatValue: ReturnType<typeof useFormat>;
  readonly href: ReturnType<typeof useHref>;
  /** Why a row has no change, where that is said. */
  readonly noChange: (row: unknown) => string | undefined;
}

/** Figures side by side, with how they changed. */
export default function StatsNode({ node }: NodeProps<'stats'>) {
  const { t } = useTranslation();
  const text = useText();
  const noChange = useNoChange(node, text);
  const words: Words = { t, text, formatValue: useFormat(), href: useHref(), noChange };
  const { data, error, isPending, isPlaceholder, refetch } = useSource(node.source);
  if (error) return <SourceError error={error} onRetry={refetch} />;
  if (isPending) return <Skeleton shape="stats" />;
  const rows = readRows(data, node.rows);
  if (rows.length === 0) return <EmptyState {...node.empty} />;
  const labels = listChangeLabels(node, rows, words);
  const saidOnce = rows.length > 1 && labels.length === 1 ? labels[0] : undefined;
  const reasons = new Set(rows.map(noChange));
  const reason = rows.length > 1 && reasons.size === 1 ? [...reasons][0] : undefined;
  const isDense = rows.length >= manyFigures && labels.length <= 1;
  return (
    <ul className={isDense ? 'stats stats-dense' : 'stats'} aria-busy={isPlaceholder}>
      {saidOnce && (
        // Who hears the figures hears it with each of them.
        <li className="stats-note" aria-hidden="true">
          {t('ui:stats.changes', { label: saidOnce })}
        </li>
      )}
      {reason !== undefined && <li className="stats-note">{reason}</li>}
      {rows.map((row, position) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have no key, and no state to keep.
        <Stat key={position} node={node} row={row} words={words} saidOnce={saidOnce ?? reason} />
      ))}
    </ul>
  );
}

/** So many, as large as a few, leave little of the first screen to what follows. */
const manyFigures = 9;

/** Says of a row why its change isn't known. */
function useNoChange({ change, noChange }: NodeProps<'stats'>['node'], text: Words['text']) {
  const bindings = useBindings();
  if (!change || !noChange) return () => undefined;
  const holds = noChange.when && compileCondition(noChange.when);
  return (row: unknown) => {
    if (typeof readField(row, change) === 'number') return undefined;
    const isSaid = holds?.((operand) => resolveValue(operand, { ...bindings, row })) ?? true;
    return isSaid ? text(noChange.text, row) : undefined;
  };
}

/** What the changes that are known compare with, each once. */
function listChangeLabels(
  { change, changeLabel }: NodeProps<'stats'>['node'],
  rows: readonly unknown[],
  { text }: Words,
): string[] {
  if (!change || !changeLabel) return [];
  const changed = rows.filter((row) => typeof readField(row, change) === 'number');
  return [...new Set(changed.map((row) => text(changeLabel, row)))];
}

interface StatProps extends NodeProps<'stats'> {
  readonly row: unknown;
  readonly words: Words;
  /** What is said above all figures, and not seen in each. */
  readonly saidOnce: string | undefined;
}

function Stat({ node, row, words, saidOnce }: StatProps) {
  const { text } = words;
  const value = readField(row, node.value);
  const address = node.link && words.href(node.link, row);
  const label = text(node.label, row);
  return (
    <li className="stat">
      <p className="stat-label">
        {address ? (
          <Link className="value-link" to={address}>
            {label}
          </Link>
        ) : (
          label
        )}
      </p>
      <p className="stat-value">{drawValue({ format: node.format, value, row }, words)}</p>
      {node.change && (
        <Change
          node={node}
          value={readField(row, node.change)}
          row={row}
          words={words}
          saidOnce={saidOnce}
        />
      )}
      {node.status && <Status value={readField(row, node.status)} words={words} />}
      {node.coverage && <Known value={readField(row, node.coverage)} words={words} />}
      {node.trend && <Trend node={node} row={row} words={words} />}
    </li>
  );
}

const signedPercent: Format = { as: 'percent', signed: true };

/** Direction without judgement: more heat is bad in May, and normal in November. */
function Change({
  node,
  value,
  row,
  words: { text, formatValue, noChange },
  saidOnce,
}: StatProps & { value: unknown }) {
  if (typeof value !== 'number') {
    const reason = noChange(row);
    return reason === undefined || reason === saidOnce ? null : (
      <p className="stat-change-label">{reason}</p>
    );
  }
  const label = node.changeLabel && text(node.changeLabel, row);
  return (
    <p className="stat-change">
      <Icon name={trendIcon(value)} />
      <span className="figures">{formatValue(signedPercent, value)}</span>
      {label !== undefined && (
        <span className={label === saidOnce ? 'visually-hidden' : 'stat-change-label'}>
          {label}
        </span>
      )}
    </p>
  );
}

/** How the figure went on the way here; what it says in words is its lowest and highest. */
function Trend({ node, row, words }: NodeProps<'stats'> & { row: unknown; words: Words }) {
  const values = readRows(row, node.trend ?? '').map((value) =>
    typeof value === 'number' ? value : null,
  );
  const known = values.filter((value) => value !== null);
  if (known.length < 2) return null;
  const [low, high] = [Math.min(...known), Math.max(...known)].map((value) =>
    words.formatValue(node.format, value, row),
  );
  const label = node.trendLabel ? `${words.text(node.trendLabel, row)}: ` : '';
  return <Sparkline values={values} label={label + words.t('ui:stats.between', { low, high })} />;
}

function trendIcon(value: number) {
  // As it is written, with one place.
  if (Math.abs(value) < 0.05) return 'trend-none';
  return value > 0 ? 'trend-up' : 'trend-down';
}

function Status({ value, words }: { value: unknown; words: Words }) {
  if (value === 'MEASURED' || typeof value !== 'string') return null;
  return (
    <p className={`status status-${value.toLowerCase()}`}>
      {words.formatValue({ as: 'enumeration', of: 'intervalStatus' }, value)}
    </p>
  );
}

/** One estimated device of hundreds marks no sum: what isn't measured is said from a hundredth on. */
const leastShare = 0.01;

function Known({ value, words }: { value: unknown; words: Words }) {
  const { interpolated = 0, unknown = 0 } = (value ?? {}) as Partial<Coverage>;
  if (interpolated + unknown < leastShare) return null;
  return (
    <p className={`status status-${unknown < leastShare ? 'interpolated' : 'estimated'}`}>
      {words.formatValue({ as: 'coverage' }, value)}
    </p>
  );
}
