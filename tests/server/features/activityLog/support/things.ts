import { operations } from '../../../../../schemas/api/operations.ts';
import type { Jobs } from '../../../../../server/jobs/jobs.ts';
import { addDevice, addReadings } from '../../../../support/builders.ts';
import type { Matrix } from '../../../http/isolation/interrogate.ts';
import type { Principal } from '../../../http/isolation/principals.ts';

export type Insert = Readonly<Record<string, unknown>>;

/** What logged calls change: rows, uploads, jobs and questions; each answers the id. */
export async function addRow(
  { database: { pool } }: Matrix,
  table: string,
  values: Insert,
): Promise<number> {
  const columns = Object.keys(values);
  const { rows } = await pool.query<{ id: number }>(
    `INSERT INTO ${table} (${columns.join(', ')})
     VALUES (${columns.map((_, index) => `$${index + 1}`).join(', ')}) RETURNING id`,
    Object.values(values),
  );
  return (rows[0] as { id: number }).id;
}

export async function uploadFile(
  { portal, tokens }: Matrix,
  who: Principal,
  body = `%PDF-1.7\n%\xe2\xe3\xcf\xd3\n${Math.random()}\n%%EOF`,
): Promise<string> {
  const { method, path } = operations['upload.create'];
  const response = await portal.request(`http://portal.example.pl${path}?fileName=guide.pdf`, {
    method,
    headers: { authorization: `Bearer ${tokens.get(who)}` },
    body,
  });
  return ((await response.json()) as { upload: string }).upload;
}

export const jobsOf = ({ portal }: Matrix) => portal.parts.jobs as Jobs;

export async function addFailedJob(matrix: Matrix): Promise<void> {
  const { database } = matrix;
  const id = await database.transaction((tx) =>
    jobsOf(matrix).send(tx, 'report.make', { key: 'none', data: {} }),
  );
  await database.pool.query(`UPDATE pgboss.job SET state = 'failed' WHERE id = $1`, [id]);
}

/** A register that fell, of a new device. */
export async function addQuestion({ database, world: { names } }: Matrix) {
  const propertyId = names.own.property as number;
  const device = await addDevice(database, {
    propertyId,
    tenantId: names.own.tenant as number,
    interval: 'DAILY',
    serialNumber: `fallen ${Math.random()}`,
  });
  const begin = Date.parse('2026-03-01T00:00:00Z');
  const values = [500, 501, 3, 4];
  await addReadings(
    database,
    { propertyId, deviceId: device },
    values.map((value, index) => ({ at: begin + index * 86_400_000, value })),
  );
  const { rows } = await database.pool.query<{ at: Date }>(
    'SELECT at FROM reading_question WHERE device_id = $1',
    [device],
  );
  return { device, at: (rows[0] as { at: Date }).at.toISOString() };
}
