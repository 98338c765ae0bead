import { z } from 'zod';
import { entity, writtenAs } from '../fields.ts';
import { alerts } from '../kinds/warnings.ts';
import { instantSchema } from './consumption.ts';
import { deviceCategorySchema } from './device.ts';

export const urgencies = { NON_CRITICAL: 0, WARNING: 5, CRITICAL: 10 } as const;
export const urgencySchema = z.literal([0, 5, 10]).meta({ id: 'Urgency' });
export type Urgency = z.infer<typeof urgencySchema>;

export const alertSchema = z.enum(alerts).meta({ id: 'Alert' });
export type { Alert } from '../kinds/warnings.ts';

/** RECENT: it is over, and nobody has resolved it. The way through them is in docs/warnings.md. */
export const warningStates = ['ACTIVE', 'RECENT', 'RESOLVED'] as const;
export const warningStateSchema = z.enum(warningStates).meta({ id: 'WarningState' });
export type WarningState = z.infer<typeof warningStateSchema>;

/** So many days after it began a warning that nobody has seen is still new. */
export const newWarningDays = 7;

export const warningHandlings = ['NEW', 'OPEN', 'SNOOZED'] as const;
/** NEW: it began in the last days, and nobody has acknowledged it. */
export const warningHandlingSchema = z.enum(warningHandlings).meta({ id: 'WarningHandling' });

/** How lists are cut: what goes on, what of it is quiet, what is over, and what was resolved. */
export const warningStatusSchema = z
  .enum(['ACTIVE', 'SNOOZED', 'RECENT', 'RESOLVED'])
  .meta({ id: 'WarningStatus' });

export const warningTypeSchema = z
  .enum([...alerts, ...warningStates, 'CRITICAL', 'NON_CRITICAL'].toSorted())
  .meta({ id: 'WarningType' });

/** What limits and figures of warnings are in. */
export const warningUnitSchema = z.enum(['l/h', 'l', '°C', '%RH', 'ppm', 'count']);
export type WarningUnit = z.infer<typeof warningUnitSchema>;

const figure = (description: string) =>
  writtenAs(z.number().nullable().describe(description), { as: 'quantity', unit: 'unit' });

export const warningSchema = entity(
  z.object({
    id: z.int().positive().describe('Id of the warning in calls and addresses'),
    alert: alertSchema.describe('What is wrong'),
    state: warningStateSchema.describe('Whether it goes on, is over, or was resolved by somebody'),
    urgency: writtenAs(urgencySchema.describe('0: not critical; 5: warning; 10: critical'), {
      as: 'severity',
    }),
    firstOccurrence: instantSchema.describe(
      'When it was noticed first, of the days that may be seen',
    ),
    lastOccurrence: instantSchema.describe('When it was noticed last'),
    figure: figure('The worst that was measured; null: nothing was, or it began before those days'),
    limit: figure('The limit that was passed: water in litres, CO₂ in ppm; null: it has none'),
    unit: warningUnitSchema.describe('What figure and limit are in'),
    minTemperature: writtenAs(
      z
        .number()
        .nullable()
        .describe('The lowest temperature that was measured, in °C; null: of other warnings'),
      { as: 'quantity', unit: { fixed: '°C' } },
    ),
    occurrenceDay: z.iso
      .date()
      .nullable()
      .describe('Local day on which it happened; null: it isn’t of a single day'),
    property: z.int().positive().describe('Id of the device’s property, its worksId'),
    propertyName: z.string().describe('What the device’s property is called'),
    timeZone: z.string().describe('IANA zone of the property, which its instants are written in'),
    device: z.int().positive().describe('Id of the device that noticed it'),
    meterType: deviceCategorySchema.describe('What kind of device noticed it'),
    serialNumber: z.string().describe('Number on the plate of the device that noticed it'),
    place: z.string().describe('Room or place of the device; empty when nobody has said so'),
    tenantName: z
      .string()
      .nullable()
      .describe('Whose device it is; null: it is the building’s own'),
    isStale: z
      .boolean()
      .describe('Whether the device has said nothing since, so that nobody knows if it goes on'),
    acknowledgedBy: z.string().nullable().describe('User name of who has seen it; null: nobody'),
    acknowledgedAt: instantSchema.nullable().describe('When that was; null: nobody has seen it'),
    snoozedUntil: z.iso
      .date()
      .nullable()
      .describe('Local day up to which it is quiet, included; null: it isn’t snoozed'),
    handling: warningHandlingSchema
      .nullable()
      .describe(
        `NEW: it began in the last ${newWarningDays} days, and nobody has acknowledged it; SNOOZED: it is quiet; OPEN: neither; null: it doesn’t go on`,
      ),
    status: warningStatusSchema.describe(
      'ACTIVE: it goes on; SNOOZED: it goes on and is quiet; RECENT: it is over; RESOLVED: somebody resolved it',
    ),
    resolvedBy: z.string().nullable().describe('User name of who resolved it; null: it is open'),
    resolvedDate: instantSchema.nullable().describe('When it was resolved; null: it is open'),
    note: z.string().describe('What people have written about it; empty: nothing'),
    notifyByEmail: z.boolean().describe('Whether mails tell the user of it'),
    notifyByMobile: z.boolean().describe('Whether messages to phones tell the user of it'),
  }),
  {
    name: 'Warning',
    key: 'id',
    title: 'serialNumber',
    references: { warning: 'id', property: 'property', device: 'device' },
  },
);
export type Warning = z.infer<typeof warningSchema>;

