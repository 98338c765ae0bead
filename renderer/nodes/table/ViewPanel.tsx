import { Button, InputGroup } from '@blueprintjs/core';
import { useState } from 'react';
import { Icon } from '../../core/Icon.tsx';
import { useTranslation } from '../../core/translation.ts';
import { type TableView, useTableViews } from './tableViews.ts';
import type { ViewMenuProps } from './ViewMenu.tsx';

/** The kept views, to be shown or forgotten, and a name for what is shown. */
export default function ViewPanel({
  node,
  state,
  arranging,
  close,
}: ViewMenuProps & { close: () => void }) {
  const { t } = useTranslation();
  const { views, keep, forget } = useTableViews(node);
  const show = (view: TableView) => {
    arranging.restore(view.layout);
    state.restore(view.parameters);
  };
  return (
    <div className="view-menu">
      {views.length === 0 && <p className="view-menu-hint">{t('ui:table.noViews')}</p>}
      <ul>
        {views.map((view) => (
          <li key={view.name}>
            <Button
              variant="minimal"
              alignText="start"
              fill
              onClick={() => {
                show(view);
                close();
              }}
            >
              {view.name}
            </Button>
            <Button
              variant="minimal"
              aria-label={t('ui:table.forgetView', { name: view.name })}
              icon={<Icon name="close" size={14} />}
              onClick={() => forget(view.name)}
            />
          </li>
        ))}
      </ul>
      <NewView
        onKeep={(name) => keep({ name, layout: arranging.stored, parameters: state.parameters })}
      />
    </div>
  );
}

const maxName = 40;

function NewView({ onKeep }: { onKeep: (name: string) => void }) {
  const { t } = useTranslation();
  const [name, setName] = useState('');
  return (
    <form
      className="view-menu-new"
      onSubmit={(event) => {
        event.preventDefault();
        if (name.trim() === '') return;
        onKeep(name.trim());
        setName('');
      }}
    >
      <InputGroup
        size="small"
        maxLength={maxName}
        aria-label={t('ui:table.viewName')}
        placeholder={t('ui:table.viewName')}
        value={name}
        onValueChange={setName}
      />
      <Button size="small" type="submit" disabled={name.trim() === ''}>
        {t('ui:table.keepView')}
      </Button>
    </form>
  );
}
