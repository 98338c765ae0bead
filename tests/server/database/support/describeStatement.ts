import type { Connection, FieldDef, Pool, Submittable } from 'pg';

/** The columns of a statement's result as the database makes them out, without running it. */
export async function describeStatement(pool: Pool, sql: string): Promise<FieldDef[]> {
  const client = await pool.connect();
  try {
    return await new Promise((resolve, reject) => {
      let fields: FieldDef[] = [];
      let fault: Error | undefined;
      // pg calls these by name on what it was given to submit.
      const description = {
        submit(connection: Connection) {
          connection.parse({ text: sql, name: '', types: [] }, true);
          connection.describe({ type: 'S', name: '' }, true);
          connection.sync();
        },
        handleRowDescription(message: { fields: FieldDef[] }) {
          fields = message.fields;
        },
        handleError(error: Error) {
          fault = error;
        },
        handleReadyForQuery: () => (fault ? reject(fault) : resolve(fields)),
      };
      client.query(description as Submittable);
    });
  } finally {
    client.release();
  }
}
