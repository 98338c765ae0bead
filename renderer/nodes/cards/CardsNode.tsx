import { Spinner } from '@blueprintjs/core';
import { useId, useState } from 'react';
import type { IconName } from '../../../schemas/manifest/parts.ts';
import { readField } from '../../core/bindings.ts';
import { readRows, useSource } from '../../core/data.ts';
import { EmptyState } from '../../core/EmptyState.tsx';
import { Icon } from '../../core/Icon.tsx';
import type { NodeProps } from '../../core/node.ts';
import { useRunAction } from '../../core/runAction.ts';
import { Skeleton } from '../../core/Skeleton.tsx';
import { SourceError } from '../../core/SourceError.tsx';
import { useText } from '../../core/text.ts';

/** Cards that do something with a row each; without rows there is nothing, unless the node says what. */
export default function CardsNode({ node }: NodeProps<'cards'>) {
  const titleId = useId();
  const text = useText();
  const { data, error, isPending, refetch } = useSource(node.source);
  const rows = readRows(data, 'content');
  if (!error && !isPending && rows.length === 0 && !node.empty) return null;
  return (
    <section className="section" {...(node.title && { 'aria-labelledby': titleId })}>
      {node.title && (
        <header className="section-head">
          <h2 id={titleId}>{text(node.title)}</h2>
        </header>
      )}
      {error && <SourceError error={error} onRetry={refetch} />}
      {isPending && <Skeleton shape="cards" />}
      {!error && !isPending && rows.length === 0 && node.empty && <EmptyState {...node.empty} />}
      {rows.length > 0 && (
        <ul className="tiles">
          {rows.map((row) => (
            <li key={String(readField(row, node.rowKey))}>
              <Card node={node} row={row} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Card({ node, row }: NodeProps<'cards'> & { row: unknown }) {
  const text = useText();
  const run = useRunAction();
  const [isBusy, setIsBusy] = useState(false);
  const icon = node.icon && (readField(row, node.icon) as IconName | undefined);

  async function start() {
    if (isBusy) return;
    setIsBusy(true);
    await run(node.action, { row });
    setIsBusy(false);
  }

  // Not disabled while it is busy: whoever uses the keyboard would lose their place.
  return (
    <button type="button" className="tile" aria-disabled={isBusy} onClick={() => void start()}>
      {icon && (
        <span className="tile-icon">
          {isBusy ? <Spinner size={20} /> : <Icon name={icon} size={20} />}
        </span>
      )}
      <span className="tile-text">
        <span className="tile-label">{text(node.label, row)}</span>
        {node.description && (
          <span className="tile-description">{text(node.description, row)}</span>
        )}
        <span className="tile-action">{text(node.actionLabel, row)}</span>
      </span>
    </button>
  );
}
