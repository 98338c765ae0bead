import { Readable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Database, Transaction } from '../../../../server/database/open.ts';
import { describeDetail } from '../../../../server/features/activityLog/describeDetail.ts';
import { withEntry } from '../../../../server/features/activityLog/withEntry.ts';
import { type ImportOptions, importFile } from '../../../../server/imports/importFile.ts';
import { addProperty } from '../../../support/builders.ts';
import { createTestDatabase } from '../../../support/database.ts';
import { addAccounts, anAccount } from '../../identity/support/accounts.ts';

let database: Database;
let accountId: number;
beforeAll(async () => {
  database = await createTestDatabase();
  accountId = (await addAccounts(database, [anAccount('one')])).get('one') as number;
});
afterAll(() => database.close());

let last = 0;
beforeEach(async () => {
  const { rows } = await database.pool.query('SELECT max(id) AS last FROM activity_log');
  last = rows[0]?.last ?? 0;
});
async function entries(): Promise<string[]> {
  const { rows } = await database.pool.query(
    'SELECT type, actor, detail FROM activity_log WHERE id > $1 ORDER BY id',
    [last],
  );
  return rows.map(({ type, actor, detail }) => `${type} by ${actor}: ${describeDetail(detail)}`);
}

const setPhone = (tx: Transaction, phone: string) =>
  tx.run('UPDATE account SET phone = $2 WHERE id = $1', [accountId, phone]);
const readQuiet = async (tx: Transaction): Promise<number> => {
  const { rows } = await tx.executeSql('SELECT quiet_from AS quiet FROM account WHERE id = $1', [
    accountId,
  ]);
  return (rows[0] as { quiet: number }).quiet;
};
const addQuiet = (tx: Transaction) =>
  tx.run('UPDATE account SET quiet_from = quiet_from + 1 WHERE id = $1', [accountId]);

const logging = <T>(work: () => Promise<T>) =>
  withEntry(
    {
      type: 'PREFERENCES_CHANGED',
      actorId: accountId,
      made: ['id'],
      watched: {
        name: 'account',
        ids: [accountId],
        schema: z.object({ quietFrom: z.int() }),
        read: async (tx) => new Map([[accountId, { quietFrom: await readQuiet(tx) }]]),
      },
    },
    work,
  );

describe('an entry', () => {
  it('goes with the first transaction that writes, and with no other', async () => {
    const before = await database.read(readQuiet);
    await logging(async () => {
      await database.transaction((tx) => tx.run('SELECT FROM account FOR UPDATE'));
      await database.transaction((tx) => tx.run(`UPDATE account SET name = '' WHERE id = 0`));
      expect(await entries()).toEqual([]);
      await database.transaction((tx) => addQuiet(tx).then(() => ({ id: 5, other: 6 })));
      expect(await entries()).toHaveLength(1);
      await database.transaction(addQuiet);
    });
    expect(await entries()).toEqual([
      `PREFERENCES_CHANGED by one: id: 5; quietFrom: ${before} → ${before + 1}`,
    ]);
  });

  it('is taken back with its change, and goes with the one that succeeds', async () => {
    await logging(async () => {
      const failed = database.transaction(async (tx) => {
        await addQuiet(tx);
        throw new Error('not this time');
      });
      await expect(failed).rejects.toThrow('not this time');
      expect(await entries()).toEqual([]);
      await database.transaction((tx) => setPhone(tx, '+48123456789'));
    });
    expect(await entries()).toEqual(['PREFERENCES_CHANGED by one: ']);
  });

  it('stays where a call fails behind its change', async () => {
    const call = logging(async () => {
      await database.transaction((tx) => setPhone(tx, '+48123456780'));
      throw new Error('The mail server is down.');
    });
    await expect(call).rejects.toThrow('The mail server is down.');
    expect(await entries()).toHaveLength(1);
  });

  it('isn’t that of what goes on when the call is over', async () => {
    let later: Promise<unknown> = Promise.resolve();
    await logging(async () => {
      later = new Promise<void>((resolve) => setImmediate(resolve)).then(() =>
        database.transaction((tx) => setPhone(tx, '+48123456781')),
      );
    });
    await later;
    expect(await entries()).toEqual([]);
  });

  it('goes with what a library changes inside of a SELECT', async () => {
    await logging(() =>
      database.transaction((tx) =>
        tx.executeSql(
          `WITH changed AS (UPDATE account SET phone = '1' WHERE id = $1 RETURNING 1)
           SELECT count(*) FROM changed`,
          [accountId],
        ),
      ),
    );
    expect(await entries()).toHaveLength(1);
  });

  it('is missed in tests where a change is made outside of a transaction', async () => {
    const stray = logging(() => setPhone(database.statements, '+48123456782'));
    await expect(stray).rejects.toThrow('A logged change is made in a transaction');
    await logging(() => database.statements.run('SELECT FROM account'));
    await setPhone(database.statements, '+48123456783');
  });

  it('knows what was before, however many change the same at once', async () => {
    const before = await database.read(readQuiet);
    const call = () => logging(() => database.transaction(addQuiet));
    await Promise.all([call(), call(), call(), call()]);
    expect(await entries()).toEqual(
      [0, 1, 2, 3].map(
        (more) => `PREFERENCES_CHANGED by one: quietFrom: ${before + more} → ${before + more + 1}`,
      ),
    );
  });
});

describe('an import’s entry', () => {
  const importing = (text: string, given: Partial<ImportOptions> = {}) =>
    withEntry(
      { type: 'DATA_IMPORTED', country: 'PL', detail: { kind: 'CLI' }, made: ['importId'] },
      () =>
        importFile(database, {
          stream: Readable.from([Buffer.from(text)]),
          fileName: 'a.csv',
          country: 'PL',
          timeZone: 'Europe/Warsaw',
          by: 'operator',
          now: new Date(),
          ...given,
        }),
    );
  const head = 'works_id;works_no;name;address;city;zip_code\n';
  const lineOf = (id: number) => `${id};W-${id};House;Lipowa ${id};Kraków;31-001\n`;

  it('is there before anything of it is stored, and once', async () => {
    await addProperty(database, { id: 1 });
    const { importId, accepted } = await importing(head + lineOf(701) + lineOf(702));
    expect(accepted).toBe(2);
    expect(await entries()).toEqual([`DATA_IMPORTED by : kind: CLI; importId: ${importId}`]);
  });

  it('is there when the import is broken off, and again when it goes on', async () => {
    const lines = Array.from({ length: 1000 }, (_, index) => lineOf(1000 + index));
    const file = head + lines.join('');
    const stopping = new AbortController();
    const onProgress = () => stopping.abort();
    const broken = importing(file, { stopping: stopping.signal, onProgress });
    await expect(broken).rejects.toThrow('The portal is being stopped.');
    const { rows } = await database.pool.query('SELECT FROM property WHERE id >= 1000');
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.length).toBeLessThan(1000);
    expect(await entries()).toHaveLength(1);
    await importing(file);
    const [first, second] = await entries();
    expect(second).toBe(first);
  });

  it('isn’t there when nothing of the file is taken', async () => {
    await expect(importing('what;is;this\n1;2;3\n')).rejects.toThrow();
    expect(await entries()).toEqual([]);
  });
});
