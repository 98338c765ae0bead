import { z } from 'zod';
import {
  type Alert,
  alertSchema,
  urgencySchema,
  type WarningEventKind,
} from '../../../schemas/entities/warning.ts';
import { epochMilliseconds as ms } from '../../database/epoch.ts';
import type { Transaction } from '../../database/open.ts';
import { narrow, statement } from '../../database/statement.ts';
import type { Episode } from '../detect.ts';
import type { KnownWarning } from '../reconcile.ts';
import { seenSince } from '../seenSince.ts';

interface DeviceKey {
  readonly propertyId: number;
  readonly deviceId: number;
}

/** Warnings of a device that matter for what is noticed from now on. */
export interface StoredWarnings {
  readonly open: readonly KnownWarning[];
  /** UTC ms of the last time that somebody resolved one, by type. */
  readonly resolvedAt: ReadonlyMap<Alert, number>;
}

const knownWarnings = statement(
  {
    deviceId: 'bigint',
    id: 'bigint',
    alert: narrow('text', alertSchema),
    state: narrow('text', z.enum(['ACTIVE', 'RECENT'])),
    urgency: narrow('smallint', urgencySchema),
    first: 'bigint',
    last: 'bigint',
    clearedAt: 'bigint | null',
    figure: 'float8 | null',
    limit: 'float8 | null',
  },
  `SELECT warning.device_id AS "deviceId", id, alert, state, urgency,
     ${ms('first_occurrence')} AS first, ${ms('last_occurrence')} AS last,
     ${ms('cleared_at')} AS "clearedAt", figure, limit_value AS limit
   FROM unnest($1::bigint[], $2::bigint[], $3::bigint[]) AS wanted (property_id, device_id, since)
   JOIN warning USING (property_id, device_id)
   WHERE state <> 'RESOLVED' AND withdrawn_at IS NULL
     AND (cleared_at IS NULL OR cleared_at > to_timestamp(since / 1000.0))
   ORDER BY first_occurrence`,
);

const resolvedWarnings = statement(
  { deviceId: 'bigint', alert: narrow('text', alertSchema), at: 'bigint' },
  `SELECT warning.device_id AS "deviceId", alert, ${ms('max(resolved_at)')} AS at
   FROM unnest($1::bigint[], $2::bigint[]) AS wanted (property_id, device_id)
   JOIN warning USING (property_id, device_id)
   WHERE state = 'RESOLVED' GROUP BY warning.device_id, alert`,
);

/** What is stored of devices and not over before `since`; two queries, however many. */
export async function findStored(
  tx: Transaction,
  devices: readonly (DeviceKey & { readonly since: number })[],
): Promise<ReadonlyMap<number, StoredWarnings>> {
  const keys = [
    devices.map(({ propertyId }) => propertyId),
    devices.map(({ deviceId }) => deviceId),
  ];
  const known = await tx.query(knownWarnings, [...keys, devices.map(({ since }) => since)]);
  const resolved = await tx.query(resolvedWarnings, keys);
  const open = Map.groupBy(known, ({ deviceId }) => deviceId);
  const closed = Map.groupBy(resolved, ({ deviceId }) => deviceId);
  return new Map(
    devices.map(({ deviceId }) => [
      deviceId,
      {
        open: open.get(deviceId) ?? [],
        resolvedAt: new Map(closed.get(deviceId)?.map(({ alert, at }) => [alert, at])),
      },
    ]),
  );
}

export interface RaisedWarning extends DeviceKey {
  readonly alert: Alert;
  readonly episode: Episode;
}

const insertRaised = statement(
  { propertyId: 'bigint', id: 'bigint' },
  `INSERT INTO warning (property_id, device_id, alert, state, urgency, first_occurrence,
     last_occurrence, cleared_at, figure, limit_value, raised_at)
   SELECT property_id, device_id, alert, CASE WHEN cleared IS NULL THEN 'ACTIVE' ELSE 'RECENT' END,
     urgency, to_timestamp(first / 1000.0), to_timestamp(last / 1000.0),
     to_timestamp(cleared / 1000.0), figure, limit_value, $10
   FROM unnest($1::bigint[], $2::bigint[], $3::text[], $4::smallint[], $5::bigint[], $6::bigint[],
     $7::bigint[], $8::double precision[], $9::double precision[])
     AS given (property_id, device_id, alert, urgency, first, last, cleared, figure, limit_value)
   RETURNING property_id AS "propertyId", id`,
);

