import type { AlertChannels } from './channels.ts';
import { createMailChannel } from './mailChannel.ts';
import { createSmsChannel, type SmsGateway } from './smsChannel.ts';
import { createWebhookChannel, type WebhookParts } from './webhookChannel.ts';

/** All ways of telling somebody. */
export function createAlertChannels(
  parts: WebhookParts & { readonly gateway: SmsGateway | undefined },
): AlertChannels {
  return {
    EMAIL: createMailChannel(parts),
    SMS: createSmsChannel(parts),
    WEBHOOK: createWebhookChannel(parts),
  };
}
