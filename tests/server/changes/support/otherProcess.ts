import pg from 'pg';
import { publishChange } from '../../../../server/changes/publish.repository.ts';

/** Tells an account of a change from a process of its own: `otherProcess.ts CONNECTION ACCOUNT`. */
const [connection = '{}', account] = process.argv.slice(2);
const client = new pg.Client(JSON.parse(connection));
await client.connect();
await client.query('BEGIN');
const run = async (sql: string, parameters: readonly unknown[] = []) =>
  (await client.query(sql, [...parameters])).rowCount ?? 0;
await publishChange({ run }, Number(account), 'documentPackage.list');
await client.query('COMMIT');
await client.end();
