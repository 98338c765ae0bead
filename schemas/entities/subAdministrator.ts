import { z } from 'zod';
import { entity } from '../fields.ts';
import { count } from '../figures.ts';
import { featureSchema } from './access.ts';
import {
  administratorChangeSchema,
  administratorDraftSchema,
  administratorSchema,
  assignedPropertySchema,
  maxAssigned,
} from './administrator.ts';
import { dateSchema, instantSchema } from './consumption.ts';

/** Accounts of level 2: their administrator makes them, and they have a part of what is theirs. */

/** DELETED: put away, and may be restored. */
export const subAdministratorStateSchema = z
  .enum(['ACTIVE', 'INVITED', 'DISABLED', 'DELETED'])
  .meta({ id: 'SubAdministratorState' });

const { username, name, email, pendingEmail, phoneNumber, lastLogin, properties } =
  administratorSchema.shape;

export const subAdministratorSchema = entity(
  z.object({
    id: z.int().positive().describe('Id of the sub-administrator in calls and addresses'),
    username,
    name,
    email,
    pendingEmail,
    phoneNumber,
    state: subAdministratorStateSchema.describe('Whether the sub-administrator can sign in'),
    deletedAt: instantSchema.nullable().describe('When it was deleted; null: it wasn’t'),
    lastLogin,
    properties,
  }),
  {
    name: 'SubAdministrator',
    like: 'Administrator',
    key: 'id',
    title: 'name',
    references: { identifier: 'id' },
  },
);

export const subAdministratorChangeSchema = entity(
  administratorChangeSchema.pick({ name: true, email: true, phoneNumber: true }),
  { name: 'SubAdministratorChange', like: 'Administrator' },
);
export type SubAdministratorChange = z.infer<typeof subAdministratorChangeSchema>;

export const subAdministratorDraftSchema = entity(
  administratorDraftSchema.pick({ username: true, email: true, name: true, phoneNumber: true }),
  { name: 'SubAdministratorDraft', like: 'Administrator' },
);
export type SubAdministratorDraft = z.infer<typeof subAdministratorDraftSchema>;

const { worksId, worksNo, address, city, assignment, accessSince } = assignedPropertySchema.shape;

/** A property of the administrator, and what the sub-administrator may do with it. */
export const sharedPropertySchema = entity(
  z.object({
    worksId,
    worksNo,
    name: assignedPropertySchema.shape.name,
    address,
    city,
    assignment,
    features: z.array(featureSchema).describe('What may be done with it; none: not assigned'),
    accessSince,
  }),
  {
    name: 'SharedProperty',
    like: 'Property',
    key: 'worksId',
    title: 'name',
    references: { property: 'worksId' },
  },
);

const ids = z.array(z.int().positive()).max(maxAssigned);

export const sharingSchema = entity(
  z.object({
    properties: ids.describe('Ids of the properties, their worksIds; none: all of the own ones'),
    features: z
      .array(featureSchema)
      .min(1)
      .describe('What may be done with them, of what the administrator may'),
    accessSince: dateSchema
      .nullish()
      .describe('First day whose data may be seen; null: the administrator’s own'),
  }),
  { name: 'Sharing', like: 'PropertyAssignment' },
);
export type Sharing = z.infer<typeof sharingSchema>;

export const sharingResultSchema = z
  .object({ properties: count('How many properties were changed') })
  .meta({ id: 'SharingResult' });
