import {
  type DeviceCategory,
  deviceCategorySchema,
  type ReadingInterval,
  readingIntervalSchema,
} from '../../../schemas/entities/device.ts';
import {
  type ReadingExplanation,
  readingExplanationSchema,
  readingQuestionKindSchema,
} from '../../../schemas/entities/readingQuestion.ts';
import { epochMilliseconds as ms } from '../../database/epoch.ts';
import type { Transaction } from '../../database/open.ts';
import { narrow, type Statement, statementOfKeys } from '../../database/statement.ts';
import type { Flows } from '../plausibility.ts';
import { type Installation, registerDefaults } from '../registers.ts';

export interface MeteredDevice {
  readonly propertyId: number;
  readonly deviceId: number;
  readonly tenantId: number | null;
  readonly category: DeviceCategory;
  readonly isMain: boolean;
  readonly interval: ReadingInterval;
  readonly timeZone: string;
  /** MM-DD, behind which a register that resets each year begins anew. */
  readonly setDate: string;
  /** It is delivered as volumes of intervals, and has no register. */
  readonly isVolumes: boolean;
  readonly installations: Installation[];
  /** See `RegisterTraits.reverseAt`. */
  readonly reverseAt: ReadonlySet<number>;
  readonly trustedAt: ReadonlySet<number>;
  /** Support has confirmed readings that lie far from the others. */
  readonly hasTrustedDates: boolean;
  /** UTC ms: nothing is stored before or after; null without any reading. */
  readonly firstAt: number | null;
  readonly lastAt: number | null;
  /** Micro-units. */
  readonly lastValue: number | null;
  /** UTC ms: where the last month with packed readings ends (packs.repository.ts); null without any. */
  readonly packedUntil: number | null;
  /** Null when they haven't been counted yet, though there may be readings. */
  readonly flows: Flows | null;
  /** Whether there is any of it, so that most statements need not be sent at all. */
  readonly has: Readonly<Record<Has, boolean>>;
}

/** What few devices have: open questions but those about dates, corrections, readings that are kept aside. */
type Has = 'questions' | 'corrections' | 'aside' | 'virtual';

const anyOf = (table: string, condition = 'one.device_id = device.id') =>
  `EXISTS (SELECT FROM ${table} one WHERE one.property_id = device.property_id AND ${condition})`;

const findKnown = statementOfKeys(
  {
    propertyId: 'bigint',
    deviceId: 'bigint',
    tenantId: 'bigint | null',
    category: narrow('text', deviceCategorySchema),
    isMain: 'boolean',
    interval: narrow('text', readingIntervalSchema),
    timeZone: 'text',
    setDate: 'text',
    isVolumes: 'boolean',
    firstAt: 'bigint | null',
    lastAt: 'bigint | null',
    lastValue: 'bigint | null',
    packedUntil: 'bigint | null',
    flows: 'integer[] | null',
    hasInstallations: 'boolean',
    hasExplanations: 'boolean',
    hasQuestions: 'boolean',
    hasCorrections: 'boolean',
    hasAside: 'boolean',
    isVirtualOrPart: 'boolean',
  },
  `SELECT device.property_id AS "propertyId", device.id AS "deviceId", tenant_id AS "tenantId",
     category, is_main AS "isMain", reading_interval AS interval, time_zone AS "timeZone",
     coalesce(device.set_date, property.set_date, '${registerDefaults.setDate}') AS "setDate",
     coalesce(is_volumes, false) AS "isVolumes", ${ms('coalesce(first_at, last_at)')} AS "firstAt", ${ms('last_at')} AS "lastAt",
     last_value AS "lastValue", flows,
     (SELECT ${ms(`(max(month) + interval '1 month') AT TIME ZONE 'UTC'`)} FROM reading_pack pack
       WHERE pack.property_id = device.property_id AND pack.device_id = device.id) AS "packedUntil",
     ${anyOf('installation')} AS "hasInstallations", ${anyOf('reading_explanation')} AS "hasExplanations",
     ${anyOf('reading_question', "one.device_id = device.id AND question <> 'DATE'")} AS "hasQuestions",
     ${anyOf('reading_correction')} AS "hasCorrections", ${anyOf('reading_aside')} AS "hasAside",
     ${anyOf('virtual_meter_part')}
       OR ${anyOf('virtual_meter_part', 'one.source_id = device.id')} AS "isVirtualOrPart"
   FROM unnest($1::bigint[], $2::bigint[]) AS wanted (property_id, id)
   JOIN device USING (property_id, id) JOIN property ON property.id = property_id
   LEFT JOIN device_state state ON state.property_id = device.property_id
     AND state.device_id = device.id`,
);

const findInstallations = statementOfKeys(
  {
    deviceId: 'bigint',
    from: 'bigint',
    until: 'bigint | null',
    startIndex: 'bigint | null',
    endIndex: 'bigint | null',
    factor: 'float8',
    modulus: 'bigint | null',
  },
  `SELECT device_id AS "deviceId", ${ms('installed_from')} AS from,
     ${ms('installed_until')} AS until, start_index AS "startIndex", end_index AS "endIndex",
     factor, modulus
   FROM unnest($1::bigint[], $2::bigint[]) AS wanted (property_id, device_id)
   JOIN installation USING (property_id, device_id)`,
);

const findExplained = statementOfKeys(
  {
    deviceId: 'bigint',
    at: 'bigint',
    question: narrow('text', readingQuestionKindSchema),
    explanation: narrow('text', readingExplanationSchema),
  },
  `SELECT device_id AS "deviceId", ${ms('at')} AS at, question, explanation
   FROM unnest($1::bigint[], $2::bigint[]) AS wanted (property_id, device_id)
   JOIN reading_explanation USING (property_id, device_id)
   WHERE explanation IN ('REVERSE', 'CONFIRMED')`,
);

/** What metering knows of some devices; three statements at most, however many. */
export async function findDevices(
  tx: Transaction,
  keys: readonly { propertyId: number; deviceId: number }[],
): Promise<MeteredDevice[]> {
  const devices = await tx.query(findKnown, idColumns(keys));
  const installations = await findOf(
    tx,
    findInstallations,
    devices.filter(({ hasInstallations }) => hasInstallations),
  );
  const byDevice = Map.groupBy(installations, ({ deviceId }) => deviceId);
  const explained = await findOf(
    tx,
    findExplained,
    devices.filter(({ hasExplanations }) => hasExplanations),
  );
  const explainedOf = Map.groupBy(explained, ({ deviceId }) => deviceId);
  return devices.map((device) => {
    const own = explainedOf.get(device.deviceId) ?? [];
    const instantsOf = (wanted: ReadingExplanation) =>
      new Set(own.filter(({ explanation }) => explanation === wanted).map(({ at }) => at));
    return {
      ...device,
      installations: byDevice.get(device.deviceId) ?? [],
      reverseAt: instantsOf('REVERSE'),
      trustedAt: instantsOf('CONFIRMED'),
      hasTrustedDates: own.some(({ question }) => question === 'DATE'),
      has: {
        questions: device.hasQuestions,
        corrections: device.hasCorrections,
        aside: device.hasAside,
        virtual: device.isVirtualOrPart,
      },
    };
  });
}

const idColumns = (keys: readonly { propertyId: number; deviceId: number }[]) => [
  keys.map(({ propertyId }) => propertyId),
  keys.map(({ deviceId }) => deviceId),
];

async function findOf<Row extends object>(
  tx: Transaction,
  found: Statement<Row>,
  keys: readonly { propertyId: number; deviceId: number }[],
): Promise<Row[]> {
  return keys.length === 0 ? [] : tx.query(found, idColumns(keys));
}
