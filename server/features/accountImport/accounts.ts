import { randomUUID } from 'node:crypto';
import {
  type AdministratorDraft,
  administratorDraftSchema,
  administratorKindSchema,
} from '../../../schemas/entities/administrator.ts';
import type { Locale } from '../../../schemas/entities/languages.ts';
import type { Country } from '../../../schemas/entities/market.ts';
import type { Transaction } from '../../database/open.ts';
import { need } from '../../imports/cells.ts';
import type { TakeLines } from '../../imports/importBatch.ts';
import type { Line } from '../../imports/lines.ts';
import { eachLine } from '../../imports/outcome.ts';
import { LineFault } from '../../imports/values.ts';
import { said } from '../../said.ts';
import { makeAccount } from '../account/administration.service.ts';
import { findAdministrator, rolesOfKind } from '../administrator/administrator.repository.ts';
import { lockAssignments } from '../administrator/billingAdmins.repository.ts';
import { checkBillingAdmins, takeBillingAdmins } from '../administrator/billingAdmins.service.ts';
import { saveAdministrator, tellDraft } from '../administrator/saveAdministrator.ts';
import { saveSubAdministrator } from '../subAdministrator/saveSubAdministrator.ts';
import { findSubAdministrator } from '../subAdministrator/subAdministrator.repository.ts';
import { subAdministratorRoles } from '../subAdministrator/subAdministrator.service.ts';
import { findAccounts, type KnownAccount } from './accountImport.repository.ts';
import { asLineFault, readDraft, withDuplicates, words } from './cells.ts';

interface Deps {
  readonly languageOf: (country: Country) => Locale;
  /** Has the owner of a new account told of it, once the transaction is committed. */
  readonly sendWelcome: (tx: Transaction, accountId: number) => Promise<void>;
}

interface By {
  readonly country: Country;
  readonly actorId?: number | undefined;
}

/** Of an administrator, or of one's sub-user. */
type Wish = AdministratorDraft & { readonly owner?: KnownAccount | undefined };

const subUser = 'SUB_USER';
const columns = {
  phoneNumber: 'phone',
  sapNumber: 'sap_number',
  specialUser: 'special_user',
  billingAdmins: 'billing_administrators',
} as const;

/**
 * Makes accounts of customers, or brings those of the same user name up to date, by the rules of the
 * portal's forms. What makes somebody else of an account (its kind, its main user) or is confirmed by
 * its owner (the e-mail address) stays, and is refused where a file says it otherwise.
 */
export function createTakeAccounts({ languageOf, sendWelcome }: Deps): TakeLines {
  return async (tx, by, lines) => {
    const named = lines.flatMap(({ cells }) => [cells.username ?? '', cells.main_user ?? '']);
    const known = await findAccounts(tx, named);
    // Before any line looks who has which.
    await lockAssignments(tx, by.country);
    let duplicates = 0;
    const outcome = await eachLine(lines, async ({ cells }) => {
      const found = known.get(cells.username?.toLowerCase() ?? '');
      if (found) refuseOther(found, by.country);
      const wish = readWish(cells, known, { ...by, found });
      if (found) {
        const isChanged = await asLineFault(() => update(tx, by, found, wish));
        if (!isChanged) duplicates += 1;
        known.set(found.username.toLowerCase(), asKnown(found.id, by.country, wish));
        return;
      }
      const id = await asLineFault(() => make(tx, by, wish, languageOf(by.country)));
      await sendWelcome(tx, id);
      known.set(wish.username.toLowerCase(), asKnown(id, by.country, wish));
    });
    return withDuplicates(outcome, duplicates);
  };
}

/** What nobody changes by a file. */
function refuseOther(
  { username, country, isStaff, isDeleted }: KnownAccount,
  market: Country,
): void {
  // Of another market's account nothing is told.
  if (country !== market || isStaff) {
    throw new LineFault('USERNAME_TAKEN', said('faults.usernameTaken', { username }));
  }
  if (!isDeleted) return;
  throw new LineFault('ACCOUNT_DELETED', said('faults.accountDeleted', { username }));
}

