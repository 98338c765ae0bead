import { createHash } from 'node:crypto';
import { type OperationId, operations } from '../../../../../schemas/api/operations.ts';
import type { Feature, Role } from '../../../../../schemas/entities/access.ts';
import type { Country } from '../../../../../schemas/entities/market.ts';
import { document } from '../../../../../server/database/documentTables.ts';
import type { Database } from '../../../../../server/database/open.ts';
import type { Files } from '../../../../../server/storage/files.ts';
import { claimFile } from '../../../../../server/storage/unclaimed.repository.ts';
import { addPackage, addProperty, grantAccess } from '../../../../support/builders.ts';
import { createTestDatabase } from '../../../../support/database.ts';
import { startWholePortal } from '../../../../support/wholePortal.ts';
import { addAccounts, anAccount } from '../../../identity/support/accounts.ts';

export interface User {
  readonly id: number;
  readonly token: string;
  readonly property: number;
}

export type GivenDocument = Partial<typeof document.$inferInsert> & { readonly content?: string };

/** The whole portal with an archive whose documents a test puts there. */
export async function startArchivePortal({
  database: given,
  ...options
}: Parameters<typeof startWholePortal>[1] & { readonly database?: Database } = {}) {
  const database = given ?? (await createTestDatabase());
  const portal = await startWholePortal(database, options);
  const { jobs, archive } = portal.parts as typeof portal.parts & {
    jobs: { start(): Promise<void>; stop(): Promise<void> };
  };
  await jobs.start();
  let users = 0;
  let documents = 0;

  async function request(user: User | undefined, to: string, body?: unknown, method = 'POST') {
    return portal.request(to, {
      method: body === undefined && method === 'POST' ? 'GET' : method,
      headers: {
        'content-type': 'application/json',
        ...(user && { authorization: `Bearer ${user.token}` }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  }

  return {
    database,
    portal,
    jobs,
    archive,
    request,
    async addUser(
      given: {
        features?: readonly Feature[];
        roles?: readonly Role[];
        property?: number;
        accessSince?: string;
        country?: Country;
      } = {},
    ): Promise<User> {
      users += 1;
      const username = `reader-${users}`;
      const { features = ['DOCUMENT_ARCH_ARCHIVE'], roles = [], country = 'PL' } = given;
      const ids = await addAccounts(database, [anAccount(username, { country, roles })]);
      const id = ids.get(username) as number;
      const property =
        given.property ?? (await addProperty(database, { id: 2000 + users, country }));
      const granted = await addPackage(database, features);
      await grantAccess(database, id, granted, [property], given.accessSince);
      return { id, token: await portal.tokenOf(username), property };
    },
    /** A final bill of last year, unless said otherwise; without content it is announced alone. */
    async addDocument(propertyId: number, given: GivenDocument = {}): Promise<number> {
      documents += 1;
      const { content, ...columns } = given;
      const file =
        content === undefined ? undefined : await keep(archive.files, content, documents);
      return database.transaction(async (tx) => {
        if (file) await claimFile(tx, file.storedName);
        const [row] = await tx
          .insert(document)
          .values({
            propertyId,
            documentType: 'INDIVIDUAL_BILLING',
            billingType: 'HEAT',
            status: 'final',
            periodBegin: '2025-01-01',
            periodEnd: '2025-12-31',
            createdAt: new Date(Date.UTC(2026, 0, 1, 0, documents)),
            ownerName: 'Jan Kowalski',
            addedBy: 'test',
            ...file,
            ...columns,
          })
          .returning({ id: document.id });
        return row?.id as number;
      });
    },
    /** The answer, whatever it is. */
    async call(
      user: User | undefined,
      id: OperationId,
      asked: {
        params?: Readonly<Record<string, number | string>>;
        query?: Readonly<Record<string, string | readonly string[]>>;
        body?: unknown;
      } = {},
      // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every kind.
    ): Promise<{ status: number; body: any }> {
      const { method, path } = operations[id];
      const filled = path.replaceAll(/\{(\w+)\}/g, (_, name) => `${asked.params?.[name]}`);
      const pairs = Object.entries(asked.query ?? {}).flatMap(([name, value]) =>
        [value].flat().map((one) => [name, one]),
      );
      const query = pairs.length > 0 ? `?${new URLSearchParams(pairs)}` : '';
      const response = await portal.request(`${filled}${query}`, {
        method,
        headers: {
          ...(asked.body !== undefined && { 'content-type': 'application/json' }),
          ...(user && { authorization: `Bearer ${user.token}` }),
        },
        ...(asked.body !== undefined && { body: JSON.stringify(asked.body) }),
      });
      return { status: response.status, body: await response.json() };
    },
    async stop() {
      await jobs.stop();
      await portal.close();
      await database.close();
    },
  };
}

async function keep(files: Files, content: string, number: number) {
  const bytes = Buffer.from(content);
  async function* pieces() {
    yield bytes;
  }
  const { name } = await files.keep('documents', pieces(), { maxBytes: 1e9 });
  return {
    storedName: name,
    fileName: `bill ${number}.pdf`,
    contentType: 'application/pdf',
    bytes: bytes.length,
    checksum: createHash('sha256').update(bytes).digest('hex'),
  };
}
