import type { billingAdminOperations } from '../../../schemas/api/billingAdmins.ts';
import type { Database } from '../../database/open.ts';
import type { Handlers } from '../../http/handler.ts';
import { pageBy } from '../paging.ts';
import { listChoices, searchBillingAdmins } from './billingAdmins.repository.ts';

/** Billing administrators of the caller's own market, never of another. */
export function createBillingAdminHandlers({
  database,
}: {
  readonly database: Database;
}): Handlers<keyof typeof billingAdminOperations> {
  return {
    'billingAdmin.search': ({ query }, { session: { user } }) =>
      database.read((tx) => pageBy((one) => searchBillingAdmins(tx, user.country, one), query)),
    'billingAdmin.choices': ({ query }, { session: { user } }) =>
      database.read((tx) => pageBy((one) => listChoices(tx, user.country, one), query)),
  };
}
