import { type Feature, features, type Role } from '../../schemas/entities/access.ts';
import type { Country } from '../../schemas/entities/market.ts';
import type { Database, Transaction } from '../database/open.ts';
import { statement } from '../database/statement.ts';
import { type NewAccount, upsertAccounts } from '../identity/accounts.repository.ts';
import { findAccountSession } from '../identity/session.repository.ts';
import type { Session } from '../session.ts';
import { writeBillingAdmin, writeSapNumber } from './billing.repository.ts';
import { demoBillingAdmins, demoSapNumbers } from './billing.ts';
import type { PlannedBuildings } from './buildings.ts';
import { grant, writePackage } from './demo.repository.ts';
import type { DemoMarket } from './demoMarkets.ts';
import type { PlannedProperty } from './plan.ts';

interface DemoPerson {
  readonly roles: readonly Role[];
  readonly level: 1 | 2;
  readonly specialUser?: true;
  readonly package?: 'full' | 'standard' | 'consumption' | 'basic';
  /** Of the package's; left out: all of them. */
  readonly features?: readonly Feature[];
  /** Which share of the market's properties: every n-th. */
  readonly every?: number;
  /** And which of the buildings beside them. */
  readonly buildings?: keyof PlannedBuildings | 'first';
}

const people: Readonly<Record<string, DemoPerson>> = {
  admin: {
    roles: ['portal_user', 'portal_admin'],
    level: 1,
    package: 'full',
    every: 1,
    buildings: 'own',
  },
  landlord: {
    roles: ['portal_user', 'portal_admin'],
    level: 1,
    package: 'full',
    buildings: 'others',
    specialUser: true,
  },
  // A part of what the administrator has: with warnings, and the building that has most of them.
  sub: {
    roles: ['portal_user'],
    level: 2,
    package: 'full',
    features: features.filter((feature) => !feature.startsWith('ADV_')),
    every: 3,
    buildings: 'first',
  },
  user: { roles: ['portal_user'], level: 1, package: 'standard', every: 2 },
  domea: { roles: ['portal_user', 'portal_domea'], level: 1, package: 'consumption', every: 2 },
  support: { roles: ['portal_user', 'portal_support'], level: 1 },
  super: { roles: ['portal_user', 'portal_super_admin'], level: 1 },
};

const packages: Readonly<Record<NonNullable<DemoPerson['package']>, readonly Feature[]>> = {
  full: features,
  standard: features.filter(
    (feature) => !feature.startsWith('ADV_') && !feature.startsWith('WARNING_'),
  ),
  consumption: ['CONSUMPTION_BASIC', 'CONSUMPTION_ADV'],
  basic: ['CONSUMPTION_BASIC'],
};

/** Of the first market alone. */
const extraPeople: Readonly<Record<string, DemoPerson>> = {
  basic: { roles: ['portal_user', 'portal_admin'], level: 1, package: 'basic', every: 4 },
  // The owner of the real data set, which comes with its own property.
  daiad: { roles: ['portal_user', 'portal_admin'], level: 1 },
};

/** As `admin.pl`: the account of a person of the demo. */
export function usernameIn({ country }: Pick<DemoMarket, 'country'>, person: string): string {
  return `${person}.${country.toLowerCase()}`;
}

const accountIdOf = statement({ id: 'bigint' }, 'SELECT id FROM account WHERE username = $1');

/** What a person of the demo may do; undefined when somebody has blocked or deleted them. */
export async function findDemoSession(
  database: Database,
  market: DemoMarket,
  person: keyof typeof people,
): Promise<Session | undefined> {
  const { statements } = database;
  const [found] = await statements.query(accountIdOf, [usernameIn(market, person)]);
  return found && findAccountSession(statements, found.id);
}

/** The accounts that docs/testers.md lists: one for each role in each market, and some of the first one. */
export function listDemoUsernames(markets: readonly DemoMarket[]): string[] {
  const named = (names: object, some: readonly DemoMarket[]) =>
    some.flatMap((market) => Object.keys(names).map((name) => usernameIn(market, name)));
  return [...named(people, markets), ...named(extraPeople, markets.slice(0, 1))];
}

/** Those accounts, each with its package on its properties. */
export async function writeDemoAccounts(
  tx: Transaction,
  {
    markets,
    plan,
    buildings,
    password,
  }: {
    markets: readonly DemoMarket[];
    plan: readonly PlannedProperty[];
    buildings: PlannedBuildings;
    password: string | undefined;
  },
): Promise<void> {
  for (const [at, market] of markets.entries()) {
    const { country, language } = market;
    const list = { ...people, ...(at === 0 && extraPeople) };
    const accounts = Object.entries(list).map(
      ([name, { roles, level, specialUser }]): NewAccount => {
        const username = usernameIn(market, name);
        return {
          username,
          email: `${username}@meterhouse.example`,
          name: username,
          roles,
          country,
          language,
          level,
          specialUser,
          ...(level === 2 && { createdByUsername: usernameIn(market, 'admin') }),
        };
      },
    );
    const ids = await upsertAccounts(tx, accounts, password === undefined ? {} : { password });
    const packageIds = new Map<string, number>();
    for (const [name, list] of Object.entries(packages)) {
      packageIds.set(name, await writePackage(tx, country, name, list));
    }
    for (const [name, person] of Object.entries(list)) {
      const accountId = ids.get(usernameIn(market, name));
      if (person.package === undefined || accountId === undefined) continue;
      const packageId = packageIds.get(person.package);
      if (packageId === undefined) continue;
      const given = { packageId, features: person.features ?? null };
      await grant(tx, accountId, given, listShare(person, country, plan, buildings));
    }
    await writeBilling(tx, market, ids);
  }
}

async function writeBilling(
  tx: Transaction,
  market: DemoMarket,
  ids: ReadonlyMap<string, number>,
): Promise<void> {
  const idOf = (person: string) => ids.get(usernameIn(market, person)) ?? 0;
  for (const [person, sapNumber] of Object.entries(demoSapNumbers)) {
    await writeSapNumber(tx, idOf(person), sapNumber);
  }
  for (const { people: holders, ...given } of demoBillingAdmins) {
    await writeBillingAdmin(tx, { ...given, country: market.country }, holders.map(idOf));
  }
}

/** The ids of a person's properties in a market. */
function listShare(
  { every, buildings }: DemoPerson,
  country: Country,
  plan: readonly PlannedProperty[],
  beside: PlannedBuildings,
): number[] {
  const idsOf = (properties: readonly PlannedProperty[]) =>
    properties.filter(({ market }) => market.country === country).map(({ id }) => id);
  const share = idsOf(plan).filter((_, index) => every !== undefined && index % every === 0);
  if (buildings === undefined) return share;
  const [first, ...others] = idsOf(beside[buildings === 'others' ? 'others' : 'own']);
  return [
    ...share,
    ...(first === undefined ? [] : [first]),
    ...(buildings === 'first' ? [] : others),
  ];
}
