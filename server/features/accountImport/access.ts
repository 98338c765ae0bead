import { features as allFeatures, type Feature } from '../../../schemas/entities/access.ts';
import type { Country } from '../../../schemas/entities/market.ts';
import type { Transaction } from '../../database/open.ts';
import { need, parseDay } from '../../imports/cells.ts';
import type { Assign, TakeLines } from '../../imports/importBatch.ts';
import type { Line } from '../../imports/lines.ts';
import { findPropertyIds } from '../../imports/masterData.repository.ts';
import { eachLine, type Outcome } from '../../imports/outcome.ts';
import { LineFault } from '../../imports/values.ts';
import { said } from '../../said.ts';
import { assignProperties } from '../administrator/assignProperties.ts';
import { shareProperties } from '../subAdministrator/shareProperties.ts';
import {
  findAccounts,
  holdPackages,
  type KnownAccess,
  type KnownAccount,
  listAccess,
  lockAccounts,
  type Pair,
  pairKey,
} from './accountImport.repository.ts';
import { readFeatures } from './cells.ts';

/** What a line wishes for a property of an account; the last line of a pair counts. */
interface Wish extends Pair {
  readonly line: Line;
  readonly accessSince: string | undefined;
}
interface Assignment extends Wish {
  readonly packageId: number;
  readonly packageName: string;
}
interface Sharing extends Wish {
  readonly ownerId: number;
  readonly features: readonly Feature[];
}
/** With the main user's own. */
type OwnedSharing = Sharing & { readonly own: KnownAccess };
/** With the first day that it will have. */
type Settled<One extends Wish> = Omit<One, 'accessSince'> & { readonly accessSince: string | null };
type Assigned = Settled<Assignment>;
type Shared = Settled<OwnedSharing>;

/**
 * Assigns properties to administrators, and shares those of main users with their sub-users, by the
 * rules of the portal's forms. Nothing is taken away: what a file doesn't name stays, and so does a
 * first day where a file names none.
 */
export function createTakeAccess(deps: {
  readonly offered: (country: Country) => readonly Feature[];
}): TakeLines {
  return async (tx, { country, actorId }, lines) => {
    const cellsOf = (name: string) => lines.map(({ cells }) => cells[name] ?? '');
    const accounts = await findAccounts(tx, cellsOf('username'));
    const properties = await findPropertyIds(tx, country, [...new Set(cellsOf('works_no'))]);
    const packages = await holdPackages(tx, country, cellsOf('package'));
    const assignments = new Map<string, Assignment>();
    const sharings = new Map<string, Sharing>();
    const read = await eachLine(lines, (line) => {
      const { cells } = line;
      const account = accountOf(accounts, cells, country);
      const propertyId = properties.get(need(cells, 'works_no'));
      if (propertyId === undefined) {
        const message = said('faults.unknownProperty', { worksNo: cells.works_no, country });
        throw new LineFault('UNKNOWN_PROPERTY', message);
      }
      const accessSince = cells.access_since ? parseDay(cells, 'access_since') : undefined;
      const wish = { line, accountId: account.id, propertyId, accessSince };
      if (account.level === 2) {
        const features = sharedFeatures(cells, deps.offered(country));
        sharings.set(pairKey(wish), { ...wish, ownerId: account.ownerId ?? 0, features });
      } else {
        const { id: packageId, name: packageName } = packageOf(packages, cells, country);
        assignments.set(pairKey(wish), { ...wish, packageId, packageName });
      }
    });
    const owners = [...sharings.values()].map(({ ownerId }) => ownerId);
    const holders = [...assignments.values()].map(({ accountId }) => accountId);
    await lockAccounts(tx, [...new Set([...owners, ...holders])]);
    let changed = await assign(tx, [...assignments.values()], actorId);
    // Behind the assignments, so that one file has both.
    const { sound, outcome: shared } = await keepOwned(tx, [...sharings.values()]);
    changed += await share(tx, sound, actorId);
    return {
      accepted: changed,
      duplicates: read.accepted - shared.rejected - changed,
      rejected: read.rejected + shared.rejected,
      rejections: [...read.rejections, ...shared.rejections].sort((a, b) => a.line - b.line),
    };
  };
}

/** Why an administrator can't get properties with a package, in words. */
export async function findAssignFault(
  tx: Transaction,
  country: Country,
  assign: Assign,
): Promise<string | undefined> {
  const accounts = await findAccounts(tx, [assign.username]);
  const packages = await holdPackages(tx, country, [assign.package]);
  try {
    const { level } = accountOf(accounts, { ...assign }, country);
    packageOf(packages, { ...assign }, country);
    if (level !== 2) return undefined;
    return `«${assign.username}» is a sub-user, who has properties from the main user: name an administrator.`;
  } catch (error) {
    if (error instanceof LineFault) return error.message;
    throw error;
  }
}

