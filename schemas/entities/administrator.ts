import { z } from 'zod';
import { entity, lineSchema } from '../fields.ts';
import { count } from '../figures.ts';
import { sapNumberSchema } from './billingAdministrator.ts';
import { dateSchema, instantSchema } from './consumption.ts';
import { phoneSchema } from './profile.ts';
import { propertySchema } from './property.ts';

/** Customers' accounts of level 1, as support looks after them; staff's aren't among them. */

/** INVITED: never signed in yet. */
export const administratorStateSchema = z
  .enum(['ACTIVE', 'INVITED', 'DISABLED'])
  .meta({ id: 'AdministratorState' });

/** MAIN_USER looks after sub-administrators; RESTRICTED sees consumption alone (portal_domea). */
export const administratorKindSchema = z
  .enum(['MAIN_USER', 'USER', 'RESTRICTED'])
  .meta({ id: 'AdministratorKind' });
export type AdministratorKind = z.infer<typeof administratorKindSchema>;

const name = lineSchema.min(1).max(200).describe('First name and surname');
/** RFC 5321, 4.5.3.1: the part before the @, and all of an address. */
const longest = { local: 64, all: 254 };
const email = z
  .email()
  .refine(
    (address) => address.length <= longest.all && address.indexOf('@') <= longest.local,
    'expected at most 64 characters before the @, and 254 in all',
  )
  .describe('Where mails about the account go');
const kind = administratorKindSchema.describe('What the administrator may do beside looking');
const specialUser = z
  .boolean()
  .describe('Whether billing administrators of others may be added, too');

export const administratorSchema = entity(
  z.object({
    id: z.int().positive().describe('Id of the administrator in calls and addresses'),
    username: z.string().describe('What the administrator signs in with; it never changes'),
    name,
    email: z.string().describe('Where mails about the account go; it may be unconfirmed'),
    pendingEmail: z
      .string()
      .nullable()
      .describe('The address that its reader has yet to confirm; null: none'),
    phoneNumber: z.string().nullable().describe('With its dialling prefix; null: not given'),
    kind,
    specialUser,
    sapNumber: z
      .string()
      .nullable()
      .describe('The administrator’s own SAP number; null: not given'),
    billingAdmins: z
      .array(z.string())
      .describe('SAP numbers of the billing administrators that are assigned'),
    state: administratorStateSchema.describe('Whether the administrator can sign in'),
    disabledAt: instantSchema.nullable().describe('Since when it is disabled; null: it isn’t'),
    lastLogin: instantSchema.nullable().describe('The last sign-in; null: none yet'),
    properties: count('How many properties are assigned'),
    subAdministrators: count('How many sub-administrators there are, disabled ones too'),
  }),
  { name: 'Administrator', key: 'id', title: 'name', references: { adminId: 'id' } },
);

const maxBillingAdmins = 100;

export const administratorChangeSchema = entity(
  z.object({
    name,
    email: email
      .optional()
      .describe(
        'Another one counts once its reader has confirmed it, and at once for who has never signed in; left out: it stays',
      ),
    phoneNumber: phoneSchema
      .nullish()
      .describe('With its dialling prefix, such as +48 600 700 800; null: not known'),
    kind,
    specialUser,
    sapNumber: sapNumberSchema
      .nullish()
      .describe('The administrator’s own SAP number; null: not known'),
    billingAdmins: z
      .array(sapNumberSchema)
      .max(maxBillingAdmins)
      .optional()
      .describe('SAP numbers of the billing administrators to be assigned; left out: none'),
  }),
  { name: 'AdministratorChange', like: 'Administrator' },
);
export type AdministratorChange = z.infer<typeof administratorChangeSchema>;

export const administratorDraftSchema = entity(
  z.object({
    username: z
      .string()
      .trim()
      .regex(/^[\w.@-]{3,100}$/, 'expected 3 to 100 letters, digits and . _ @ -')
      .describe('What the administrator will sign in with; it can’t be changed later'),
    ...administratorChangeSchema.shape,
    email,
  }),
  { name: 'AdministratorDraft', like: 'Administrator' },
);
export type AdministratorDraft = z.infer<typeof administratorDraftSchema>;

/** NONE: the administrator doesn't see the property. */
export const assignmentSchema = z.enum(['ASSIGNED', 'NONE']).meta({ id: 'Assignment' });

/** A property of the market, and what an administrator may do with it. */
export const assignedPropertySchema = entity(
  z.object({
    ...propertySchema.pick({ worksId: true, worksNo: true, name: true, address: true, city: true })
      .shape,
    assignment: assignmentSchema.describe('Whether the administrator sees it'),
    packageId: z.int().positive().nullable().describe('Id of the package; null: not assigned'),
    packageName: z.string().nullable().describe('What may be done with it; null: not assigned'),
    accessSince: dateSchema
      .nullable()
      .describe('First day whose data may be seen; null: all of it, or not assigned'),
  }),
  {
    name: 'AssignedProperty',
    like: 'Property',
    key: 'worksId',
    title: 'name',
    references: { property: 'worksId' },
  },
);

export const maxAssigned = 5000;
const properties = z
  .array(z.int().positive())
  .max(maxAssigned)
  .describe('Ids of the properties, their worksIds; none: all that are assigned already');

export const propertyAssignmentSchema = entity(
  z.object({
    properties,
    packageId: z.int().positive().describe('What may be done with them'),
    accessSince: dateSchema.nullish().describe('First day whose data may be seen; null: all of it'),
  }),
  { name: 'PropertyAssignment' },
);
export type PropertyAssignment = z.infer<typeof propertyAssignmentSchema>;

export const assignmentForecastSchema = entity(
  z.object({
    added: count('How many of the properties are not assigned yet'),
    overwritten: count('How many have another package or day, which would be lost'),
    unchanged: count('How many are so already'),
    names: z.string().describe('Which would be overwritten, the first ten of them'),
  }),
  { name: 'AssignmentForecast' },
);

export const assignmentResultSchema = z
  .object({ properties: count('How many properties were changed') })
  .meta({ id: 'AssignmentResult' });

/** What an assignment or a share has come to. */
export const changedAccessSchema = z
  .object({
    properties: count('How many properties were changed'),
    changeId: z
      .int()
      .positive()
      .nullable()
      .describe('What takes it back within a day; null: nothing was changed'),
  })
  .meta({ id: 'ChangedAccess' });

/** An assignment or a share that can still be taken back. */
export const accessChangeSchema = entity(
  z.object({
    id: z.int().positive().describe('Id of the change'),
    at: instantSchema.describe('When it was made; it can be taken back for a day'),
    actor: z.string().describe('User name of who made it'),
    properties: count('How many properties were changed'),
  }),
  { name: 'AccessChange', key: 'id', title: 'at', references: { changeId: 'id' } },
);

export const restoredAccessSchema = z
  .object({
    restored: count('How many properties have again what they had before'),
    kept: count('How many were left as they are: changed since, or no longer to be given'),
  })
  .meta({ id: 'RestoredAccess' });