function readWish(
  cells: Line['cells'],
  known: ReadonlyMap<string, KnownAccount>,
  { country, found }: By & { readonly found: KnownAccount | undefined },
): Wish {
  const given = need(cells, 'kind').toUpperCase();
  const isSub = given === subUser;
  const kind = administratorKindSchema.safeParse(isSub ? 'USER' : given);
  if (!kind.success) {
    const kinds = [...administratorKindSchema.options, subUser].join(', ');
    throw new LineFault(
      'BAD_VALUE',
      said('faults.noneOf', { column: 'kind', text: cells.kind, choices: kinds }),
    );
  }
  const draft = readDraft(
    administratorDraftSchema,
    {
      username: need(cells, 'username'),
      email: need(cells, 'email'),
      name: need(cells, 'name'),
      kind: kind.data,
      phoneNumber: cells.phone ?? found?.phoneNumber,
      specialUser: cells.special_user
        ? /^(1|true|yes)$/i.test(cells.special_user)
        : (found?.specialUser ?? false),
      sapNumber: cells.sap_number ?? found?.sapNumber,
      billingAdmins: cells.billing_administrators
        ? words(cells.billing_administrators)
        : [...(found?.billingAdmins ?? [])],
    },
    columns,
  );
  if (!isSub) {
    if (!cells.main_user) return draft;
    throw new LineFault('BAD_VALUE', said('faults.onlySubUser', { kind: subUser }));
  }
  for (const name of ['special_user', 'sap_number', 'billing_administrators']) {
    if (cells[name])
      throw new LineFault(
        'BAD_VALUE',
        said('faults.subUserHasNo', { kind: subUser, column: name }),
      );
  }
  const owner = known.get(need(cells, 'main_user').toLowerCase());
  const isMainUser =
    owner?.country === country && owner.level === 1 && owner.kind === 'MAIN_USER' && !owner.isStaff;
  if (isMainUser) return { ...draft, owner };
  throw new LineFault(
    'UNKNOWN_MAIN_USER',
    said('faults.unknownMainUser', { username: cells.main_user, country }),
  );
}

/** Answers the new account's id. */
async function make(
  tx: Transaction,
  { country, actorId }: By,
  { owner, ...wish }: Wish,
  language: Locale,
): Promise<number> {
  const { username, email, name, phoneNumber, kind, specialUser, sapNumber } = wish;
  // Nobody's at the provider till the account is made there (`welcoming.ts`).
  const row = { subject: randomUUID(), username, email, name, phone: phoneNumber ?? null };
  const given = { ...row, country, language };
  if (owner) {
    const of = { level: 2, createdBy: owner.id, roles: subAdministratorRoles } as const;
    return makeAccount(tx, { ...given, ...of }, actorId);
  }
  const { billingAdmins: wanted = [] } = wish;
  const giving = { country, specialUser, wanted };
  if (wanted.length > 0) await checkBillingAdmins(tx, giving);
  const facts = { roles: rolesOfKind[kind], specialUser, sapNumber: sapNumber ?? null };
  return makeAccount(tx, { ...given, ...facts }, actorId, async (_, accountId) => {
    if (wanted.length > 0) await takeBillingAdmins(tx, { ...giving, accountId });
    return tellDraft(wish);
  });
}

/** False when it was so already. */
async function update(
  tx: Transaction,
  { country, actorId }: By,
  found: KnownAccount,
  wish: Wish,
): Promise<boolean> {
  const { id, username } = found;
  const isOfAnother = (found.level === 2 ? found.ownerId : undefined) !== wish.owner?.id;
  if (isOfAnother || (!wish.owner && found.kind !== wish.kind)) {
    throw new LineFault('KIND_KEPT', said('faults.kindKept', { username }));
  }
  if (found.email.toLowerCase() !== wish.email.toLowerCase()) {
    const message = said('faults.emailKept', { username });
    throw new LineFault('EMAIL_KEPT', message);
  }
  if (isAsWished(found, wish)) return false;
  const { name, phoneNumber, owner } = wish;
  const gone = new LineFault('USERNAME_TAKEN', said('faults.otherAccount', { username }));
  if (owner) {
    const change = { name, phoneNumber };
    const { isChanged } = await saveSubAdministrator(tx, actorId, id, change, async () => {
      return (await findSubAdministrator(tx, owner.id, id)) ?? Promise.reject(gone);
    });
    return isChanged;
  }
  const { isChanged } = await saveAdministrator(tx, { country, actorId }, id, wish, async () => {
    return (await findAdministrator(tx, country, id)) ?? Promise.reject(gone);
  });
  return isChanged;
}

/** Asked of what is known, so that a file that is imported again costs nothing. */
function isAsWished(found: KnownAccount, wish: Wish): boolean {
  const ofBoth = (one: KnownAccount | Wish) => [
    ...[one.name, one.phoneNumber ?? null, one.specialUser, one.sapNumber ?? null],
    [...new Set(one.billingAdmins)].sort().join(),
  ];
  return JSON.stringify(ofBoth(found)) === JSON.stringify(ofBoth(wish));
}

/** For later lines of the same batch. */
function asKnown(id: number, country: Country, { owner, ...wish }: Wish): KnownAccount {
  return {
    id,
    country,
    level: owner ? 2 : 1,
    ownerId: owner?.id ?? null,
    isStaff: false,
    isDeleted: false,
    username: wish.username,
    email: wish.email,
    name: wish.name,
    kind: wish.kind,
    phoneNumber: wish.phoneNumber ?? null,
    sapNumber: wish.sapNumber ?? null,
    specialUser: wish.specialUser,
    billingAdmins: wish.billingAdmins ?? [],
  };
}
