import { openDatabase } from '../../../../server/database/open.ts';

/**
 * A second process at a data directory: `node portalProcess.ts hold|attach DATA_DIR [SQL]`.
 * Prints `ready` once it has the database and, with SQL, once that is done.
 */
const [mode, dataDir = '', sql] = process.argv.slice(2);
const database = await openDatabase({ DATA_DIR: dataDir }, { attach: mode === 'attach' });
if (sql) await database.pool.query(sql);
process.stdout.write('ready\n');
if (mode === 'attach') await database.close();
