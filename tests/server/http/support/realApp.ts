import { pino } from 'pino';
import type { Feature, Role } from '../../../../schemas/entities/access.ts';
import type { Country } from '../../../../schemas/entities/market.ts';
import { createApp } from '../../../../server/app.ts';
import { createBackgroundWork } from '../../../../server/backgroundWork.ts';
import type { Database } from '../../../../server/database/open.ts';
import { createHandlers } from '../../../../server/handlers.ts';
import { createIdentity } from '../../../../server/identity/createIdentity.ts';
import { createLimits } from '../../../../server/identity/limits.ts';
import { createManifestService } from '../../../../server/manifests/createManifestService.ts';
import { addPackage, addProperty, grantAccess } from '../../../support/builders.ts';
import { createTestDatabase } from '../../../support/database.ts';
import { addAccounts, anAccount } from '../../identity/support/accounts.ts';
import { audience, cheapPassword, clientId } from '../../identity/support/portal.ts';
import { realDirectories } from '../../manifests/directories.ts';

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

/** The portal as main.ts puts it together, with its own manifests and identity provider. */
export async function startRealApp(): Promise<RealApp> {
  const database = await createTestDatabase();
  const publicUrl = 'http://localhost';
  const logger = pino({ level: 'silent' });
  const limits = createLimits();
  const identity = await createIdentity({
    config: {
      PUBLIC_URL: publicUrl,
      OIDC_CLIENT_ID: clientId,
      OIDC_AUDIENCE: audience,
      DEMO: false,
      NODE_ENV: 'test',
    },
    ...{ database, logger, limits },
    passwordCost: cheapPassword,
  });
  const manifests = await createManifestService({ ...realDirectories, signIn: identity.signIn });
  const background = createBackgroundWork(logger);
  const app = createApp({
    ...{ database, manifests, identity, logger, publicUrl },
    handlers: createHandlers({
      ...{ database, manifests, identity, limits, background, publicUrl },
      mailer: { send: async () => undefined },
      now: () => new Date(),
    }),
    checkResponses: true,
  });
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
      return { id, subject, token: await identity.issueToken(username) };
    },
    async call(to, user, init = {}) {
      const authorization = user && { authorization: `Bearer ${user.token}` };
      return app.request(to, { ...init, headers: { ...init.headers, ...authorization } });
    },
    async close() {
      manifests.close();
      identity.close();
      await database.close();
    },
  };
}
