import type { Feature, Role } from '../../../../schemas/entities/access.ts';
import type { Country } from '../../../../schemas/entities/market.ts';
import type { Database } from '../../../../server/database/open.ts';
import { addPackage, addProperty, grantAccess } from '../../../support/builders.ts';
import { createTestDatabase } from '../../../support/database.ts';
import { startWholePortal } from '../../../support/wholePortal.ts';
import { addAccounts, anAccount } from '../../identity/support/accounts.ts';

export interface User {
  readonly id: number;
  readonly subject: string;
  readonly token: string;
}

export interface RealApp {
  readonly database: Database;
  /** Somebody who signed in just now; with features also a property, whose package has them. */
  addUser(given: {
    country?: Country;
    roles: readonly Role[];
    features?: readonly Feature[];
    property?: number;
  }): Promise<User>;
  /** `to` may name the portal's host, `http://portal.example.cz/api/…`. */
  call(to: string, user?: User, init?: RequestInit): Promise<Response>;
  close(): Promise<void>;
}

/** The whole portal on a database of its own, with people to try doors. */
export async function startRealApp(): Promise<RealApp> {
  const database = await createTestDatabase();
  const portal = await startWholePortal(database);
  let users = 0;

  return {
    database,
    async addUser({ country = 'PL', roles, features = [], property }) {
      users += 1;
      const username = `user-${users}`;
      const ids = await addAccounts(database, [anAccount(username, { country, roles })]);
      const id = ids.get(username) as number;
      if (features.length > 0) {
        const granted = property ?? (await addProperty(database, { id: 1000 + users, country }));
        await grantAccess(database, id, await addPackage(database, features), [granted]);
      }
      const { rows } = await database.pool.query('SELECT subject FROM account WHERE id = $1', [id]);
      const { subject } = rows[0] as { subject: string };
      return { id, subject, token: await portal.tokenOf(username) };
    },
    call(to, user, init = {}) {
      const authorization = user && { authorization: `Bearer ${user.token}` };
      return portal.request(to, { ...init, headers: { ...init.headers, ...authorization } });
    },
    async close() {
      await portal.close();
      await database.close();
    },
  };
}