function accountOf(
  accounts: ReadonlyMap<string, KnownAccount>,
  cells: Line['cells'],
  country: Country,
): KnownAccount {
  const found = accounts.get(need(cells, 'username').toLowerCase());
  if (found && found.country === country && !found.isStaff && !found.isDeleted) return found;
  throw new LineFault(
    'UNKNOWN_ACCOUNT',
    said('faults.unknownAdministrator', { username: cells.username, country }),
  );
}

function packageOf(
  packages: Awaited<ReturnType<typeof holdPackages>>,
  cells: Line['cells'],
  country: Country,
) {
  if (cells.features) {
    const message = said('faults.featuresOfAdministrator');
    throw new LineFault('BAD_FEATURE', message);
  }
  const found = packages.get(need(cells, 'package').toLowerCase());
  if (found) return found;
  const message = said('faults.unknownPackage', { name: cells.package, country });
  throw new LineFault('UNKNOWN_PACKAGE', message);
}

function sharedFeatures(cells: Line['cells'], offered: readonly Feature[]): Feature[] {
  if (cells.package) {
    const message = said('faults.packageOfSubUser');
    throw new LineFault('BAD_FEATURE', message);
  }
  need(cells, 'features');
  const chosen = readFeatures(cells.features, offered);
  return allFeatures.filter((feature) => chosen.includes(feature));
}

/** Answers how many properties were assigned or have something else now. */
async function assign(
  tx: Transaction,
  requested: readonly Assignment[],
  actorId: number | undefined,
): Promise<number> {
  const isSo = ({ packageId, accessSince }: Assigned, known: KnownAccess | undefined) =>
    known?.packageId === packageId && known.accessSince === accessSince;
  const groups = await group(tx, requested, isSo, ({ accountId, packageId, accessSince }) =>
    [accountId, packageId, accessSince].join('/'),
  );
  let changed = 0;
  for (const { first, properties } of groups) {
    changed += await assignProperties(tx, { ...first, properties }, actorId);
  }
  return changed;
}

/**
 * Puts together what one statement does, without what is so already. A first day that a file leaves
 * out is the one that is known.
 */
async function group<One extends Wish>(
  tx: Transaction,
  requested: readonly One[],
  isSo: (wish: Settled<One>, known: KnownAccess | undefined) => boolean,
  alike: (wish: Settled<One>) => string,
): Promise<{ first: Settled<One>; properties: number[] }[]> {
  const known = await listAccess(tx, requested);
  const open = requested
    .map((wish): Settled<One> => {
      const { accessSince = known.get(pairKey(wish))?.accessSince ?? null } = wish;
      return { ...wish, accessSince };
    })
    .filter((wish) => !isSo(wish, known.get(pairKey(wish))));
  return [...Map.groupBy(open, alike).values()].flatMap(([first, ...others]) =>
    first ? { first, properties: [first, ...others].map(({ propertyId }) => propertyId) } : [],
  );
}

/** Those of which the main user has the property and one of the features, with how. */
async function keepOwned(
  tx: Transaction,
  requested: readonly Sharing[],
): Promise<{ sound: OwnedSharing[]; outcome: Outcome }> {
  const owned = await listAccess(
    tx,
    requested.map(({ ownerId, propertyId }) => ({ accountId: ownerId, propertyId })),
  );
  const wishOf = new Map(requested.map((wish) => [wish.line, wish]));
  const sound: OwnedSharing[] = [];
  const outcome = await eachLine([...wishOf.keys()], (line) => {
    const wish = wishOf.get(line);
    if (!wish) return;
    const own = owned.get(pairKey({ accountId: wish.ownerId, propertyId: wish.propertyId }));
    if (!own) {
      const message = said('faults.notAssigned', { worksNo: line.cells.works_no });
      throw new LineFault('NOT_ASSIGNED', message);
    }
    if (!own.licensed.some((feature) => wish.features.includes(feature))) {
      const message = said('faults.noneOfFeatures', { worksNo: line.cells.works_no });
      throw new LineFault('BAD_FEATURE', message);
    }
    sound.push({ ...wish, own });
  });
  return { sound, outcome };
}

async function share(
  tx: Transaction,
  requested: readonly OwnedSharing[],
  actorId: number | undefined,
): Promise<number> {
  const groups = await group(tx, requested, isShared, ({ accountId, accessSince, features }) =>
    [accountId, accessSince, features].join('/'),
  );
  let changed = 0;
  for (const { first, properties } of groups) {
    changed += await shareProperties(tx, { ...first, properties }, actorId);
  }
  return changed;
}

/** Whether it is so already, as `writeShares` would have it: never more days than the main user. */
function isShared({ own, features, accessSince }: Shared, known: KnownAccess | undefined): boolean {
  const days = [own.accessSince, accessSince].filter((day) => day !== null).sort();
  return (
    known?.packageId === own.packageId &&
    known.chosen.join() === features.join() &&
    known.accessSince === (days.at(-1) ?? null)
  );
}
