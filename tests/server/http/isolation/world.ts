import { type Feature, features, type Role } from '../../../../schemas/entities/access.ts';
import type { Country } from '../../../../schemas/entities/market.ts';
import type { Database } from '../../../../server/database/open.ts';
import {
  addDevice,
  addPackage,
  addProperty,
  addReadings,
  addTenant,
  grantAccess,
} from '../../../support/builders.ts';
import { addAccounts, anAccount } from '../../identity/support/accounts.ts';

/**
 * Buildings, and all that hangs on them, for asking who gets to see what. Each text of one has its
 * mark, and what flowed in those that aren't the customer's is too much to be anything else, so that
 * an answer tells by itself whether it says too much.
 */

export const things = ['own', 'unassigned', 'featureless', 'since', 'foreign'] as const;
export type Thing = (typeof things)[number];

/** What a call may name, as its parameters are called, by the thing that is meant. */
export type Names = Readonly<Record<string, string | number>>;

export interface World {
  readonly names: Readonly<Record<Thing | 'nothing', Names>>;
  readonly holders: Readonly<Record<'own' | 'unassigned' | 'foreign', number>>;
}

/** In two weeks, about as much as a tenant's meter may show and is believed: see `tellsFigures`. */
const flood = 1503.7;
/** What the customer's own building uses meanwhile. */
const trickle = 7.3;

export const day = (ago: number): string =>
  new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);

/** Of the customer's rights: the last days of one building only. */
const sinceDaysAgo = 20;

const absentId = 999_999;

/** Which days are asked about. */
export const asked = { begin: 80, end: 0 };

const basicFeature = 'WARNING_CO2' satisfies Feature;

/** `keep` stores a text, and answers under which name. */
export async function addWorld(
  database: Database,
  keep: (text: string) => Promise<string>,
): Promise<World> {
  await startIdsHigh(database);
  const all = await addPackage(database, features);
  const little = await addPackage(database, [basicFeature]);
  const holders = {
    own: await addHolder(database, 'own', 'PL'),
    unassigned: await addHolder(database, 'unassigned', 'PL'),
    foreign: await addHolder(database, 'foreign', 'CZ'),
  };
  const staticFiles = {
    PL: await addStaticFile(database, 'PL', keep),
    CZ: await addStaticFile(database, 'CZ', keep),
  };
  const names = {} as Record<Thing | 'nothing', Names>;
  for (const [index, thing] of things.entries()) {
    const owner = thing === 'foreign' || thing === 'own' ? thing : 'unassigned';
    const building = await addBuilding(database, thing, 9101 + index);
    await grantAccess(database, holders[owner], all, [building.property]);
    const belongings = await addBelongings(database, thing, holders[owner]);
    // Everybody in the market may have it.
    const staticFile = thing === 'foreign' ? staticFiles.CZ : staticFiles.PL;
    const isOfMarket = thing === 'own' || thing === 'foreign';
    names[thing] = { ...building, ...belongings, staticFile: isOfMarket ? staticFile : absentId };
  }
  await grantAccess(database, holders.own, little, [Number(names.featureless.property)]);
  const since = day(sinceDaysAgo);
  await grantAccess(database, holders.own, all, [Number(names.since.property)], since);
  const nothing = Object.keys(names.own).map((name) => {
    const isNumber = typeof names.own[name] === 'number';
    return [name, isNumber ? absentId : '00000000-0000-4000-8000-000000000000'];
  });
  return { holders, names: { ...names, nothing: Object.fromEntries(nothing) } };
}

/** No id is any of the small numbers that answers are full of. */
async function startIdsHigh({ pool }: Database): Promise<void> {
  const { rows } = await pool.query<{ name: string }>(
    `SELECT sequencename AS name FROM pg_sequences WHERE schemaname = 'public'`,
  );
  let first = 100_000;
  for (const { name } of rows) {
    await pool.query(`ALTER SEQUENCE "${name}" RESTART WITH ${first}`);
    first += 1000;
  }
}

async function addHolder(database: Database, thing: Thing, country: Country): Promise<number> {
  const username = `holder-${thing}`;
  const roles: Role[] = ['portal_user', 'portal_admin'];
  const name = `mark-${thing}-holder`;
  const ids = await addAccounts(database, [anAccount(username, { country, roles, name })]);
  return ids.get(username) as number;
}

