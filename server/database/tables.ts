import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  date,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import type { DeviceCategory, ReadingInterval } from '../../schemas/entities/device.ts';
import type { Section } from '../imports/sections.ts';
import { foundBy, instant, microUnits, microUnitsWithGaps, milliseconds } from './columns.ts';
import { alertChoice } from './warningTables.ts';

/**
 * The tables of properties and what is metered there; the portal's own are in portalTables.ts.
 * Metered values are integers in micro-units (1e-6 of the device's unit), so that sums telescope
 * exactly whatever the order in which readings arrive. `reading`, `reading_pack` and
 * `rollup` are partitioned by time in the migration, which Drizzle can't express.
 */

export const account = pgTable(
  'account',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** The identity provider's `sub`. */
    subject: text('subject').notNull().unique(),
    username: text('username').notNull(),
    email: text('email').notNull(),
    phone: text('phone'),
    name: text('name').notNull(),
    /** argon2id; null when an external identity provider keeps the password. */
    passwordHash: text('password_hash'),
    roles: text('roles').array().notNull(),
    /** Two-letter country of the instance. */
    country: text('country').notNull(),
    /** UI locale: en, pl, da, cs, sv or nb. */
    language: text('language').notNull(),
    /** 1 = main administrator named in the contract, 2 = sub-administrator. */
    level: smallint('level').notNull().default(1),
    createdBy: bigint('created_by', { mode: 'number' }),
    specialUser: boolean('special_user').notNull().default(false),
    /** The customer's own; digits, zeros at its beginning belong to it. */
    sapNumber: text('sap_number'),
    failedSignIns: smallint('failed_sign_ins').notNull().default(0),
    /** Too many failed sign-ins: no password is accepted before then. */
    lockedUntil: instant('locked_until'),
    disabledAt: instant('disabled_at'),
    /** Put away by its administrator, who may restore it; disabled as well. */
    deletedAt: instant('deleted_at'),
    lastSignInAt: instant('last_sign_in_at'),
    /** What the user has chosen (schemas/entities/account.ts); what is missing is as by default. */
    preferences: jsonb('preferences').notNull().default({}),
    /** Alerts are sent by e-mail. */
    notifications: boolean('notifications').notNull().default(true),
    ...alertChoice,
    /** Tokens that were issued before are refused, whatever session they belong to. */
    sessionsEndedAt: instant('sessions_ended_at'),
    /** Grows with each change of password, address or second factor: what began before is void. */
    credentialVersion: integer('credential_version').notNull().default(0),
  },
  (table) => [
    uniqueIndex('account_username_key').on(sql`lower(${table.username})`),
    index('account_creator_index').on(table.createdBy),
  ],
);

export const property = pgTable(
  'property',
  {
    /** worksId of the specification. */
    id: bigint('id', { mode: 'number' }).primaryKey(),
    country: text('country').notNull(),
    worksNo: text('works_no').notNull(),
    worksOldNumber: text('works_old_number'),
    name: text('name').notNull(),
    address: text('address').notNull(),
    city: text('city').notNull(),
    zipCode: text('zip_code').notNull(),
    latitude: doublePrecision('latitude'),
    longitude: doublePrecision('longitude'),
    /** IANA zone in which its days, weeks and months lie. */
    timeZone: text('time_zone').notNull(),
    areaSquareMetres: doublePrecision('area_square_metres'),
    /** Whose temperatures count for its degree days; null: the station named as its city. */
    weatherStation: text('weather_station'),
    /** MM-DD: the last day that its allocators count before they begin anew; null: 31 December. */
    setDate: text('set_date'),
    /** Highest open urgency: 0, 5 or 10; null when there is no warning. */
    warningSeverity: smallint('warning_severity'),
    foundBy: foundBy(
      sql`works_no || ' ' || coalesce(works_old_number, '') || ' ' || name || ' ' || address || ' ' || zip_code || ' ' || city`,
    ),
  },
  (table) => [uniqueIndex('property_works_no_key').on(table.country, table.worksNo)],
);

