import { hash } from 'node:crypto';
import type { QueryResult } from 'pg';

/**
 * SQL with a claim about its rows: names, types and whether they may be null. TypeScript takes a
 * row's type from the claim, tests/server/database/statements.test.ts asks the database about each
 * statement, and outside production each result is compared with it.
 */
export interface Statement<Row extends object> {
  readonly sql: string;
  readonly columns: Columns;
  /** What a connection calls it, for one that is prepared. */
  readonly name?: string;
  /** Prepared in transactions that expect few rows alone (`keepPlansOfFew`). */
  readonly isForFew?: boolean;
  readonly [rowType]: Row;
}

/** SQL whose rows nobody reads, prepared for few rows. */
export type Command = Pick<Statement<object>, 'sql' | 'name' | 'isForFew'>;
/** Never there: it carries the type, which so can't be claimed by hand. */
declare const rowType: unique symbol;

/** PostgreSQL's types by their names, as open.ts reads them, with their OIDs (pg_type). */
const oids = {
  boolean: 16,
  smallint: 21,
  integer: 23,
  bigint: 20,
  float8: 701,
  numeric: 1700,
  text: 25,
  date: 1082,
  timestamptz: 1184,
  json: 114,
  jsonb: 3802,
  'text[]': 1009,
  'smallint[]': 1005,
  'integer[]': 1007,
  'bigint[]': 1016,
  'float8[]': 1022,
  '(bigint | null)[]': 1016,
} as const;

type TypeName = keyof typeof oids;

interface Values extends Record<TypeName, unknown> {
  boolean: boolean;
  smallint: number;
  integer: number;
  bigint: number;
  float8: number;
  numeric: string;
  text: string;
  date: string;
  timestamptz: Date;
  'text[]': string[];
  'smallint[]': number[];
  'integer[]': number[];
  'bigint[]': number[];
  'float8[]': number[];
  '(bigint | null)[]': (number | null)[];
}

type TypeClaim = TypeName | `${TypeName} | null`;

/** As much of a zod schema as is needed. */
interface Schema<Value> {
  safeParse(value: unknown): { success: boolean; data?: Value | undefined };
}

interface Narrowed<Value> {
  readonly type: TypeClaim;
  readonly schema: Schema<Value>;
}

type Claim = TypeClaim | Narrowed<unknown>;
export type Columns = Readonly<Record<string, Claim>>;

type ValueOf<One> =
  One extends Narrowed<infer Value>
    ? Value
    : One extends `${infer Name extends TypeName} | null`
      ? Values[Name] | null
      : One extends TypeName
        ? Values[One]
        : never;

/** The TypeScript type of rows with these columns. */
export type RowOf<Claimed extends Columns> = {
  -readonly [Name in keyof Claimed]: ValueOf<Claimed[Name]>;
};

/** A column that holds less than its type could, as enumerations and JSON do; null is the schema's to allow. */
export function narrow<Value>(type: TypeName, schema: Schema<Value>): Narrowed<Value> {
  return { type: `${type} | null`, schema };
}

type Build<Parts extends string[]> = (...parts: Parts) => string;
const known: [Columns, string | Build<string[]>][] = [];

/**
 * A statement, at the top level of a module. SQL that differs from call to call is a function of
 * the parts that differ: conditions and orders, each of which may be empty and changes no column.
 */
export function statement<const Claimed extends Columns>(
  columns: Claimed,
  sql: string,
): Statement<RowOf<Claimed>>;
export function statement<const Claimed extends Columns, Parts extends string[]>(
  columns: Claimed,
  sql: Build<Parts>,
): (...parts: Parts) => Statement<RowOf<Claimed>>;
export function statement(columns: Columns, sql: string | Build<string[]>) {
  known.push([columns, sql]);
  if (typeof sql === 'string') return createStatement(columns, sql);
  return (...parts: string[]) => createStatement(columns, sql(...parts));
}

