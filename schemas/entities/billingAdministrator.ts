import { z } from 'zod';
import { entity } from '../fields.ts';

/** Zeros at its beginning belong to it. */
export const sapNumberSchema = z
  .string()
  .trim()
  .regex(/^[0-9]{1,10}$/, 'expected 1 to 10 digits')
  .describe('A customer’s number at SAP');

const sapNumber = z.string().describe('Its number at SAP, which is known once in a market');
const name = z.string().describe('Who receives the bills');

/** Who receives the bills of an administration, once for each administrator who has it. */
export const foundBillingAdminSchema = entity(
  z.object({
    id: z.string().describe('Tells the rows apart'),
    sapNumber,
    name,
    userId: z
      .int()
      .positive()
      .nullable()
      .describe('Id of the administrator who has it; null: nobody has'),
    username: z.string().nullable().describe('What they sign in with; null: nobody has it'),
    administrator: z.string().nullable().describe('Who has it, by name; null: nobody has'),
    specialUser: z
      .boolean()
      .nullable()
      .describe('Whether they may have what others have, too; null: nobody has it'),
  }),
  { name: 'FoundBillingAdmin', key: 'id', title: 'sapNumber' },
);

/** One that an administrator can be given. */
export const billingAdminChoiceSchema = entity(
  z.object({
    sapNumber,
    name,
    label: z.string().describe('SAP number and name'),
    holders: z.string().describe('The user names of others who have it; empty: nobody else has'),
  }),
  { name: 'BillingAdminChoice', like: 'FoundBillingAdmin', key: 'sapNumber', title: 'label' },
);
