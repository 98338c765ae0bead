import { Checkbox, InputGroup } from '@blueprintjs/core';
import { readField } from '../../core/bindings.ts';
import { DateField } from '../../core/date/DateField.tsx';
import { useFormat } from '../../core/format.ts';
import { useTranslation } from '../../core/translation.ts';
import type { ColumnFilterProps } from './ColumnFilterButton.tsx';

/** More than these are searched for, not ticked. */
const maxChoices = 50;

/** What a column's filter asks for, by the column's type. */
export default function FilterInputs({ column, filter, rows, onChange }: ColumnFilterProps) {
  const { t } = useTranslation();
  const format = useFormat();
  if (column.filter === 'text') {
    const label = t('ui:table.contains');
    return (
      <InputGroup
        aria-label={label}
        placeholder={label}
        value={filter?.kind === 'text' ? filter.text : ''}
        onValueChange={(text) => onChange({ kind: 'text', text })}
      />
    );
  }
  if (column.filter === 'choice') {
    const values = filter?.kind === 'choice' ? filter.values : [];
    const all = column.choices ?? valuesOf(rows, column.field);
    const toggle = (one: string) =>
      values.includes(one) ? values.filter((each) => each !== one) : [...values, one];
    return all
      .filter(Boolean)
      .slice(0, maxChoices)
      .map((one) => (
        <Checkbox
          key={one}
          label={format(column.format ?? { as: 'text' }, one)}
          checked={values.includes(one)}
          onChange={() => onChange({ kind: 'choice', values: toggle(one) })}
        />
      ));
  }
  const { from = '', to = '' } = filter?.kind === 'range' ? filter : {};
  if (column.filter === 'date') {
    const period = { begin: from || undefined, end: to || undefined };
    return (
      <>
        <DateField
          label={t('ui:period.begin')}
          value={from || undefined}
          range={{ first: undefined, last: to || undefined }}
          period={{ side: 'begin', ...period }}
          onChange={(day) => onChange({ kind: 'range', from: day, to })}
        />
        <DateField
          label={t('ui:period.end')}
          value={to || undefined}
          range={{ first: from || undefined, last: undefined }}
          period={{ side: 'end', ...period }}
          onChange={(day) => onChange({ kind: 'range', from, to: day })}
        />
      </>
    );
  }
  return (
    <>
      <InputGroup
        inputMode="decimal"
        aria-label={t('ui:table.atLeast')}
        placeholder={t('ui:table.atLeast')}
        value={from}
        onValueChange={(text) => onChange({ kind: 'range', from: text, to })}
      />
      <InputGroup
        inputMode="decimal"
        aria-label={t('ui:table.atMost')}
        placeholder={t('ui:table.atMost')}
        value={to}
        onValueChange={(text) => onChange({ kind: 'range', from, to: text })}
      />
    </>
  );
}

function valuesOf(rows: readonly unknown[], field: string): string[] {
  return [...new Set(rows.map((row) => String(readField(row, field) ?? '')))];
}
