import { Button, InputGroup } from '@blueprintjs/core';
import { type FormEvent, useId, useState } from 'react';
import type { OperationId } from '../../../schemas/api/operations.ts';
import { useActions } from '../../core/actions.ts';
import { useCallOperation } from '../../core/api.ts';
import { resolveValues, useBindings } from '../../core/bindings.ts';
import { ApiError } from '../../core/callError.ts';
import { readRows } from '../../core/data.ts';
import { splitParameters } from '../../core/operations.ts';
import { useAction } from '../../core/runAction.ts';
import { useText } from '../../core/text.ts';
import { useTranslation } from '../../core/translation.ts';
import type { Control } from './PeriodControl.tsx';

/** Goes to something by its number, or says why there is no way. */
export default function FindControl({ item }: { item: Extract<Control, { kind: 'find' }> }) {
  const { t } = useTranslation();
  const text = useText();
  const id = useId();
  const [typed, setTyped] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const call = useCallOperation();
  const bindings = useBindings();
  const run = useAction();
  const { toast } = useActions();

  async function find(event: FormEvent) {
    event.preventDefault();
    const wanted = typed.trim();
    if (wanted === '' || isBusy) return;
    setIsBusy(true);
    try {
      const operation = item.source.call as OperationId;
      const values = resolveValues(item.source.params, { ...bindings, form: { text: wanted } });
      const answer = await call(operation, await splitParameters(operation, values));
      const [row] = readRows(answer, 'content');
      if (row === undefined) {
        toast({ text: text(item.missing), intent: 'danger' });
        return;
      }
      await run({ do: 'go', to: item.to }, { row });
      setTyped('');
    } catch (error) {
      // Somebody else's is as if it weren't there.
      const isNowhere = error instanceof ApiError && (error.status === 403 || error.status === 404);
      toast({ text: text(isNowhere ? item.missing : item.failure), intent: 'danger' });
    } finally {
      setIsBusy(false);
    }
  }

  return (
    <form className="control" onSubmit={(event) => void find(event)}>
      <label className="visually-hidden" htmlFor={id}>
        {text(item.label)}
      </label>
      <div className="control-find">
        <InputGroup
          id={id}
          value={typed}
          maxLength={50}
          autoComplete="off"
          placeholder={text(item.label)}
          onValueChange={setTyped}
        />
        <Button type="submit" disabled={typed.trim() === ''} loading={isBusy}>
          {t('ui:find')}
        </Button>
      </div>
    </form>
  );
}
