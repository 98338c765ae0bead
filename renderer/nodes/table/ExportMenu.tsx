import { Button, ProgressBar } from '@blueprintjs/core';
import { useRef, useState } from 'react';
import { useActions } from '../../core/actions.ts';
import { readField } from '../../core/bindings.ts';
import { unitLabel, useFormat } from '../../core/format.ts';
import { PopoverButton, toolClass } from '../../core/PopoverButton.tsx';
import { useText } from '../../core/text.ts';
import { useTranslation } from '../../core/translation.ts';
import type { TableColumn } from './tableColumns.ts';

interface ExportMenuProps {
  readonly title: string;
  readonly columns: readonly TableColumn[];
  /** All rows that the filters leave, page by page; tells how far it is, from 0 to 1. */
  readonly collect: (onProgress: (part: number) => void, signal: AbortSignal) => Promise<unknown[]>;
}

/** Saves what the table shows: its columns, filters, order, and the selection if there is one. */
export function ExportMenu({ title, columns, collect }: ExportMenuProps) {
  const { t, i18n } = useTranslation();
  const text = useText();
  const format = useFormat();
  const { save, report } = useActions();
  const [progress, setProgress] = useState<number>();
  const stopping = useRef<AbortController>(undefined);

  async function start(kind: 'csv' | 'xlsx') {
    const controller = new AbortController();
    stopping.current = controller;
    setProgress(0);
    try {
      const [{ toCsv, toXlsx }, rows] = await Promise.all([
        import('./exportRows.ts'),
        collect(setProgress, controller.signal),
      ]);
      const table = {
        columns,
        rows,
        labels: columns.map(({ label }) => text(label)),
        format: ({ format: as = { as: 'text' }, field }: TableColumn, row: unknown) =>
          format(as, readField(row, field), row),
        unitLabel: (unit: string) => unitLabel(unit, t),
        locale: i18n.language,
      };
      const file = kind === 'csv' ? toCsv(table) : await toXlsx(table);
      save(file, `${title}.${kind}`);
    } catch (error) {
      if (!controller.signal.aborted) report(error);
    } finally {
      setProgress(undefined);
    }
  }

  if (progress !== undefined) {
    return (
      <div className="table-export" role="status">
        <ProgressBar value={progress} intent="primary" />
        <span className="visually-hidden">{t('ui:table.exporting')}</span>
        <Button size="small" variant="minimal" onClick={() => stopping.current?.abort()}>
          {t('ui:confirm.cancel')}
        </Button>
      </div>
    );
  }
  return (
    <PopoverButton
      className={toolClass}
      content={(close) => (
        <div className="export-menu">
          {(['csv', 'xlsx'] as const).map((kind) => (
            <Button
              key={kind}
              variant="minimal"
              onClick={() => {
                close();
                void start(kind);
              }}
            >
              {kind === 'csv' ? 'CSV' : 'Excel (XLSX)'}
            </Button>
          ))}
        </div>
      )}
    >
      {t('ui:table.export')}
    </PopoverButton>
  );
}
