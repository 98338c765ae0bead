import { and, eq, lt, sql } from 'drizzle-orm';
import { deviceState } from '../../database/factTables.ts';
import type { Transaction } from '../../database/open.ts';
import { commandOfKeys, statement } from '../../database/statement.ts';
import type { Flows } from '../plausibility.ts';
import type { Reading } from '../registers.ts';

/**
 * Grows by one whenever the engine comes to another result for the same readings: rollups that were
 * computed before are computed anew then (outdated.ts).
 */
const presentRules = 1;

/**
 * SQL for how long a device may be quiet, from its `reading_interval`. From then on support is asked
 * about gaps, too (`gapDefaults`).
 */
export const silentAfter = `CASE reading_interval WHEN 'HOURLY' THEN interval '2 days'
  WHEN 'MONTHLY' THEN interval '93 days' WHEN 'YEARLY' THEN interval '549 days'
  ELSE interval '7 days' END`;

/**
 * SQL for whether support is asked why a device is silent: `state` is its row of `device_state`, with
 * `device` joined, and `now` a parameter. What is dismounted has nothing more to say.
 */
export const isSilent = (state: string, now: string) =>
  `${state}.last_at < ${now}::timestamptz - interval '2 days'
   AND ${state}.last_at < ${now}::timestamptz - ${silentAfter}
   AND NOT EXISTS (SELECT FROM installation gone WHERE gone.property_id = ${state}.property_id
     AND gone.device_id = ${state}.device_id AND gone.installed_until >= ${state}.last_at
     AND NOT EXISTS (SELECT FROM installation later WHERE later.property_id = gone.property_id
       AND later.device_id = gone.device_id AND later.installed_from > gone.installed_from))`;

export interface DeviceStateChange {
  readonly device: {
    readonly propertyId: number;
    readonly deviceId: number;
    /** See `MeteredDevice.isVolumes`. */
    readonly isVolumes?: boolean;
  };
  /** Undefined: the device has no reading any more. */
  readonly newest: Pick<Reading, 'at' | 'value'> | undefined;
  /** The oldest reading; UTC ms. */
  readonly firstAt: number;
  /** Null: not counted yet. */
  readonly flows: Flows | null;
}

const writeKnown = commandOfKeys(
  `INSERT INTO device_state (property_id, device_id, last_at, last_value, first_at, flows, rules,
     is_volumes)
   SELECT property_id, device_id, to_timestamp(last / 1000.0), value, to_timestamp(first / 1000.0),
     flows::integer[], ${presentRules}, is_volumes
   FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::text[],
       $7::boolean[])
     AS given (property_id, device_id, last, value, first, flows, is_volumes)
   ON CONFLICT (property_id, device_id)
     DO UPDATE SET last_at = excluded.last_at, last_value = excluded.last_value,
       first_at = excluded.first_at, flows = excluded.flows, is_volumes = excluded.is_volumes`,
);

/** Keeps what is known of each device as a whole, so that no search through its readings is needed. */
export async function writeStates(
  tx: Transaction,
  states: readonly DeviceStateChange[],
): Promise<void> {
  const known = states.flatMap(({ newest, ...state }) => (newest ? [{ ...state, newest }] : []));
  const gone = states.filter(({ newest }) => !newest);
  if (known.length > 0) {
    await tx.run(writeKnown, [
      known.map(({ device }) => device.propertyId),
      known.map(({ device }) => device.deviceId),
      known.map(({ newest }) => newest.at),
      known.map(({ newest }) => newest.value),
      known.map(({ firstAt }) => firstAt),
      known.map(({ flows }) => flows && `{${flows.join()}}`),
      known.map(({ device }) => device.isVolumes ?? false),
    ]);
  }
  if (gone.length === 0) return;
  await tx.run(
    `DELETE FROM device_state USING unnest($1::bigint[], $2::bigint[]) AS given (property_id, device_id)
     WHERE device_state.property_id = given.property_id AND device_state.device_id = given.device_id`,
    [gone.map(({ device }) => device.propertyId), gone.map(({ device }) => device.deviceId)],
  );
}

/** Keeps how often devices' registers rose how fast, counted over all of their readings. */
export async function writeFlows(
  tx: Transaction,
  counted: readonly { propertyId: number; deviceId: number; flows: Flows }[],
): Promise<void> {
  if (counted.length === 0) return;
  await tx.run(
    `UPDATE device_state SET flows = given.flows::integer[]
     FROM unnest($1::bigint[], $2::bigint[], $3::text[]) AS given (property_id, device_id, flows)
     WHERE device_state.property_id = given.property_id AND device_state.device_id = given.device_id`,
    [
      counted.map(({ propertyId }) => propertyId),
      counted.map(({ deviceId }) => deviceId),
      counted.map(({ flows }) => `{${flows.join()}}`),
    ],
  );
}

/** Has flows counted anew: how they are counted follows from a device's interval. */
export async function forgetFlows(tx: Transaction, keys: readonly DeviceKey[]): Promise<void> {
  if (keys.length === 0) return;
  await tx.run(
    `UPDATE device_state SET flows = NULL
     FROM unnest($1::bigint[], $2::bigint[]) AS given (property_id, device_id)
     WHERE device_state.property_id = given.property_id AND device_state.device_id = given.device_id`,
    [keys.map(({ propertyId }) => propertyId), keys.map(({ deviceId }) => deviceId)],
  );
}

export interface DeviceKey {
  readonly propertyId: number;
  readonly deviceId: number;
}

/** Of a property, or of all. */
function isOutdated(propertyId: number | undefined) {
  return and(lt(deviceState.rules, presentRules), isOf(propertyId));
}

function isOf(propertyId: number | undefined) {
  return propertyId === undefined ? undefined : eq(deviceState.propertyId, propertyId);
}

/** How many devices have rollups by earlier rules. */
export async function countOutdated(tx: Transaction, propertyId?: number): Promise<number> {
  return tx.$count(deviceState, isOutdated(propertyId));
}

/** The next of them behind a key, in order. */
export async function listOutdated(
  tx: Transaction,
  after: DeviceKey,
  { propertyId: wanted, most }: { propertyId?: number | undefined; most: number },
): Promise<DeviceKey[]> {
  const { propertyId, deviceId } = deviceState;
  return tx
    .select({ propertyId, deviceId })
    .from(deviceState)
    .where(
      and(
        isOutdated(wanted),
        sql`(${propertyId}, ${deviceId}) > (${after.propertyId}, ${after.deviceId})`,
      ),
    )
    .orderBy(propertyId, deviceId)
    .limit(most);
}

const markPresent = statement(
  { propertyId: 'bigint', deviceId: 'bigint' },
  `UPDATE device_state SET rules = ${presentRules}
   FROM unnest($1::bigint[], $2::bigint[]) AS given (property_id, device_id)
   WHERE device_state.property_id = given.property_id AND device_state.device_id = given.device_id
     AND rules < ${presentRules}
   RETURNING device_state.property_id AS "propertyId", device_state.device_id AS "deviceId"`,
);

/** Notes by which rules the rollups of devices are computed; returns those of which it is new. */
export function markUpToDate(tx: Transaction, keys: readonly DeviceKey[]): Promise<DeviceKey[]> {
  return tx.query(markPresent, [
    keys.map(({ propertyId }) => propertyId),
    keys.map(({ deviceId }) => deviceId),
  ]);
}

export async function markOutdated(tx: Transaction, propertyId?: number): Promise<void> {
  await tx.update(deviceState).set({ rules: 0 }).where(isOf(propertyId));
}
