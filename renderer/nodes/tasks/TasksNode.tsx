import './tasks.css';
import { Button, Classes } from '@blueprintjs/core';
import { useId, useState } from 'react';
import { Link } from 'react-router-dom';
import { compileCondition } from '../../../schemas/conditions.ts';
import type { Format } from '../../../schemas/manifest/parts.ts';
import { readField, resolveValue, useBindings } from '../../core/bindings.ts';
import { readRows, useSource } from '../../core/data.ts';
import { EmptyState } from '../../core/EmptyState.tsx';
import { useFormat } from '../../core/format.ts';
import { useHref } from '../../core/link.ts';
import type { NodeProps } from '../../core/node.ts';
import { isWaitedFor, useRunAction } from '../../core/runAction.ts';
import { Skeleton } from '../../core/Skeleton.tsx';
import { SourceError } from '../../core/SourceError.tsx';
import { useText } from '../../core/text.ts';
import { useTranslation } from '../../core/translation.ts';

type Tasks = NodeProps<'tasks'>['node'];
type TaskButton = NonNullable<Tasks['buttons']>[number];

const age: Format = { as: 'age' };
/** More are too many to be told apart. */
const most = 99;

/** What waits, the most pressing first as the call has it; each line has one button. */
export default function TasksNode({ node }: NodeProps<'tasks'>) {
  const titleId = useId();
  const text = useText();
  const { data, error, isPending, refetch } = useSource(node.source);
  const rows = readRows(data, node.rows);
  const isKnown = !error && !isPending;
  return (
    <section className="section tasks" {...(node.title && { 'aria-labelledby': titleId })}>
      {node.title && (
        <header className="section-head">
          <h2 id={titleId}>{text(node.title)}</h2>
        </header>
      )}
      {error && <SourceError error={error} onRetry={refetch} />}
      {isPending && <Skeleton shape="tasks" />}
      {isKnown && rows.length === 0 && <EmptyState {...node.empty} />}
      {isKnown && rows.length > 0 && (
        <ul className="tasks-list">
          {rows.map((row) => (
            <Task key={String(readField(row, node.rowKey))} node={node} row={row} />
          ))}
        </ul>
      )}
      {isKnown && <AsOf node={node} />}
    </section>
  );
}

function AsOf({ node }: NodeProps<'tasks'>) {
  const text = useText();
  const formatValue = useFormat();
  const bindings = useBindings();
  const at = node.asOf && resolveValue(node.asOf, bindings);
  if (!at || !node.asOfLabel) return null;
  return (
    <p className="text-muted">
      {text(node.asOfLabel)} {formatValue(age, at)}
    </p>
  );
}

function Task({ node, row }: NodeProps<'tasks'> & { row: unknown }) {
  const { t } = useTranslation();
  const text = useText();
  const formatValue = useFormat();
  const bindings = useBindings();
  const count = node.count && Number(readField(row, node.count));
  const urgency = node.urgency ? readField(row, node.urgency) : 0;
  const newest = node.newest && readField(row, node.newest);
  const context = { ...bindings, row };
  const button = node.buttons?.find(
    ({ visibleWhen }) =>
      !visibleWhen || compileCondition(visibleWhen)((operand) => resolveValue(operand, context)),
  );
  return (
    <li className="task" data-urgency={String(urgency)}>
      {count !== undefined && (
        <span className="task-count figures">{Number(count) > most ? `${most}+` : count}</span>
      )}
      <span className="task-text">
        <span className="task-label">{text(node.label, row)}</span>
        {newest ? (
          <span className="text-muted">
            {t('ui:tasks.newest', { age: formatValue(age, newest) })}
          </span>
        ) : null}
      </span>
      {button && <ButtonOf button={button} row={row} />}
    </li>
  );
}

function ButtonOf({ button: { label, action }, row }: { button: TaskButton; row: unknown }) {
  const text = useText();
  const href = useHref();
  const run = useRunAction();
  const [isBusy, setIsBusy] = useState(false);
  const words = text(label, row);
  if (action.do === 'go') {
    const address = href(action.to, row);
    return address === undefined ? null : (
      <Link className={Classes.BUTTON} to={address}>
        <span className={Classes.BUTTON_TEXT}>{words}</span>
      </Link>
    );
  }
  async function start() {
    setIsBusy(isWaitedFor(action));
    await run(action, { row });
    setIsBusy(false);
  }
  return (
    <Button loading={isBusy} onClick={() => void start()}>
      {words}
    </Button>
  );
}
