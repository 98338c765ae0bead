import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { type WebhookMessage, webhookMessageSchema } from '../../../schemas/entities/alert.ts';
import { warningKinds } from '../../../schemas/kinds/warnings.ts';
import { hourMs } from '../../../schemas/time.ts';
import type { Database } from '../../database/open.ts';
import type { Mailer } from '../../mail/mailer.ts';
import type { ManifestService } from '../../manifests/serve/service.ts';
import { createAccountMails } from '../account/accountMails.ts';
import type { AlertChannel } from './channels.ts';
import { type DeliverOptions, type Delivery, postWebhook } from './postWebhook.ts';
import type { Receiver } from './receiver.repository.ts';
import type { Unsent } from './told.repository.ts';
import { writeDelivery, writeGaveUp } from './webhook.repository.ts';

/** What isn't taken so long after it was decided is given up. */
const maxHours = 24;
const secretBytes = 32;

export interface WebhookDeps {
  readonly database: Database;
  readonly manifests: Pick<ManifestService, 'words'>;
  readonly mailer: Mailer;
  readonly publicUrl: string;
  readonly now: () => Date;
  readonly delivering: DeliverOptions;
}

/** What a webhook's messages are signed with, as the specification writes it. */
export const createWebhookSecret = () => `whsec_${randomBytes(secretBytes).toString('base64')}`;

/** What messages are signed with: for a day the former secret, too, after it was rotated. */
export interface WebhookSecrets {
  readonly secret: string;
  readonly formerSecret: string | null;
  readonly formerUntil: Date | null;
}

/** Receivers take a message of which one signature is right. */
function sign(
  { secret, formerSecret, formerUntil }: WebhookSecrets,
  { id, at, body }: { id: string; at: Date; body: string },
): string {
  const isFormerValid = formerSecret !== null && formerUntil !== null && formerUntil > at;
  return [secret, ...(isFormerValid ? [formerSecret] : [])]
    .map((one) => new Webhook(one).sign(id, at, body))
    .join(' ');
}

/** Sends one message, signed (standardwebhooks.com), and notes what became of it. */
export function createSender({ database, now, delivering }: WebhookDeps) {
  return async (
    { accountId, url, ...secrets }: WebhookSecrets & { accountId: number; url: string },
    { id, message }: { id: string; message: WebhookMessage },
  ): Promise<Delivery> => {
    const body = JSON.stringify(webhookMessageSchema.parse(message));
    const at = now();
    const headers = {
      'content-type': 'application/json',
      'user-agent': 'Meterhouse',
      'webhook-id': id,
      'webhook-timestamp': `${Math.floor(at.getTime() / 1000)}`,
      'webhook-signature': sign(secrets, { id, at, body }),
    };
    const delivery = await postWebhook(url, { headers, body }, delivering);
    await database.transaction((tx) => writeDelivery(tx, { accountId, url }, { ...delivery, at }));
    return delivery;
  };
}

/** What tells an administrator's own program. Given up after a day, which a mail says once. */
export function createWebhookChannel(deps: WebhookDeps): AlertChannel {
  const { database, manifests, mailer, publicUrl, now } = deps;
  const send = createSender(deps);
  const writeMail = createAccountMails(manifests);

  async function giveUp(receiver: Receiver, url: string, id: string): Promise<void> {
    const { accountId } = receiver;
    const values = { url, settings: `${publicUrl}/warnings/settings/notifications` };
    const mail = writeMail('webhookGaveUp', receiver, values);
    // Noted if the mail has left: else the job is tried again.
    await database.transaction(async (tx) => {
      const isFirst = await writeGaveUp(tx, { accountId, url }, now());
      if (isFirst) await mailer.send({ ...mail, id: `${id}-given-up` });
    });
  }

  return {
    name: 'WEBHOOK',
    title: 'webhook',
    isConfigured: ({ webhookUrl, webhookSecret }) => webhookUrl !== null && webhookSecret !== null,
    async send({ id, decidedAt, warnings }, receiver) {
      const { accountId, webhookUrl: url, webhookSecret: secret } = receiver;
      const { formerSecret, formerUntil } = receiver;
      if (url === null || secret === null) return false;
      const message: WebhookMessage = {
        type: 'warning.raised',
        timestamp: isoSeconds(decidedAt),
        data: { warnings: warnings.map((warning) => toMessage(warning, publicUrl)) },
      };
      const { result, status } = await send(
        { accountId, url, secret, formerSecret, formerUntil },
        { id, message },
      );
      if (result === 'DELIVERED') return true;
      if (now().getTime() - decidedAt.getTime() < maxHours * hourMs) {
        // Whoever reads the log needn't know the address, which may carry a secret.
        throw new Error(`The webhook of account ${accountId}: ${result} ${status ?? ''}`);
      }
      await giveUp(receiver, url, id);
      return false;
    },
  };
}

export const isoSeconds = (at: Date) => `${at.toISOString().slice(0, 19)}Z`;

function toMessage(
  { warningId, propertyId, since: _, ...warning }: Unsent,
  publicUrl: string,
): WebhookMessage['data']['warnings'][0] {
  return {
    ...warning,
    id: warningId,
    property: propertyId,
    unit: warningKinds[warning.alert].unit,
    link: `${publicUrl}/warnings/warning/${warningId}`,
  };
}