export const tenant = pgTable(
  'tenant',
  {
    propertyId: bigint('property_id', { mode: 'number' }).notNull(),
    id: bigint('id', { mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    installationNumber: text('installation_number').notNull(),
    tenantNo: text('tenant_no').notNull(),
    tenantName: text('tenant_name').notNull(),
    address: text('address').notNull(),
    areaSquareMetres: doublePrecision('area_square_metres'),
    /** First local day of whoever lives there now: nobody reads of those before. */
    movedIn: date('moved_in', { mode: 'string' }),
    foundBy: foundBy(
      sql`tenant_no || ' ' || tenant_name || ' ' || installation_number || ' ' || address`,
    ),
  },
  (table) => [
    primaryKey({ columns: [table.propertyId, table.id] }),
    uniqueIndex('tenant_number_key').on(table.propertyId, table.tenantNo),
    // The archive is asked for tenants, and not told of which property.
    index('tenant_id_index').on(table.id),
  ],
);

export const device = pgTable(
  'device',
  {
    propertyId: bigint('property_id', { mode: 'number' }).notNull(),
    id: bigint('id', { mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    /** Null for devices of the building itself, as its main meters are. */
    tenantId: bigint('tenant_id', { mode: 'number' }),
    serialNumber: text('serial_number').notNull(),
    category: text('category').$type<DeviceCategory>().notNull(),
    /** The room or place, as printed on lists. */
    place: text('place').notNull().default(''),
    /** A main meter measures what its property's other meters share out; it is no part of sums. */
    isMain: boolean('is_main').notNull().default(false),
    /** How often readings are expected, for completeness. */
    readingInterval: text('reading_interval').$type<ReadingInterval>().notNull(),
    /** MM-DD, as of its property; null: its property's. */
    setDate: text('set_date'),
    foundBy: foundBy(sql`serial_number`),
  },
  (table) => [
    primaryKey({ columns: [table.propertyId, table.id] }),
    uniqueIndex('device_serial_key').on(table.propertyId, table.serialNumber),
    index('device_serial_index').on(table.serialNumber),
    index('device_tenant_index').on(table.propertyId, table.tenantId),
  ],
);

/** One register mounted for one span of time; an exchange ends one row and begins the next. */
export const installation = pgTable(
  'installation',
  {
    propertyId: bigint('property_id', { mode: 'number' }).notNull(),
    deviceId: bigint('device_id', { mode: 'number' }).notNull(),
    installedFrom: instant('installed_from').notNull(),
    installedUntil: instant('installed_until'),
    startIndex: microUnits('start_index'),
    endIndex: microUnits('end_index'),
    /** Multiplies raw register differences: pulse weight, or K_Q × K_C of a heat cost allocator. */
    factor: doublePrecision('factor').notNull().default(1),
    /** Where the register rolls over to zero; null when it doesn't. */
    modulus: microUnits('modulus'),
  },
  (table) => [primaryKey({ columns: [table.propertyId, table.deviceId, table.installedFrom] })],
);

/**
 * Raw readings as they came, each in its row: those of the months under way, and what is changed or
 * comes seldom. The others are packed (`readingPack`). Partitioned by month of `at`.
 */
export const reading = pgTable(
  'reading',
  {
    propertyId: bigint('property_id', { mode: 'number' }).notNull(),
    deviceId: bigint('device_id', { mode: 'number' }).notNull(),
    at: instant('at').notNull(),
    value: microUnits('value').notNull(),
    /** 0 measured, 1 interpolated by the source, 2 estimated by the source. */
    quality: smallint('quality').notNull().default(0),
    /** Null: the register or gauge at `at`. Else `value` is what was used so long up to `at`. */
    durationSeconds: integer('duration_seconds'),
  },
  (table) => [primaryKey({ columns: [table.propertyId, table.deviceId, table.at] })],
);

/**
 * Raw readings of one device and one UTC month, packed: arrays over the readings. A
 * reading is either here or in `reading` (server/metering/store/packs.repository.ts). Partitioned by
 * year of `month`.
 */
export const readingPack = pgTable(
  'reading_pack',
  {
    propertyId: bigint('property_id', { mode: 'number' }).notNull(),
    deviceId: bigint('device_id', { mode: 'number' }).notNull(),
    month: date('month', { mode: 'string' }).notNull(),
    firstAt: instant('first_at').notNull(),
    lastAt: instant('last_at').notNull(),
    /** UTC ms; null where the readings follow each other in equal steps, in order of time. */
    instants: bigint('instants', { mode: 'number' }).array(),
    /** Milliseconds from one reading to the next, from the first on; null where `instants` says. */
    spacing: bigint('spacing', { mode: 'number' }),
    values: microUnits('values').array().notNull(),
    /** Null: all are 0. */
    qualities: smallint('qualities').array(),
    /** Null: none has any. */
    durations: integer('durations').array(),
  },
  (table) => [
    primaryKey({ columns: [table.propertyId, table.deviceId, table.month] }),
    check('reading_pack_times', sql`(${table.instants} IS NULL) <> (${table.spacing} IS NULL)`),
  ],
);

/**
 * Consumption per bucket, packed: arrays run over the buckets of one chunk. `measured`,
 * `interpolated`, `estimated` and `missing` count the devices behind each value, so they add up
 * from device to tenant to property just as volumes do. Partitioned by year of `chunk`.
 */
export const rollup = pgTable(
  'rollup',
  {
    propertyId: bigint('property_id', { mode: 'number' }).notNull(),
    /** 0 device, 1 tenant, 2 property. */
    subjectKind: smallint('subject_kind').notNull(),
    subjectId: bigint('subject_id', { mode: 'number' }).notNull(),
    category: text('category').notNull(),
    /** 0 hourly, 1 daily, 2 weekly, 3 monthly. */
    timeframe: smallint('timeframe').notNull(),
    chunk: date('chunk', { mode: 'string' }).notNull(),
    /** Consumption in micro-units; for gauges the sum of readings. Null = missing. */
    volumes: microUnitsWithGaps('volumes').notNull(),
    measured: smallint('measured').array().notNull(),
    /** Readings received, against which completeness and a gauge's mean are computed. */
    received: integer('received').array().notNull(),
    /** Gauges only. */
    minimum: microUnitsWithGaps('minimum'),
    maximum: microUnitsWithGaps('maximum'),
    /** The rest is null where it is 0 throughout, which is the rule: devices, … */
    interpolated: smallint('interpolated').array(),
    estimated: smallint('estimated').array(),
    missing: smallint('missing').array(),
    /** … shares of gaps for totals (docs/metering.md), … */
    bridged: microUnits('bridged').array(),
    /** … and milliseconds of the devices' time. */
    interpolatedTime: milliseconds('interpolated_time').array(),
    unknownTime: milliseconds('unknown_time').array(),
    absentTime: milliseconds('absent_time').array(),
  },
  (table) => [
    primaryKey({
      columns: [
        table.propertyId,
        table.subjectKind,
        table.subjectId,
        table.category,
        table.timeframe,
        table.chunk,
      ],
    }),
  ],
);

/** What readings leave open, for support to explain. */
export const readingQuestion = pgTable(
  'reading_question',
  {
    propertyId: bigint('property_id', { mode: 'number' }).notNull(),
    deviceId: bigint('device_id', { mode: 'number' }).notNull(),
    /** A `StoredQuestionKind` of schemas/entities/readingQuestion.ts. */
    question: text('question').notNull().default('DROP'),
    /** The reading in question, and the one before it; of DATE the last and the first. */
    at: instant('at').notNull(),
    previousAt: instant('previous_at').notNull(),
    previousValue: microUnits('previous_value').notNull(),
    value: microUnits('value').notNull(),
    /** Of a gap: what its ends tell of, shared out over it. */
    moved: microUnits('moved'),
  },
  (table) => [
    primaryKey({ columns: [table.propertyId, table.deviceId, table.at, table.question] }),
    // A dashboard asks for the newest gaps of thousands of properties.
    index('reading_question_gap_index').on(table.propertyId, table.at).where(sql`question = 'GAP'`),
  ],
);

export const importRun = pgTable('import_run', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  /** What the file held: an `ImportKind` of server/imports/kinds.ts. */
  kind: text('kind').notNull(),
  country: text('country').notNull(),
  /** Who imported: an account's name, or `operator` for the command line. */
  importedBy: text('imported_by').notNull(),
  fileName: text('file_name').notNull(),
  /** SHA-256 of the country and the file's first MiB: finds the run that a restart resumes. */
  fingerprint: text('fingerprint').notNull(),
  status: text('status').notNull(),
  /** How often it was begun: only who began it last may go on. */
  claims: integer('claims').notNull().default(0),
  startedAt: instant('started_at').notNull(),
  finishedAt: instant('finished_at'),
  /** Lines wholly dealt with; a resumed run goes on behind them. */
  lines: bigint('lines', { mode: 'number' }).notNull().default(0),
  /** SHA-256 of those lines: another file may begin alike. Empty: an earlier version wrote none. */
  digest: text('digest').notNull().default(''),
  accepted: bigint('accepted', { mode: 'number' }).notNull().default(0),
  duplicates: bigint('duplicates', { mode: 'number' }).notNull().default(0),
  rejected: bigint('rejected', { mode: 'number' }).notNull().default(0),
  /** Of the accepted ones, those that replaced what an earlier delivery said. */
  corrected: bigint('corrected', { mode: 'number' }).notNull().default(0),
  /** What telegrams said to be wrong with their devices, written besides. */
  deviceErrors: bigint('device_errors', { mode: 'number' }).notNull().default(0),
  /** The columns that nothing was read of. */
  ignored: text('ignored').array().notNull().default([]),
  /** What its refused lines need to be sent again; none of what can't be. */
  sections: jsonb('sections').$type<Section[]>().notNull().default([]),
});

export const importRejection = pgTable(
  'import_rejection',
  {
    importId: bigint('import_id', { mode: 'number' }).notNull(),
    line: bigint('line', { mode: 'number' }).notNull(),
    code: text('code').notNull(),
    /** In English. */
    message: text('message').notNull(),
    /** The message without words of any language, as JSON; null of earlier imports. */
    said: text('said'),
    content: text('content').notNull(),
    /** Only the beginning of the line is kept, which can't be sent again. */
    isCut: boolean('is_cut').notNull().default(false),
  },
  (table) => [primaryKey({ columns: [table.importId, table.line] })],
);
