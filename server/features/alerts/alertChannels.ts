import type { AlertChannels } from './channels.ts';
import { createMailChannel } from './mailChannel.ts';
import { createSmsChannel, type SmsGateway } from './smsChannel.ts';
import { createWebhookChannel, type WebhookDeps } from './webhookChannel.ts';

/** All ways of telling somebody. */
export function createAlertChannels(
  deps: WebhookDeps & { readonly gateway: SmsGateway | undefined },
): AlertChannels {
  return {
    EMAIL: createMailChannel(deps),
    SMS: createSmsChannel(deps),
    WEBHOOK: createWebhookChannel(deps),
  };
}
