import type { FilterKind } from '../../schemas/api/operation.ts';
import type { Transaction } from '../database/open.ts';
import type { Statement } from '../database/statement.ts';
import { containing, filterWhere, orderBy, pageBy } from './paging.ts';

interface Filters<Field extends string> {
  readonly kinds: Readonly<Record<Field, FilterKind>>;
  /** The SQL of each field that is filtered, and of each text in which a search looks. */
  readonly columns: Readonly<Record<NoInfer<Field>, string>>;
  readonly searched?: readonly string[];
}

type Sort<Column extends string> = Column | `-${Column}`;

interface Sorts<Column extends string> {
  readonly columns: Readonly<Record<Column, string>>;
  /** As `ORDER BY` has it, for rows that are equal otherwise. */
  readonly otherwise: string;
  /** What counts when nobody sorts. */
  readonly usual?: Sort<NoInfer<Column>>;
}

interface Query<Column extends string> {
  readonly page: number;
  readonly size: number;
  readonly search?: string | undefined;
  readonly filter?: readonly string[] | undefined;
  readonly sort?: Sort<Column> | undefined;
}

/**
 * A list that is searched, filtered, sorted and cut into pages by SQL: the statement `list` takes what they
 * demand, as `AND …`, and then `ORDER BY … LIMIT … OFFSET …`; each of its rows carries the whole count
 * as `total`. Answers the page that a query asks for, of what the statement's own parameters (`$1` and
 * so on) and `also`, an `AND …` of its own, leave.
 */
export function pagedList<
  Row extends { total: number },
  Field extends string,
  Column extends string,
>(
  list: (narrowing: string, order: string) => Statement<Row>,
  { kinds, columns, searched = [] }: Filters<Field>,
  sorts: Sorts<Column>,
) {
  return (tx: Transaction, own: readonly unknown[], query: Query<Column>, also = '') =>
    pageBy(({ page, size, search, filter, sort = sorts.usual }: Query<Column>) => {
      const parameters = [...own];
      const bind = (value: unknown) => `$${parameters.push(value)}`;
      const narrowing = [
        also,
        search === undefined ? '' : findIn(searched, bind(containing(search))),
        filterWhere(filter, kinds, columns, parameters),
      ].join(' ');
      const order = orderBy<string>(sort, sorts.columns, sorts.otherwise);
      const rows = `${order} LIMIT ${bind(size)} OFFSET ${bind(page * size)}`;
      return tx.query(list(narrowing, rows), parameters);
    }, query);
}

function findIn(searched: readonly string[], pattern: string): string {
  return `AND (${searched.map((column) => `${column} ILIKE ${pattern}`).join(' OR ')})`;
}
