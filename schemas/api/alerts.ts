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

const access: AccessRule = { anyRole: ['portal_admin'] };
const ofAdministrator = { module: 'warnings', access } as const;

/** How the own account is told of warnings. */
export const alertOperations = {
  'alertChoice.get': {
    module: 'warnings',
    summary: 'What is mailed to the own account, and when',
    method: 'GET',
    path: '/api/alert-choice',
    response: alertChoiceSchema,
  },
  'alertChoice.save': {
    module: 'warnings',
    summary: 'Choose what is mailed to the own account, and when',
    method: 'PUT',
    path: '/api/alert-choice',
    logs: 'ALERT_CHOICE_CHANGED',
    body: alertChoiceSchema,
    response: alertChoiceSchema,
  },
  'webhook.get': {
    ...ofAdministrator,
    summary: 'Where a program of the own account’s is told of warnings',
    method: 'GET',
    path: '/api/webhook',
    response: webhookSchema,
  },
  'webhook.save': {
    ...ofAdministrator,
    summary: 'Set the address of the own webhook; another address gets another secret',
    method: 'PUT',
    path: '/api/webhook',
    logs: 'WEBHOOK_CHANGED',
    body: webhookChangeSchema,
    response: webhookSchema,
  },
  'webhook.remove': {
    ...ofAdministrator,
    summary: 'Remove the own webhook and its secret',
    method: 'DELETE',
    path: '/api/webhook',
    logs: 'WEBHOOK_REMOVED',
    response: webhookSchema,
  },
  'webhook.keepSecret': {
    ...ofAdministrator,
    summary: 'Say that the secret is kept: it is shown no more',
    method: 'POST',
    path: '/api/webhook/secret',
    response: webhookSchema,
  },
  'webhook.switch': {
    ...ofAdministrator,
    summary: 'Turn the own webhook on or off',
    method: 'POST',
    path: '/api/webhook/switch',
    logs: 'WEBHOOK_SWITCHED',
    body: z.object({
      isOn: z.boolean().describe('Whether it is told of what is raised from now on'),
    }),
    response: webhookSchema,
  },
  'webhook.test': {
    ...ofAdministrator,
    summary: 'Send the own webhook a test at once, and say what became of it',
    method: 'POST',
    path: '/api/webhook/test',
    logs: 'WEBHOOK_TESTED',
    response: webhookSchema,
  },
  'subscription.check': {
    module: 'auth',
    summary: 'Which mails a link in a mail is about, and whether they come',
    method: 'POST',
    path: '/api/subscription/check',
    access: { public: true },
    reads: true,
    body: subscriptionCheckSchema,
    response: subscriptionSchema,
  },
  'subscription.change': {
    module: 'auth',
    summary: 'End such mails by the link in one of them, or have them again',
    method: 'POST',
    path: '/api/subscription',
    access: { public: true },
    refusals: ['LINK_EXPIRED'],
    body: subscriptionChangeSchema,
    response: subscriptionSchema,
  },
} as const satisfies Record<string, Operation>;
