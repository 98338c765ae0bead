import { z } from 'zod';
import type { AccessRule } from '../accessRule.ts';
import {
  alertChoiceSchema,
  subscriptionChangeSchema,
  subscriptionCheckSchema,
  subscriptionSchema,
  webhookChangeSchema,
  webhookSchema,
} from '../entities/alert.ts';
import type { Operation } from './operation.ts';
import { operationPaths } from './paths.ts';

const access: AccessRule = { anyRole: ['portal_admin'] };
const ofAdministrator = { module: 'warnings', access } as const;

/** How the own account is told of warnings. */
export const alertOperations = {
  'alertChoice.get': {
    module: 'warnings',
    summary: 'What is mailed to the own account, and when',
    ...operationPaths['alertChoice.get'],
    response: alertChoiceSchema,
  },
  'alertChoice.save': {
    module: 'warnings',
    summary: 'Choose what is mailed to the own account, and when',
    ...operationPaths['alertChoice.save'],
    logs: 'ALERT_CHOICE_CHANGED',
    body: alertChoiceSchema,
    response: alertChoiceSchema,
  },
  'webhook.get': {
    ...ofAdministrator,
    summary: 'Where a program of the own account’s is told of warnings',
    ...operationPaths['webhook.get'],
    response: webhookSchema,
  },
  'webhook.save': {
    ...ofAdministrator,
    summary: 'Set the address of the own webhook; another address gets another secret',
    ...operationPaths['webhook.save'],
    logs: 'WEBHOOK_CHANGED',
    body: webhookChangeSchema,
    response: webhookSchema,
  },
  'webhook.remove': {
    ...ofAdministrator,
    summary: 'Remove the own webhook and its secret',
    ...operationPaths['webhook.remove'],
    logs: 'WEBHOOK_REMOVED',
    response: webhookSchema,
  },
  'webhook.keepSecret': {
    ...ofAdministrator,
    summary: 'Say that the secret is kept: it is shown no more',
    ...operationPaths['webhook.keepSecret'],
    response: webhookSchema,
  },
  'webhook.switch': {
    ...ofAdministrator,
    summary: 'Turn the own webhook on or off',
    ...operationPaths['webhook.switch'],
    logs: 'WEBHOOK_SWITCHED',
    body: z.object({
      isOn: z.boolean().describe('Whether it is told of what is raised from now on'),
    }),
    response: webhookSchema,
  },
  'webhook.test': {
    ...ofAdministrator,
    summary: 'Send the own webhook a test at once, and say what became of it',
    ...operationPaths['webhook.test'],
    logs: 'WEBHOOK_TESTED',
    response: webhookSchema,
  },
  'subscription.check': {
    module: 'auth',
    summary: 'Which mails a link in a mail is about, and whether they come',
    ...operationPaths['subscription.check'],
    access: { public: true },
    reads: true,
    body: subscriptionCheckSchema,
    response: subscriptionSchema,
  },
  'subscription.change': {
    module: 'auth',
    summary: 'End such mails by the link in one of them, or have them again',
    ...operationPaths['subscription.change'],
    access: { public: true },
    refusals: ['LINK_EXPIRED'],
    body: subscriptionChangeSchema,
    response: subscriptionSchema,
  },
} as const satisfies Record<string, Operation>;
