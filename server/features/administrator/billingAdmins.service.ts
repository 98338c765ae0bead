import type { Country } from '../../../schemas/entities/market.ts';
import type { Transaction } from '../../database/open.ts';
import { said } from '../../said.ts';
import { fieldFault } from '../account/accountDeps.ts';
import {
  findBillingAdmins,
  findHolder,
  lockAssignments,
  writeBillingAssignments,
} from './billingAdmins.repository.ts';

interface Wish {
  readonly country: Country;
  /** Undefined: an account that is still to be made. */
  readonly accountId?: number;
  readonly specialUser: boolean;
  /** SAP numbers. */
  readonly wanted: readonly string[];
  readonly before?: { readonly specialUser: boolean; readonly billingAdmins: readonly string[] };
}

/**
 * Answers the ids of the billing administrators that an account may have as it is wished; throws
 * VALIDATION_FAILED. Who isn't a special user is given none that another account has, but keeps one
 * that a special user was given beside them.
 */
export async function checkBillingAdmins(
  tx: Transaction,
  { country, accountId, specialUser, wanted, before }: Wish,
): Promise<number[]> {
  const found = await findBillingAdmins(tx, country, wanted);
  const known = new Map(found.map(({ id, sapNumber }) => [sapNumber, id]));
  const stranger = wanted.find((one) => !known.has(one));
  if (stranger !== undefined) {
    throw fieldFault('billingAdmins', 'choice', said('field.noBillingAdmin', { number: stranger }));
  }
  const ids = found.map(({ id }) => id);
  if (specialUser) return ids;
  const isNew = ({ sapNumber }: { sapNumber: string }) =>
    !before?.billingAdmins.includes(sapNumber);
  const added = found.filter(isNew).map(({ id }) => id);
  const taken = await findHolder(tx, added, accountId);
  if (taken) {
    const { sapNumber: number, username } = taken;
    const words = said('field.billingAdminTaken', { number, username });
    throw fieldFault('billingAdmins', 'billingAdminTaken', words);
  }
  if (!before?.specialUser) return ids;
  const shared = await findHolder(tx, ids, accountId);
  if (!shared) return ids;
  const { sapNumber: number, username } = shared;
  const words = said('field.billingAdminShared', { number, username });
  throw fieldFault('specialUser', 'billingAdminShared', words);
}

/** Gives an account just those billing administrators that are wished; throws VALIDATION_FAILED. */
export async function takeBillingAdmins(
  tx: Transaction,
  wish: Wish & { readonly accountId: number },
): Promise<void> {
  await lockAssignments(tx, wish.country);
  const ids = await checkBillingAdmins(tx, wish);
  await writeBillingAssignments(tx, wish.accountId, ids);
}
