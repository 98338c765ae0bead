import { readField } from '../../core/bindings.ts';
import { readRows, useSource } from '../../core/data.ts';
import { EmptyState } from '../../core/EmptyState.tsx';
import { FormattedValue } from '../../core/FormattedValue.tsx';
import { useFormat } from '../../core/format.ts';
import { Icon } from '../../core/Icon.tsx';
import type { NodeProps } from '../../core/node.ts';
import { Skeleton } from '../../core/Skeleton.tsx';
import { SourceError } from '../../core/SourceError.tsx';
import { useText } from '../../core/text.ts';

/** Figures side by side, with how they changed. */
export function StatsNode({ node }: NodeProps<'stats'>) {
  const { data, error, isPending, isPlaceholder, refetch } = useSource(node.source);
  if (error) return <SourceError error={error} onRetry={refetch} />;
  if (isPending) return <Skeleton shape="stats" />;
  const rows = readRows(data, node.rows);
  if (rows.length === 0) return <EmptyState {...node.empty} />;
  return (
    <ul className="stats" aria-busy={isPlaceholder}>
      {rows.map((row, position) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have no key, and no state to keep.
        <Stat key={position} node={node} row={row} />
      ))}
    </ul>
  );
}

function Stat({ node, row }: NodeProps<'stats'> & { row: unknown }) {
  const text = useText();
  return (
    <li className="stat">
      <p className="stat-label">{text(node.label, row)}</p>
      <p className="stat-value">
        <FormattedValue format={node.format} value={readField(row, node.value)} row={row} />
      </p>
      {node.change && <Change node={node} value={readField(row, node.change)} row={row} />}
      {node.status && <Status value={readField(row, node.status)} />}
    </li>
  );
}

/** Direction without judgement: more heat is bad in May, and normal in November. */
function Change({ node, value, row }: NodeProps<'stats'> & { value: unknown; row: unknown }) {
  const text = useText();
  const format = useFormat();
  if (typeof value !== 'number') return null;
  return (
    <p className="stat-change">
      <Icon name={trendIcon(value)} />
      <span className="figures">{format({ as: 'percent', signed: true }, value)}</span>
      {node.changeLabel && <span className="stat-change-label">{text(node.changeLabel, row)}</span>}
    </p>
  );
}

function trendIcon(value: number) {
  if (value === 0) return 'trend-none';
  return value > 0 ? 'trend-up' : 'trend-down';
}

function Status({ value }: { value: unknown }) {
  const format = useFormat();
  if (value === 'MEASURED' || typeof value !== 'string') return null;
  return (
    <p className={`status status-${value.toLowerCase()}`}>
      {format({ as: 'enumeration', of: 'intervalStatus' }, value)}
    </p>
  );
}