/** What may happen to a warning, in its history. */
export const warningEvents = [
  'RAISED',
  'URGENCY',
  'CLEARED',
  'RETURNED',
  'WITHDRAWN',
  'ACKNOWLEDGED',
  'SNOOZED',
  'NOTED',
  'RESOLVED',
  'TOLD',
] as const;
export const warningEventSchema = z.enum(warningEvents).meta({ id: 'WarningEvent' });
export type WarningEventKind = z.infer<typeof warningEventSchema>;

export const warningHistorySchema = entity(
  z.object({
    id: z.int().positive().describe('Unique among the events of warnings'),
    at: instantSchema.describe('When it happened'),
    event: warningEventSchema.describe('What happened'),
    by: z.string().nullable().describe('User name of who did it; null: the portal'),
    detail: z.string().describe('The note, the day, the receiver or the urgency; or empty'),
  }),
  { name: 'WarningHistory', key: 'id', title: 'event' },
);

/** A day on which there were warnings. */
export const warningDaySchema = entity(
  z.object({
    day: z.iso.date().describe('Local day of the properties'),
    warnings: z.int().min(1).describe('How many went on for some of the day, resolved or not'),
    raised: z.int().min(0).describe('How many of them began on that day'),
    urgency: writtenAs(urgencySchema.describe('The most urgent of them'), { as: 'severity' }),
  }),
  {
    name: 'WarningDay',
    key: 'day',
    title: 'day',
    references: { day: 'day' },
    calendar: { day: 'day', count: 'warnings', added: 'raised', severity: 'urgency' },
  },
);

/** A device that is silent, or whose readings left gaps. */
export const silentDeviceSchema = entity(
  z.object({
    device: z.int().positive().describe('Id of the device'),
    urgency: writtenAs(
      urgencySchema.describe(
        '10: silent for 14 days, or half of the last 31 days is missing; 5: silent, or a tenth is; 0: less',
      ),
      { as: 'severity' },
    ),
    property: z.int().positive().describe('Id of the device’s property, its worksId'),
    propertyName: z.string().describe('What the device’s property is called'),
    timeZone: z.string().describe('IANA zone of the property, which its instants are written in'),
    category: deviceCategorySchema.describe('What the device measures'),
    serialNumber: z.string().describe('Number on the device’s plate'),
    place: z.string().describe('Room or place of the device; empty when nobody has said so'),
    tenantNo: z.string().nullable().describe('Number of its flat; null: it is the building’s own'),
    tenantName: z
      .string()
      .nullable()
      .describe('Whose device it is; null: it is the building’s own'),
    lastAt: instantSchema.nullable().describe('When it was read last; null: never'),
    daysSilent: writtenAs(
      z
        .int()
        .min(0)
        .nullable()
        .describe('So many whole days nothing has been heard of it; null: it isn’t silent'),
      { as: 'integer' },
    ),
    gaps: writtenAs(
      z.int().min(0).describe('How many gaps its readings of the last 31 days left'),
      { as: 'integer' },
    ),
    missingPercent: writtenAs(
      z
        .number()
        .min(0)
        .max(100)
        .describe('How much of the last 31 days lies in gaps or in the silence since'),
      { as: 'percent' },
    ),
  }),
  {
    name: 'SilentDevice',
    key: 'device',
    title: 'serialNumber',
    references: { property: 'property', device: 'device' },
  },
);

/** A property with its open warnings. */
export const warnedPropertySchema = entity(
  z.object({
    property: z.int().positive().describe('Id of the property, its worksId'),
    worksNo: z.string().describe('Number of the property'),
    name: z.string().describe('What the property is called'),
    address: z.string().describe('Street and number'),
    city: z.string().describe('Town or city in which it lies'),
    urgency: writtenAs(
      urgencySchema.nullable().describe('The most urgent of its open warnings; null: none'),
      { as: 'severity' },
    ),
    active: z.int().min(0).describe('How many of its warnings go on'),
    recent: z.int().min(0).describe('How many are over and were not resolved'),
    lastOccurrence: instantSchema.nullable().describe('When the newest happened last; null: none'),
    timeZone: z.string().describe('IANA zone of the property, which its instants are written in'),
  }),
  {
    name: 'WarnedProperty',
    key: 'property',
    title: 'name',
    references: { property: 'property' },
  },
);
