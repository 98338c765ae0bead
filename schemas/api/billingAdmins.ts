import { z } from 'zod';
import type { AccessRule } from '../accessRule.ts';
import {
  billingAdminChoiceSchema,
  foundBillingAdminSchema,
} from '../entities/billingAdministrator.ts';
import {
  idParameter,
  type Operation,
  pageOf,
  pageQuery,
  searchQuery,
  sortQuery,
} from './operation.ts';

const superAdmin = { anyRole: ['portal_super_admin'] } satisfies AccessRule;
const support = { anyRole: ['portal_support'] } satisfies AccessRule;

/** Who receives the bills, in the caller's own market. */
export const billingAdminOperations = {
  'billingAdmin.search': {
    module: 'billing-admin' as const,
    access: superAdmin,
    summary: 'Billing administrators by their SAP number, once for each administrator who has them',
    method: 'GET',
    path: '/api/billing/admin',
    query: z.object({
      ...pageQuery,
      ...sortQuery(['sapNumber', 'name', 'username']),
      sapNumber: z.string().trim().min(1).max(100).describe('A part of the SAP number'),
    }),
    response: pageOf(foundBillingAdminSchema),
  },
  'billingAdmin.choices': {
    module: 'user-management' as const,
    access: support,
    summary: 'Billing administrators that an administrator can be given, first those they have',
    method: 'GET',
    path: '/api/billing/admin/choice',
    query: z.object({
      ...pageQuery,
      ...searchQuery,
      adminId: idParameter.optional().describe('Id of the administrator; left out: a new one'),
    }),
    response: pageOf(billingAdminChoiceSchema),
  },
} as const satisfies Record<string, Operation>;
