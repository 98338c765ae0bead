import { readFileSync } from 'node:fs';
import path from 'node:path';

interface Client {
  query(sql: string, parameters?: unknown[]): Promise<{ rows: unknown[] }>;
}

/** Split over the nodes by property_id, all alike, so that a property's rows lie on one node. */
export const distributedTables = [
  'device',
  'tenant',
  'installation',
  'reading',
  'reading_pack',
  'rollup',
  'reading_question',
  'reading_explanation',
  'reading_correction',
  'reading_aside',
  'device_error',
  'device_state',
  'virtual_meter_part',
  'billing_period',
  'supply_fact',
  'warning',
  'warning_event',
  'warning_limit',
  'warning_due',
  'warning_notice',
  'warning_told',
  'document',
] as const;

/**
 * Whole on every node, for what is joined to the distributed ones. `property_access` has a
 * property_id, but the policies of all shards look it up by account. Tables that are in neither
 * list (sign-ins, keys, settings, import runs) stay on the coordinator alone.
 */
export const referenceTables = [
  'property',
  'property_access',
  'permission_package',
  'account',
  'outdoor_temperature',
  'alert_webhook',
  'warning_summary',
] as const;

const functions = [
  'meterhouse_account()',
  'meterhouse_folded(text)',
  'meterhouse_features()',
  'meterhouse_properties()',
  'meterhouse_since(bigint)',
  'meterhouse_granted(bigint)',
  'meterhouse_warned_by(text)',
  'meterhouse_zone(bigint)',
];

/** Whether the extension is created in this database; that it could be is not enough. */
export async function hasCitus(client: Client): Promise<boolean> {
  const { rows } = await client.query(`SELECT FROM pg_extension WHERE extname = 'citus'`);
  return rows.length > 0;
}

/**
 * Distributes the tables with Citus; what is distributed already stays as it is. Statement by
 * statement, because Citus allows few of these beside each other in one transaction.
 */
export async function distributeTables(client: Client): Promise<void> {
  const missing = async (name: string) => {
    const { rows } = await client.query(
      'SELECT FROM pg_dist_partition WHERE logicalrelid = $1::regclass',
      [name],
    );
    return rows.length === 0;
  };
  // Policies with subqueries would make Citus refuse the tables, so these come first.
  for (const statement of readStatements()) await client.query(statement);
  for (const name of functions) {
    await client.query('SELECT create_distributed_function($1::regprocedure)', [name]);
  }
  for (const name of referenceTables) {
    if (await missing(name)) {
      await client.query('SELECT create_reference_table($1::regclass)', [name]);
    }
  }
  const [first] = distributedTables;
  for (const name of distributedTables) {
    if (await missing(name)) {
      await client.query(
        `SELECT create_distributed_table($1::regclass, 'property_id', colocate_with => $2)`,
        [name, name === first ? 'none' : first],
      );
    }
  }
}

function readStatements(): string[] {
  const file = path.join(import.meta.dirname, 'citus.sql');
  return readFileSync(file, 'utf8').split('--> statement-breakpoint');
}
