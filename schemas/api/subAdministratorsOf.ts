import { z } from 'zod';
import type { AccessRule } from '../accessRule.ts';
import { idParameter, type Operation } from './operation.ts';
import { operationPaths } from './paths.ts';
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
    ...operationPaths['subAdministrator.listOf'],
    params: all,
  },
  'subAdministrator.getOf': {
    ...own['subAdministrator.get'],
    ...support,
    summary: 'One of them',
    ...operationPaths['subAdministrator.getOf'],
    params: one,
  },
  'subAdministrator.createOf': {
    ...own['subAdministrator.create'],
    ...support,
    summary:
      'Make an account for a sub-administrator of a main user, who gets a mail to confirm it',
    ...operationPaths['subAdministrator.createOf'],
    params: all,
    refusals: ['CONFLICT'],
  },
  'subAdministrator.saveOf': {
    ...own['subAdministrator.save'],
    ...support,
    summary: 'Change what is known of a sub-administrator',
    ...operationPaths['subAdministrator.saveOf'],
    params: one,
  },
  'subAdministrator.takeEmailBackOf': {
    ...own['subAdministrator.takeEmailBack'],
    ...support,
    summary: 'Let a sub-administrator’s address be as it is: the one that waits isn’t used',
    ...operationPaths['subAdministrator.takeEmailBackOf'],
    params: one,
  },
  'subAdministrator.switchOf': {
    ...own['subAdministrator.switch'],
    ...support,
    summary: 'Let a sub-administrator sign in, or no longer',
    ...operationPaths['subAdministrator.switchOf'],
    params: one,
  },
  'subAdministrator.inviteOf': {
    ...own['subAdministrator.invite'],
    ...support,
    summary: 'Mail a new link to a sub-administrator who has never signed in',
    ...operationPaths['subAdministrator.inviteOf'],
    params: one,
  },
  'subAdministrator.removeOf': {
    ...own['subAdministrator.remove'],
    ...support,
    summary: 'Put a sub-administrator away, so that it can’t sign in and may be restored',
    ...operationPaths['subAdministrator.removeOf'],
    params: one,
  },
  'subAdministrator.restoreOf': {
    ...own['subAdministrator.restore'],
    ...support,
    summary:
      'Bring a deleted sub-administrator back, with the properties that are still the administrator’s',
    ...operationPaths['subAdministrator.restoreOf'],
    params: one,
  },
  'subAdministrator.propertiesOf': {
    ...own['subAdministrator.properties'],
    ...support,
    summary: 'The properties of an administrator, and what a sub-administrator may do with each',
    ...operationPaths['subAdministrator.propertiesOf'],
    params: one,
  },
  'subAdministrator.shareOf': {
    ...own['subAdministrator.share'],
    ...support,
    summary:
      'Share properties of an administrator with a sub-administrator, in the place of what there was',
    ...operationPaths['subAdministrator.shareOf'],
    params: one,
  },
  'subAdministrator.withdrawOf': {
    ...own['subAdministrator.withdraw'],
    ...support,
    summary: 'Take properties away from a sub-administrator',
    ...operationPaths['subAdministrator.withdrawOf'],
    params: one,
  },
} as const satisfies Record<string, Operation>;
