import { z } from 'zod';
import type { AccessRule } from '../accessRule.ts';
import {
  accessChangeSchema,
  assignmentForecastSchema,
  changedAccessSchema,
  maxAssigned,
  restoredAccessSchema,
} from '../entities/administrator.ts';
import {
  sharedPropertySchema,
  sharingResultSchema,
  sharingSchema,
  subAdministratorChangeSchema,
  subAdministratorDraftSchema,
  subAdministratorSchema,
} from '../entities/subAdministrator.ts';
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

const access = { anyRole: ['portal_admin'] } satisfies AccessRule;
const own = { module: 'sub-admin' as const, access };
const one = z.object({ identifier: idParameter.describe('Id of the sub-administrator') });

/** By what the lists are narrowed. */
export const subAdministratorFilters = {
  name: 'text',
  username: 'text',
  email: 'text',
  state: 'choice',
} as const satisfies Record<string, FilterKind>;
export const sharedPropertyFilters = {
  name: 'text',
  worksNo: 'text',
  city: 'text',
  assignment: 'choice',
  accessSince: 'date',
} as const satisfies Record<string, FilterKind>;

/** A main user's, for the sub-administrators that they have made. */
export const subAdministratorOperations = {
  'subAdministrator.list': {
    ...own,
    summary: 'The own sub-administrators; deleted ones where the filter asks for them',
    method: 'GET',
    path: '/api/sub-admin',
    query: z.object({
      ...pageQuery,
      ...searchQuery,
      ...sortQuery(['name', 'username', 'lastLogin']),
      ...filterQuery(subAdministratorFilters),
    }),
    response: pageOf(subAdministratorSchema),
  },
  'subAdministrator.get': {
    ...own,
    summary: 'One of them',
    method: 'GET',
    path: '/api/sub-admin/{identifier}',
    params: one,
    response: subAdministratorSchema,
  },
  'subAdministrator.create': {
    ...own,
    summary: 'Make an account for a sub-administrator, who gets a mail to confirm it',
    method: 'POST',
    path: '/api/sub-admin',
    body: subAdministratorDraftSchema,
    response: subAdministratorSchema,
  },
  'subAdministrator.save': {
    ...own,
    summary: 'Change what is known of a sub-administrator',
    method: 'PUT',
    path: '/api/sub-admin/{identifier}',
    params: one,
    body: subAdministratorChangeSchema,
    response: subAdministratorSchema,
    refusals: ['EMAIL_UPDATE_FAILED'],
  },
  'subAdministrator.takeEmailBack': {
    ...own,
    summary: 'Let a sub-administrator’s address be as it is: the one that waits isn’t used',
    method: 'DELETE',
    path: '/api/sub-admin/{identifier}/email-change',
    params: one,
    response: subAdministratorSchema,
  },
  'subAdministrator.switch': {
    ...own,
    summary: 'Let a sub-administrator sign in, or no longer',
    method: 'POST',
    path: '/api/sub-admin/{identifier}/state',
    params: one,
    body: z.object({ isEnabled: z.boolean().describe('Whether the account can be used') }),
    response: subAdministratorSchema,
    refusals: ['CONFLICT'],
  },
  'subAdministrator.invite': {
    ...own,
    summary: 'Mail a new link to a sub-administrator who has never signed in',
    method: 'POST',
    path: '/api/sub-admin/{identifier}/invitation',
    params: one,
    response: subAdministratorSchema,
    refusals: ['CONFLICT'],
  },
  'subAdministrator.remove': {
    ...own,
    summary: 'Put a sub-administrator away, so that it can’t sign in and may be restored',
    method: 'DELETE',
    path: '/api/sub-admin/{identifier}',
    params: one,
    response: subAdministratorSchema,
  },
  'subAdministrator.restore': {
    ...own,
    summary: 'Bring a deleted sub-administrator back, with the properties that are still the own',
    method: 'POST',
    path: '/api/sub-admin/{identifier}/restoration',
    params: one,
    response: subAdministratorSchema,
  },
  'subAdministrator.properties': {
    ...own,
    summary: 'The own properties, and what a sub-administrator may do with each',
    method: 'GET',
    path: '/api/sub-admin/{identifier}/property',
    params: one,
    query: z.object({
      ...pageQuery,
      ...searchQuery,
      ...sortQuery(['name', 'worksNo', 'city', 'accessSince']),
      ...filterQuery(sharedPropertyFilters),
    }),
    response: pageOf(sharedPropertySchema),
  },
  'subAdministrator.share': {
    ...own,
    summary: 'Share own properties with a sub-administrator, in the place of what there was',
    method: 'PUT',
    path: '/api/sub-admin/{identifier}/property',
    params: one,
    body: sharingSchema,
    response: changedAccessSchema,
  },
  'subAdministrator.sharingForecast': {
    ...own,
    summary: 'What sharing would add and overwrite',
    method: 'POST',
    path: '/api/sub-admin/{identifier}/property/forecast',
    reads: true,
    params: one,
    body: sharingSchema,
    response: assignmentForecastSchema,
  },
  'subAdministrator.accessChanges': {
    ...own,
    summary: 'What sharing has changed within the last day, and can be taken back',
    method: 'GET',
    path: '/api/sub-admin/{identifier}/property/change',
    params: one,
    query: z.object(pageQuery),
    response: pageOf(accessChangeSchema),
  },
  'subAdministrator.undoAccess': {
    ...own,
    summary: 'Take sharing of the last day back, where nothing was changed since',
    method: 'POST',
    path: '/api/sub-admin/{identifier}/property/change/{changeId}/restoration',
    params: one.extend({ changeId: idParameter.describe('Id of the change') }),
    response: restoredAccessSchema,
    refusals: ['ACCESS_CHANGE_OVER', 'ACCESS_CHANGED_SINCE'],
  },
  'subAdministrator.withdraw': {
    ...own,
    summary: 'Take properties away from a sub-administrator',
    method: 'POST',
    path: '/api/sub-admin/{identifier}/property/withdrawal',
    params: one,
    body: z.object({
      properties: z
        .array(z.int().positive())
        .min(1)
        .max(maxAssigned)
        .describe('Ids of the properties, their worksIds'),
    }),
    response: sharingResultSchema,
  },
} as const satisfies Record<string, Operation>;
