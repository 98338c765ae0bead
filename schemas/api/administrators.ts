import { z } from 'zod';
import type { AccessRule } from '../accessRule.ts';
import {
  accessChangeSchema,
  administratorChangeSchema,
  administratorDraftSchema,
  administratorSchema,
  assignedPropertySchema,
  assignmentForecastSchema,
  assignmentResultSchema,
  changedAccessSchema,
  maxAssigned,
  propertyAssignmentSchema,
  restoredAccessSchema,
} from '../entities/administrator.ts';
import {
  type FilterKind,
  filterQuery,
  idParameter,
  type Operation,
  pageOf,
  pageQuery,
  searchQuery,
  sortQuery,
} from './operation.ts';

const access = { anyRole: ['portal_support'] } satisfies AccessRule;
const support = { module: 'user-management' as const, access };
const one = z.object({ adminId: idParameter.describe('Id of the administrator') });

/** By what the lists are narrowed. */
export const administratorFilters = {
  name: 'text',
  username: 'text',
  email: 'text',
  state: 'choice',
  kind: 'choice',
} as const satisfies Record<string, FilterKind>;
export const assignedPropertyFilters = {
  name: 'text',
  worksNo: 'text',
  city: 'text',
  assignment: 'choice',
  packageName: 'text',
  accessSince: 'date',
} as const satisfies Record<string, FilterKind>;

/** Support's, for the administrators of their own market. */
export const administratorOperations = {
  'administrator.list': {
    ...support,
    summary: 'The administrators of the market',
    method: 'GET',
    path: '/api/admin',
    query: z.object({
      ...pageQuery,
      ...searchQuery,
      ...sortQuery(['name', 'username', 'lastLogin']),
      ...filterQuery(administratorFilters),
    }),
    response: pageOf(administratorSchema),
  },
  'administrator.get': {
    ...support,
    summary: 'One administrator',
    method: 'GET',
    path: '/api/admin/{adminId}',
    params: one,
    response: administratorSchema,
  },
  'administrator.create': {
    ...support,
    summary: 'Make an account for an administrator, who gets a mail to confirm it',
    method: 'POST',
    path: '/api/admin',
    body: administratorDraftSchema,
    response: administratorSchema,
  },
  'administrator.save': {
    ...support,
    summary: 'Change what is known of an administrator, and what kind they are of',
    method: 'PUT',
    path: '/api/admin/{adminId}',
    params: one,
    body: administratorChangeSchema,
    response: administratorSchema,
    refusals: ['EMAIL_UPDATE_FAILED'],
  },
  'administrator.takeEmailBack': {
    ...support,
    summary: 'Let an administrator’s address be as it is: the one that waits isn’t used',
    method: 'DELETE',
    path: '/api/admin/{adminId}/email-change',
    params: one,
    response: administratorSchema,
  },
  'administrator.switch': {
    ...support,
    summary: 'Let an administrator sign in, or no longer',
    method: 'POST',
    path: '/api/admin/{adminId}/state',
    params: one,
    body: z.object({ isEnabled: z.boolean().describe('Whether the account can be used') }),
    response: administratorSchema,
  },
  'administrator.invite': {
    ...support,
    summary: 'Mail a new link to an administrator who has never signed in',
    method: 'POST',
    path: '/api/admin/{adminId}/invitation',
    params: one,
    response: administratorSchema,
    refusals: ['CONFLICT'],
  },
  'administrator.properties': {
    ...support,
    summary: 'The properties of the market, and what an administrator may do with each',
    method: 'GET',
    path: '/api/admin/{adminId}/property',
    params: one,
    query: z.object({
      ...pageQuery,
      ...searchQuery,
      ...sortQuery(['name', 'worksNo', 'city', 'packageName', 'accessSince']),
      ...filterQuery(assignedPropertyFilters),
    }),
    response: pageOf(assignedPropertySchema),
  },
  'administrator.assign': {
    ...support,
    summary: 'Assign properties with a package, from a day on, in the place of what there was',
    method: 'PUT',
    path: '/api/admin/{adminId}/property',
    params: one,
    body: propertyAssignmentSchema,
    response: changedAccessSchema,
  },
  'administrator.assignmentForecast': {
    ...support,
    summary: 'What an assignment would add and overwrite',
    method: 'POST',
    path: '/api/admin/{adminId}/property/forecast',
    reads: true,
    params: one,
    body: propertyAssignmentSchema,
    response: assignmentForecastSchema,
  },
  'administrator.accessChanges': {
    ...support,
    summary: 'What assignments have changed within the last day, and can be taken back',
    method: 'GET',
    path: '/api/admin/{adminId}/property/change',
    params: one,
    query: z.object(pageQuery),
    response: pageOf(accessChangeSchema),
  },
  'administrator.undoAccess': {
    ...support,
    summary: 'Take an assignment of the last day back, where nothing was changed since',
    method: 'POST',
    path: '/api/admin/{adminId}/property/change/{changeId}/restoration',
    params: one.extend({ changeId: idParameter.describe('Id of the change') }),
    response: restoredAccessSchema,
    refusals: ['ACCESS_CHANGE_OVER', 'ACCESS_CHANGED_SINCE'],
  },
  'administrator.withdraw': {
    ...support,
    summary: 'Take properties away from an administrator, and from their sub-administrators',
    method: 'POST',
    path: '/api/admin/{adminId}/property/withdrawal',
    params: one,
    body: z.object({
      properties: z
        .array(z.int().positive())
        .min(1)
        .max(maxAssigned)
        .describe('Ids of the properties, their worksIds'),
    }),
    response: assignmentResultSchema,
  },
} as const satisfies Record<string, Operation>;