/** What stands before the customer's first day in a building that is seen since then. */
const isOld = (thing: Thing) => thing === 'since';
/** The data of a building; its house, place and people are told to whoever has any right to it. */
const dataMark = (thing: Thing) => (isOld(thing) ? 'mark-since-old' : `mark-${thing}-data`);

async function addBuilding(database: Database, thing: Thing, property: number) {
  const country = thing === 'foreign' ? 'CZ' : 'PL';
  const name = `mark-${thing}-house`;
  await addProperty(database, { id: property, name, address: `${name} 1`, city: name, country });
  const people = thing === 'featureless' ? dataMark(thing) : `mark-${thing}-tenant`;
  const tenant = await addTenant(database, property, { tenantNo: '1', tenantName: people });
  const deviceMark = thing === 'featureless' ? dataMark(thing) : `mark-${thing}-device`;
  const device = await addDevice(database, {
    propertyId: property,
    tenantId: tenant,
    interval: 'DAILY',
    serialNumber: deviceMark,
  });
  const [from, until] = isOld(thing) ? [60, 50] : [15, 2];
  const flowed = thing === 'own' ? trickle : flood;
  const readings = [70, ...range(from, until), ...range(Math.min(until, 18) - 1, 1)].map((ago) => ({
    at: Date.parse(`${day(ago)}T00:00:00Z`),
    value: 1 + (flowed * Math.min(Math.max(0, from - ago), from - until)) / (from - until),
  }));
  const sorted = new Map(readings.map((one) => [one.at, one]));
  await addReadings(database, { propertyId: property, deviceId: device }, [...sorted.values()]);
  const at = new Date(Date.now() - (isOld(thing) ? 50 : 5) * 86_400_000);
  const document = await insert(database, 'document', {
    property_id: property,
    tenant_id: tenant,
    document_type: 'CONTROL_HEAT',
    billing_type: 'HEAT',
    status: 'final',
    period_begin: day(asked.begin),
    period_end: day(asked.end),
    created_at: at,
    owner_name: dataMark(thing),
    added_by: dataMark(thing),
    file_name: `${dataMark(thing)}.pdf`,
    stored_name: `stored-${thing}`,
    bytes: 3,
    content_type: 'application/pdf',
    checksum: 'c'.repeat(64),
  });
  const warning = await insert(database, 'warning', {
    property_id: property,
    device_id: device,
    alert: 'LEAKAGE',
    state: 'ACTIVE',
    urgency: 10,
    first_occurrence: at,
    last_occurrence: at,
    raised_at: at,
    note: dataMark(thing),
  });
  const limits = { litresPerHour: 5, criticalLitresPerHour: 50, hours: 24 };
  await database.pool.query(
    `INSERT INTO warning_limit (property_id, alert, is_on, limits, changed_by, changed_at)
     VALUES ($1, 'LEAKAGE', true, $2, $3, now())`,
    [property, limits, dataMark(thing)],
  );
  return {
    property,
    tenant,
    device,
    document,
    warning,
    // What the search looks for: everything of a building has its mark.
    number: `W-${property}`,
    q: `mark-${thing}`,
  };
}

const range = (from: number, until: number): number[] =>
  Array.from({ length: Math.max(0, from - until + 1) }, (_, index) => from - index);

