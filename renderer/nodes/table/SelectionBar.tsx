import { Button } from '@blueprintjs/core';
import { useState } from 'react';
import type { NodeProps } from '../../core/node.ts';
import { isWaitedFor, useRunAction } from '../../core/runAction.ts';
import { useText } from '../../core/text.ts';
import { useTranslation } from '../../core/translation.ts';
import { RowIcon } from './RowIcon.tsx';
import type { Selection } from './useSelection.ts';

type BulkAction = NonNullable<NodeProps<'table'>['node']['bulkActions']>[number];

interface SelectionBarProps {
  readonly selection: Selection;
  readonly limit: number | undefined;
  readonly actions: readonly BulkAction[];
}

/** How many rows are selected, what can be done with them, and why no more can be. */
export function SelectionBar({ selection, limit, actions }: SelectionBarProps) {
  const { t } = useTranslation();
  const count = selection.selected.size;
  return (
    <div className="selection-bar" data-used={count > 0}>
      <p role="status">{count > 0 && t('ui:table.selected', { count })}</p>
      {selection.isOverLimit && (
        <p role="alert" className="selection-limit">
          {t('ui:table.limit', { count: limit ?? 0 })}
        </p>
      )}
      {count > 0 && <BulkActions selection={selection} actions={actions} />}
    </div>
  );
}

function BulkActions({ selection, actions }: Omit<SelectionBarProps, 'limit'>) {
  const { t } = useTranslation();
  const text = useText();
  const run = useRunAction();
  const [busy, setBusy] = useState<string>();

  async function start({ id, action }: BulkAction) {
    if (isWaitedFor(action)) setBusy(id);
    const isDone = await run(action, { selection: [...selection.selected.values()] });
    setBusy(undefined);
    if (isDone) selection.clear();
  }

  return (
    <>
      {actions.map((one) => (
        <Button
          key={one.id}
          size="small"
          intent={one.intent}
          icon={<RowIcon name={one.icon} />}
          loading={busy === one.id}
          disabled={busy !== undefined}
          onClick={() => void start(one)}
        >
          {text(one.label)}
        </Button>
      ))}
      <Button size="small" variant="minimal" onClick={selection.clear}>
        {t('ui:table.clearSelection')}
      </Button>
    </>
  );
}