export function insertWarnings(
  tx: Transaction,
  raised: readonly RaisedWarning[],
  now: Date,
): Promise<{ propertyId: number; id: number }[]> {
  const of = <Value>(value: (one: RaisedWarning) => Value) => raised.map(value);
  return tx.query(insertRaised, [
    of(({ propertyId }) => propertyId),
    of(({ deviceId }) => deviceId),
    of(({ alert }) => alert),
    of(({ episode }) => episode.urgency),
    of(({ episode }) => episode.first),
    of(({ episode }) => episode.last),
    of(({ episode }) => episode.clearedAt),
    of(({ episode }) => episode.figure),
    of(({ episode }) => episode.limit),
    now,
  ]);
}

export interface ChangedWarning {
  readonly propertyId: number;
  readonly id: number;
  readonly episode: Episode;
}

/** Brings warnings up to date with what readings say; those that somebody resolved stay. */
export async function updateWarnings(
  tx: Transaction,
  changed: readonly ChangedWarning[],
): Promise<void> {
  const of = <Value>(value: (one: ChangedWarning) => Value) => changed.map(value);
  await tx.run(
    `UPDATE warning SET state = CASE WHEN cleared IS NULL THEN 'ACTIVE' ELSE 'RECENT' END,
       urgency = given.urgency, first_occurrence = to_timestamp(first / 1000.0),
       last_occurrence = to_timestamp(last / 1000.0), cleared_at = to_timestamp(cleared / 1000.0),
       figure = given.figure, limit_value = given.limit_value
     FROM unnest($1::bigint[], $2::bigint[], $3::smallint[], $4::bigint[], $5::bigint[],
       $6::bigint[], $7::double precision[], $8::double precision[])
       AS given (property, warning_id, urgency, first, last, cleared, figure, limit_value)
     WHERE property_id = given.property AND id = given.warning_id AND state <> 'RESOLVED'`,
    [
      of(({ propertyId }) => propertyId),
      of(({ id }) => id),
      of(({ episode }) => episode.urgency),
      of(({ episode }) => episode.first),
      of(({ episode }) => episode.last),
      of(({ episode }) => episode.clearedAt),
      of(({ episode }) => episode.figure),
      of(({ episode }) => episode.limit),
    ],
  );
}

export async function withdrawWarnings(
  tx: Transaction,
  keys: readonly { readonly propertyId: number; readonly id: number }[],
  now: Date,
): Promise<void> {
  await tx.run(
    `UPDATE warning SET withdrawn_at = $3, state = 'RECENT', cleared_at = coalesce(cleared_at, $3)
     FROM unnest($1::bigint[], $2::bigint[]) AS given (property, warning_id)
     WHERE property_id = given.property AND id = given.warning_id AND state <> 'RESOLVED'`,
    [keys.map(({ propertyId }) => propertyId), keys.map(({ id }) => id), now],
  );
}

export interface NewEvent {
  readonly propertyId: number;
  readonly warningId: number;
  readonly event: WarningEventKind;
  /** User name; left out: the portal. */
  readonly by?: string;
  readonly detail?: string;
}

export async function insertEvents(
  tx: Transaction,
  events: readonly NewEvent[],
  now: Date,
): Promise<void> {
  const of = <Value>(value: (one: NewEvent) => Value) => events.map(value);
  await tx.run(
    `INSERT INTO warning_event (property_id, warning_id, at, event, detail, by_user)
     SELECT property, warning, $6, event, detail, by
     FROM unnest($1::bigint[], $2::bigint[], $3::text[], $4::text[], $5::text[])
       AS given (property, warning, event, detail, by)`,
    [
      of(({ propertyId }) => propertyId),
      of(({ warningId }) => warningId),
      of(({ event }) => event),
      of(({ detail = '' }) => detail),
      of(({ by = null }) => by),
      now,
    ],
  );
}

/**
 * What lists and the map say of properties: the most urgent of what goes on. What was over when who
 * lives there now moved in is nobody's business.
 */
export async function writeSeverities(
  tx: Transaction,
  properties: readonly number[],
): Promise<void> {
  await tx.run(
    `UPDATE property SET warning_severity = found.severity
     FROM (SELECT wanted.id, max(urgency) FILTER (WHERE
           ${seenSince.isSeen('moved_in::timestamp AT TIME ZONE house.time_zone')}) AS severity
       FROM unnest($1::bigint[]) AS wanted (id) JOIN property house ON house.id = wanted.id
         LEFT JOIN warning ON warning.property_id = wanted.id AND state = 'ACTIVE'
         LEFT JOIN device ON device.property_id = wanted.id AND device.id = device_id
         LEFT JOIN tenant ON tenant.property_id = wanted.id AND tenant.id = tenant_id
       GROUP BY wanted.id) AS found
     WHERE property.id = found.id AND warning_severity IS DISTINCT FROM found.severity`,
    [[...properties].sort((one, other) => one - other)],
  );
}
