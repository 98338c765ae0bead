import { z } from 'zod';
import { entity } from '../fields.ts';
import { quantityOrNull } from '../figures.ts';
import { instantSchema } from './consumption.ts';
import { deviceCategorySchema, unitSchema } from './device.ts';

export const deviceStatuses = ['OK', 'ERROR', 'SILENT', 'NO_READINGS', 'DISMOUNTED'] as const;
/** ERROR: it reported one in the last thirty days. SILENT: not heard of for two days, or a week when it is read daily. */
export const deviceStatusSchema = z.enum(deviceStatuses).meta({ id: 'DeviceStatus' });
export type DeviceStatus = z.infer<typeof deviceStatusSchema>;

/** A device as lists show it. */
export const resourceSchema = entity(
  z.object({
    id: z.int().positive().describe('Id of the device within its property'),
    serialNumber: z.string().describe('Number on the device’s plate'),
    category: deviceCategorySchema.describe('What the device measures'),
    unit: unitSchema.describe('What `lastValue` is in'),
    place: z.string().describe('Room or place where it is mounted; empty when nobody has said so'),
    isMain: z.boolean().describe('Measures what the property’s other meters share out'),
    isVirtual: z.boolean().describe('Is computed from other meters, not mounted anywhere'),
    tenantId: z
      .int()
      .positive()
      .nullable()
      .describe('Id of its tenant; null: of the building itself'),
    tenantNo: z.string().nullable().describe('Number of its tenant; null: of the building itself'),
    timeZone: z.string().describe('IANA zone of the property, which its instants are written in'),
    lastAt: instantSchema.nullable().describe('When it was read last; null: never'),
    lastValue: quantityOrNull('What it showed then; null: it was never read'),
    status: deviceStatusSchema.describe('Whether the device is heard of and works'),
    error: z
      .string()
      .nullable()
      .describe('The newest fault that it reported in the last thirty days; null: none'),
  }),
  { name: 'Resource', key: 'id', title: 'serialNumber' },
);