/**
 * A statement that a connection parses once and whose plan it keeps: parsing and planning is nine
 * tenths of a short one's cost in the embedded engine. For what is asked often and finds a few rows
 * by their keys, or expects thousands in any case (expectThousands.ts): a kept plan doesn't know how
 * long a list is that it is given, or whose rows are many (PostgreSQL's manual, «PREPARE»).
 */
export function preparedStatement<const Claimed extends Columns>(
  columns: Claimed,
  sql: string,
): Statement<RowOf<Claimed>> {
  return { ...statement(columns, sql), name: hash('sha1', sql, 'base64url') };
}

/**
 * A statement over lists of keys that a connection keeps for short lists (`keepPlansOfFew`): parsing
 * and planning is most of what a few rows cost. Long ones are planned anew each time: what is best for
 * them follows from how long they are.
 */
export function statementOfKeys<const Claimed extends Columns>(
  columns: Claimed,
  sql: string,
): Statement<RowOf<Claimed>> {
  return { ...preparedStatement(columns, sql), isForFew: true };
}

/** The same of SQL whose rows nobody reads. */
export function commandOfKeys(sql: string): Command {
  return { sql, name: hash('sha1', sql, 'base64url'), isForFew: true };
}

/** A statement that no test asks the database about: for tests themselves. */
export function createStatement<const Claimed extends Columns>(columns: Claimed, sql: string) {
  return { columns, sql } as unknown as Statement<RowOf<Claimed>>;
}

/** The statements of all modules that have been loaded, with nothing for the parts that differ. */
export function listStatements(): Statement<object>[] {
  return known.map(([columns, sql]) =>
    createStatement(
      columns,
      typeof sql === 'string' ? sql : sql(...Array<string>(sql.length).fill('')),
    ),
  );
}

type Field = Pick<QueryResult['fields'][number], 'name' | 'dataTypeID'>;

/** In which names and types a result isn't as claimed. */
export function compareFields(columns: Columns, fields: readonly Field[]): string[] {
  const names = new Set(fields.map(({ name }) => name));
  const missing = Object.keys(columns).filter((name) => !names.has(name));
  return [
    ...missing.map((name) => `there is no column «${name}»`),
    ...fields.flatMap(({ name, dataTypeID }, at) => {
      const claim = columns[name];
      if (claim === undefined) return `the column «${name}» is not claimed`;
      if (fields.findIndex((other) => other.name === name) < at) return `«${name}» comes twice`;
      const { typeName } = parse(claim);
      if (oids[typeName] === dataTypeID) return [];
      return `«${name}» is not ${typeName} but ${nameOf(dataTypeID)}`;
    }),
  ];
}

/** Throws when rows aren't what their statement claims; says what, never with a value. */
export function checkResult({ columns, sql }: Statement<object>, result: QueryResult): void {
  const faults = compareFields(columns, result.fields);
  for (const [name, claim] of Object.entries(columns)) {
    const isRight = createCheck(claim);
    if (result.rows.every((row) => isRight(row[name]))) continue;
    faults.push(`«${name}» holds what is not ${parse(claim).words}`);
  }
  if (faults.length === 0) return;
  throw new Error(`A statement's rows are not as claimed: ${faults.join('; ')}.\n${sql}`);
}

function createCheck(claim: Claim): (value: unknown) => boolean {
  if (typeof claim !== 'string') return (value) => claim.schema.safeParse(value).success;
  const { isNullable, typeName } = parse(claim);
  const mayHoldNulls = !typeName.endsWith('[]') || typeName.includes('null');
  return (value) => {
    if (value === null) return isNullable;
    return mayHoldNulls || !(value as unknown[]).includes(null);
  };
}

function parse(claim: Claim) {
  const words = typeof claim === 'string' ? claim : claim.type;
  const typeName = words.replace(/ \| null$/, '') as TypeName;
  return {
    typeName,
    isNullable: words !== typeName,
    words: typeof claim === 'string' ? claim : `${typeName} of its schema`,
  };
}

function nameOf(oid: number): string {
  return Object.entries(oids).find(([, one]) => one === oid)?.[0] ?? `the type with OID ${oid}`;
}
