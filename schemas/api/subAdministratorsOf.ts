import { z } from 'zod';
import type { AccessRule } from '../accessRule.ts';
import { idParameter, type Operation } from './operation.ts';
import { subAdministratorOperations as own } from './subAdministrators.ts';

const access = { anyRole: ['portal_support'] } satisfies AccessRule;
const support = { module: 'user-management' as const, access };
const all = z.object({ adminId: idParameter.describe('Id of the administrator') });
const one = all.extend({ identifier: idParameter.describe('Id of the sub-administrator') });

/** Support's, for the sub-administrators of an administrator of their own market. */
export const subAdministratorOfOperations = {
  'subAdministrator.listOf': {
    ...own['subAdministrator.list'],
    ...support,
    summary:
      'The sub-administrators of an administrator; deleted ones where the filter asks for them',
    method: 'GET',
    path: '/api/admin/{adminId}/sub-admin',
    params: all,
  },
  'subAdministrator.getOf': {
    ...own['subAdministrator.get'],
    ...support,
    summary: 'One of them',
    method: 'GET',
    path: '/api/admin/{adminId}/sub-admin/{identifier}',
    params: one,
  },
  'subAdministrator.createOf': {
    ...own['subAdministrator.create'],
    ...support,
    summary:
      'Make an account for a sub-administrator of a main user, who gets a mail to confirm it',
    method: 'POST',
    path: '/api/admin/{adminId}/sub-admin',
    params: all,
    refusals: ['CONFLICT'],
  },
  'subAdministrator.saveOf': {
    ...own['subAdministrator.save'],
    ...support,
    summary: 'Change what is known of a sub-administrator',
    method: 'PUT',
    path: '/api/admin/{adminId}/sub-admin/{identifier}',
    params: one,
  },
  'subAdministrator.takeEmailBackOf': {
    ...own['subAdministrator.takeEmailBack'],
    ...support,
    summary: 'Let a sub-administrator’s address be as it is: the one that waits isn’t used',
    method: 'DELETE',
    path: '/api/admin/{adminId}/sub-admin/{identifier}/email-change',
    params: one,
  },
  'subAdministrator.switchOf': {
    ...own['subAdministrator.switch'],
    ...support,
    summary: 'Let a sub-administrator sign in, or no longer',
    method: 'POST',
    path: '/api/admin/{adminId}/sub-admin/{identifier}/state',
    params: one,
  },
  'subAdministrator.inviteOf': {
    ...own['subAdministrator.invite'],
    ...support,
    summary: 'Mail a new link to a sub-administrator who has never signed in',
    method: 'POST',
    path: '/api/admin/{adminId}/sub-admin/{identifier}/invitation',
    params: one,
  },
  'subAdministrator.removeOf': {
    ...own['subAdministrator.remove'],
    ...support,
    summary: 'Put a sub-administrator away, so that it can’t sign in and may be restored',
    method: 'DELETE',
    path: '/api/admin/{adminId}/sub-admin/{identifier}',
    params: one,
  },
  'subAdministrator.restoreOf': {
    ...own['subAdministrator.restore'],
    ...support,
    summary:
      'Bring a deleted sub-administrator back, with the properties that are still the administrator’s',
    method: 'POST',
    path: '/api/admin/{adminId}/sub-admin/{identifier}/restoration',
    params: one,
  },
  'subAdministrator.propertiesOf': {
    ...own['subAdministrator.properties'],
    ...support,
    summary: 'The properties of an administrator, and what a sub-administrator may do with each',
    method: 'GET',
    path: '/api/admin/{adminId}/sub-admin/{identifier}/property',
    params: one,
  },
  'subAdministrator.shareOf': {
    ...own['subAdministrator.share'],
    ...support,
    summary:
      'Share properties of an administrator with a sub-administrator, in the place of what there was',
    method: 'PUT',
    path: '/api/admin/{adminId}/sub-admin/{identifier}/property',
    params: one,
  },
  'subAdministrator.withdrawOf': {
    ...own['subAdministrator.withdraw'],
    ...support,
    summary: 'Take properties away from a sub-administrator',
    method: 'POST',
    path: '/api/admin/{adminId}/sub-admin/{identifier}/property/withdrawal',
    params: one,
  },
} as const satisfies Record<string, Operation>;
