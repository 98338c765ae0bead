import { Button } from '@blueprintjs/core';
import more from '@blueprintjs/icons/lib/esm/generated/16px/paths/more.js';
import { useState } from 'react';
import { compileCondition } from '../../../schemas/conditions.ts';
import { type BindingContext, resolveValue, useBindings } from '../../core/bindings.ts';
import { IconDrawing } from '../../core/IconDrawing.tsx';
import type { NodeProps } from '../../core/node.ts';
import { PopoverButton } from '../../core/PopoverButton.tsx';
import { isWaitedFor, useRunAction } from '../../core/runAction.ts';
import { useText } from '../../core/text.ts';
import { useTranslation } from '../../core/translation.ts';
import { RowIcon } from './RowIcon.tsx';

type RowAction = NonNullable<NodeProps<'table'>['node']['rowActions']>[number];

/** What can be done with a row, the rarer things in its menu; each shows while it is under way. */
export function RowActions({ actions, row }: { actions: readonly RowAction[]; row: unknown }) {
  const { t } = useTranslation();
  const text = useText();
  const run = useRunAction();
  const bindings = useBindings();
  const [busy, setBusy] = useState<string>();
  const context = { ...bindings, row };
  const shown = actions.filter(({ visibleWhen }) => holds(visibleWhen, context));
  const [listed, direct] = [shown.filter(({ menu }) => menu), shown.filter(({ menu }) => !menu)];
  const wiringOf = ({ id, intent, icon, enabledWhen }: RowAction) => ({
    variant: 'minimal' as const,
    intent,
    icon: <RowIcon name={icon} />,
    loading: busy === id,
    disabled: busy !== undefined || !holds(enabledWhen, context),
  });

  async function start({ id, action }: RowAction) {
    if (isWaitedFor(action)) setBusy(id);
    await run(action, { row });
    setBusy(undefined);
  }

  return (
    <div className="row-actions">
      {direct.map((one) => (
        <Button
          key={one.id}
          {...wiringOf(one)}
          size="small"
          aria-label={text(one.label, row)}
          title={text(one.label, row)}
          onClick={() => void start(one)}
        />
      ))}
      {listed.length > 0 && (
        <PopoverButton
          label={t('ui:table.more')}
          content={(close) => (
            <div className="row-menu">
              {listed.map((one) => (
                <Button
                  key={one.id}
                  {...wiringOf(one)}
                  alignText="start"
                  onClick={() => {
                    close();
                    void start(one);
                  }}
                >
                  {text(one.label, row)}
                </Button>
              ))}
            </div>
          )}
        >
          <IconDrawing paths={more} />
        </PopoverButton>
      )}
    </div>
  );
}

function holds(condition: RowAction['visibleWhen'], context: BindingContext): boolean {
  return !condition || compileCondition(condition)((operand) => resolveValue(operand, context));
}
