import { Button } from '@blueprintjs/core';
import { useState } from 'react';
import { compileCondition } from '../../../schemas/conditions.ts';
import { type BindingContext, resolveValue, useBindings } from '../../core/bindings.ts';
import type { NodeProps } from '../../core/node.ts';
import { isWaitedFor, useRunAction } from '../../core/runAction.ts';
import { useText } from '../../core/text.ts';
import { RowIcon } from './RowIcon.tsx';

type RowAction = NonNullable<NodeProps<'table'>['node']['rowActions']>[number];

/** What can be done with a row; each shows while it is under way. */
export function RowActions({ actions, row }: { actions: readonly RowAction[]; row: unknown }) {
  const text = useText();
  const run = useRunAction();
  const bindings = useBindings();
  const [busy, setBusy] = useState<string>();
  const context = { ...bindings, row };
  const shown = actions.filter(({ visibleWhen }) => holds(visibleWhen, context));

  async function start({ id, action }: RowAction) {
    if (isWaitedFor(action)) setBusy(id);
    await run(action, { row });
    setBusy(undefined);
  }

  return (
    <div className="row-actions">
      {shown.map((one) => (
        <Button
          key={one.id}
          variant="minimal"
          size="small"
          intent={one.intent}
          aria-label={text(one.label, row)}
          title={text(one.label, row)}
          loading={busy === one.id}
          disabled={busy !== undefined || !holds(one.enabledWhen, context)}
          icon={<RowIcon name={one.icon} />}
          onClick={() => void start(one)}
        />
      ))}
    </div>
  );
}

function holds(condition: RowAction['visibleWhen'], context: BindingContext): boolean {
  return !condition || compileCondition(condition)((operand) => resolveValue(operand, context));
}
