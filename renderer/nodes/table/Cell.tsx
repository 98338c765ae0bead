import { Link } from 'react-router-dom';
import type { Link as LinkManifest } from '../../../schemas/manifest/parts.ts';
import { readField } from '../../core/bindings.ts';
import { FormattedValue } from '../../core/FormattedValue.tsx';
import { useHref } from '../../core/link.ts';
import { CopyButton } from './CopyButton.tsx';
import type { TableColumn } from './tableColumns.ts';

interface CellProps {
  readonly column: TableColumn;
  readonly row: unknown;
  /** Where the row leads, in its primary column. */
  readonly link?: LinkManifest;
}

/** One value of a row. */
export function Cell({ column, row, link }: CellProps) {
  const href = useHref();
  const address = link && href(link, row);
  const value = (
    <FormattedValue
      format={column.format ?? { as: 'text' }}
      value={readField(row, column.field)}
      row={row}
    />
  );
  const shown =
    address === undefined ? (
      value
    ) : (
      <Link className="row-link" to={address}>
        {value}
      </Link>
    );
  const given = readField(row, column.field);
  if (!column.copy || given === undefined || given === null || given === '') return shown;
  return (
    <>
      {shown}
      <CopyButton value={String(given)} />
    </>
  );
}
