import { z } from 'zod';
import { instantSchema } from './consumption.ts';
import { deviceCategorySchema, unitSchema } from './device.ts';

export const deviceStatuses = ['OK', 'ERROR', 'SILENT', 'NO_READINGS', 'DISMOUNTED'] as const;
/** ERROR: it reported one in the last thirty days. SILENT: not heard of for two days, or a week when it is read daily. */
export const deviceStatusSchema = z.enum(deviceStatuses).meta({ id: 'DeviceStatus' });
export type DeviceStatus = z.infer<typeof deviceStatusSchema>;

/** A device as lists show it. */
export const resourceSchema = z
  .object({
    id: z.number(),
    serialNumber: z.string(),
    category: deviceCategorySchema,
    unit: unitSchema,
    place: z.string(),
    isMain: z.boolean(),
    isVirtual: z.boolean(),
    tenantId: z.number().nullable(),
    tenantNo: z.string().nullable(),
    timeZone: z.string().describe('IANA zone of the property, which its instants are written in'),
    lastAt: instantSchema.nullable(),
    lastValue: z.number().nullable(),
    status: deviceStatusSchema,
    error: z.string().nullable().describe('The newest of the last thirty days'),
  })
  .meta({ id: 'Resource' });
