import './formSample.css';
import type { ReactNode } from 'react';
import type { OperationResponse } from '../../../schemas/api/operations.ts';
import type { Format } from '../../../schemas/manifest/parts.ts';
import { drawValue } from '../../core/FormattedValue.tsx';
import { useFormat } from '../../core/format.ts';
import { showFullText } from '../../core/showFullText.ts';
import { useTranslation } from '../../core/translation.ts';

type Column = OperationResponse<'live.header'>['columns'][number];

/** What a call says of columns and cells, as far as a table needs it. */
export interface CallTableProps {
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly (string | number | null)[])[];
  readonly titleId: string;
  readonly isFetching: boolean;
  /** What stands under the rows. */
  readonly children?: ReactNode;
}

/** A table whose columns only the call knows. */
export function CallTable({ columns, rows, titleId, isFetching, children }: CallTableProps) {
  const { t } = useTranslation();
  const words = { formatValue: useFormat(), t };
  return (
    // What scrolls must be reachable by the keyboard.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls.
    <section className="table-scroll" aria-labelledby={titleId} tabIndex={0}>
      <table aria-labelledby={titleId} aria-busy={isFetching} onMouseMove={showFullText}>
        <thead>
          <tr>
            {columns.map(({ name, heading, kind }) => (
              <th key={name} scope="col" className={`cell-${alignOf(kind)}`}>
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have nothing else, and no state.
            <tr key={at}>
              {columns.map((column, place) => (
                <td key={column.name} className={`cell-${alignOf(column.kind)}`}>
                  <div className={column.kind === 'text' ? 'cell-text' : undefined}>
                    {drawValue({ format: formatOf(column), value: cells[place] }, words)}
                  </div>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {children}
    </section>
  );
}

const formats = {
  text: { as: 'text' },
  integer: { as: 'integer' },
  quantity: { as: 'quantity' },
  percent: { as: 'percent' },
  date: { as: 'date' },
  // Local already, and so no instant.
  instant: { as: 'text' },
} as const;

/** With the places that its figures have in the file. */
function formatOf({ kind, decimals }: Column): Format {
  if (decimals === undefined) return formats[kind];
  return { as: 'quantity', decimals, ...(kind === 'percent' && { unit: { fixed: '%' } }) };
}

function alignOf(kind: Column['kind']): 'start' | 'end' {
  return kind === 'integer' || kind === 'quantity' || kind === 'percent' ? 'end' : 'start';
}