/** What an account has made, and who it looks after. */
async function addBelongings(database: Database, thing: Thing, holder: number) {
  const mark = `mark-${thing}-made`;
  const country = thing === 'foreign' ? 'CZ' : 'PL';
  const made = { account_id: holder, country, created_at: new Date() };
  const definition = {
    reportName: mark,
    reportType: 'DEVICE_READING',
    format: 'CSV',
    startDate: day(30),
    endDate: day(1),
  };
  const jobDefinition = {
    reportName: mark,
    reportType: 'DEVICE_READING_JOB',
    format: 'CSV',
    timeBackwards: 31,
    generationDay: 1,
  };
  const report = await insert(database, 'report', { ...made, definition, status: 'FAILED' });
  const jobId = await insert(database, 'report_job', {
    ...made,
    definition: jobDefinition,
    next_run: '2099-01-01',
  });
  const packageId = await insert(database, 'document_package', {
    ...made,
    name: mark,
    filter: {},
    status: 'ERROR',
    expires_at: '2099-01-01T00:00:00Z',
  });
  const message = await insert(database, 'contact_message', {
    ...made,
    topic: 'TECH_SUPPORT',
    message: mark,
    email: `${mark}@example.com`,
  });
  const file = {
    file_name: `${mark}.pdf`,
    stored_name: mark,
    content_type: 'application/pdf',
    checksum: 'c'.repeat(64),
    bytes: 3,
  };
  const attachment = await insert(database, 'contact_attachment', { message_id: message, ...file });
  const imported = await insert(database, 'import_run', {
    kind: 'readings',
    file_name: mark,
    fingerprint: mark,
    status: 'FINISHED',
    country,
    started_at: new Date(),
    imported_by: mark,
  });
  const permissionPackage = await insert(database, 'permission_package', {
    country,
    name: mark,
    features: [basicFeature],
  });
  const { rows } = await database.pool.query(
    'SELECT subject, username FROM account WHERE id = $1',
    [holder],
  );
  const { subject, username } = rows[0] as { subject: string; username: string };
  const subUsername = `sub-of-${thing}`;
  const sub = anAccount(subUsername, {
    country,
    roles: ['portal_user'],
    level: 2,
    createdByUsername: username,
    name: mark,
  } as never);
  const subs = await addAccounts(database, [sub]);
  return {
    report,
    job: jobId,
    jobId,
    packageId,
    message,
    attachment,
    import: imported,
    package: permissionPackage,
    adminId: holder,
    identifier: subs.get(subUsername) as number,
    id: subject,
    username,
  };
}

async function addStaticFile(
  database: Database,
  country: Country,
  keep: (text: string) => Promise<string>,
): Promise<number> {
  return insert(database, 'static_file', {
    country,
    language: 'PL',
    position: 1,
    tags: ['FORM'],
    uploaded_at: new Date(),
    label: `mark-${country}-file`,
    owner: `mark-${country}-owner`,
    file_name: 'form.pdf',
    content_type: 'application/pdf',
    checksum: 'c'.repeat(64),
    bytes: 12,
    stored_name: await keep(`mark-${country}-inside`),
  });
}

async function insert(
  { pool }: Database,
  table: string,
  values: Readonly<Record<string, unknown>>,
): Promise<number> {
  const columns = Object.keys(values);
  const { rows } = await pool.query<{ id: number }>(
    `INSERT INTO ${table} (${columns.join(', ')})
     VALUES (${columns.map((_, index) => `$${index + 1}`).join(', ')}) RETURNING id`,
    Object.values(values),
  );
  return (rows[0] as { id: number }).id;
}

/** Where it lies, how silent it is, and what a register stands at, which counts from its first day. */
const noFlow = new Set(['latitude', 'longitude', 'missingPercent', 'lastValue']);

/**
 * Whether an answer has a figure that only a building with the flood can be behind: all others that
 * aren't whole are small.
 */
export function tellsFigures(answer: unknown): boolean {
  if (typeof answer === 'number') return !Number.isInteger(answer) && Math.abs(answer) > 20;
  if (answer === null || typeof answer !== 'object') return false;
  return Object.entries(answer).some(([name, value]) => !noFlow.has(name) && tellsFigures(value));
}

/** All that hangs on what a customer mustn't touch, for comparing before and after. */
export async function readUntouchables({ pool }: Database, world: World): Promise<string> {
  const { rows: tables } = await pool.query<{ name: string; by: string }>(
    `SELECT table_name AS name, column_name AS by FROM information_schema.columns
     WHERE table_schema = 'public' AND column_name IN ('property_id', 'account_id')
       AND table_name NOT IN ('portal_session', 'account_preview') ORDER BY 1, 2`,
  );
  const properties = (['unassigned', 'foreign'] as const).map(
    (thing) => world.names[thing].property,
  );
  const accounts = [world.holders.unassigned, world.holders.foreign];
  const found: string[] = [];
  for (const { name, by } of tables) {
    const ids = by === 'property_id' ? properties : accounts;
    const { rows } = await pool.query(
      `SELECT to_jsonb(one)::text AS row FROM "${name}" AS one WHERE ${by} = ANY ($1) ORDER BY 1`,
      [ids],
    );
    found.push(...rows.map(({ row }) => `${name} ${row}`));
  }
  const { rows } = await pool.query(
    `SELECT to_jsonb(one)::text AS row FROM account AS one
     WHERE id = ANY ($1) OR created_by = ANY ($1) ORDER BY id`,
    [accounts],
  );
  return [...found, ...rows.map(({ row }) => `account ${row}`)].join('\n');
}
