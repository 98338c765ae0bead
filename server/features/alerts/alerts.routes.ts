import type { alertOperations } from '../../../schemas/api/alerts.ts';
import type { AlertChoice } from '../../../schemas/entities/alert.ts';
import type { Handlers } from '../../http/handler.ts';
import { addressOf } from '../../http/remoteAddress.ts';
import { recordActivity } from '../../identity/activity.repository.ts';
import type { Limits } from '../../identity/limits.ts';
import type { Session } from '../../session.ts';
import { writeNotifications } from '../account/account.repository.ts';
import { readChoice, writeChoice } from './choice.repository.ts';
import { createSubscriptionService } from './subscription.service.ts';
import { createWebhookService } from './webhook.service.ts';
import type { WebhookDeps } from './webhookChannel.ts';

export function createAlertHandlers({
  webhookPrivateNetworks: isPrivateAllowed = false,
  ...given
}: Omit<WebhookDeps, 'delivering'> & {
  readonly limits: Limits;
  /** Whether webhooks may lie in private networks. */
  readonly webhookPrivateNetworks?: boolean;
}): Handlers<keyof typeof alertOperations> {
  const deps = { ...given, delivering: { isPrivateAllowed } };
  const { database } = deps;
  const webhooks = createWebhookService(deps);
  const subscriptions = createSubscriptionService(deps);

  async function saveChoice({ accountId }: Session, choice: AlertChoice): Promise<AlertChoice> {
    const { byEmail } = choice;
    await database.transaction(async (tx) => {
      await writeChoice(tx, accountId, choice);
      if (!(await writeNotifications(tx, accountId, byEmail))) return;
      const type = byEmail ? 'NOTIFICATIONS_ON' : 'NOTIFICATIONS_OFF';
      await recordActivity(tx, { type, actorId: accountId, affectedId: accountId });
    });
    return database.read((tx) => readChoice(tx, accountId));
  }

  return {
    'alertChoice.get': (_request, { session }) =>
      database.read((tx) => readChoice(tx, session.accountId)),
    'alertChoice.save': ({ body }, { session }) => saveChoice(session, body),
    'webhook.get': (_request, { session }) => webhooks.read(session),
    'webhook.save': ({ body }, { session }) => webhooks.save(session, body),
    'webhook.remove': (_request, { session }) => webhooks.remove(session),
    'webhook.keepSecret': (_request, { session }) => webhooks.keepSecret(session),
    'webhook.switch': ({ body }, { session }) => webhooks.switch(session, body),
    'webhook.test': (_request, { session }) => webhooks.test(session),
    'subscription.check': ({ body }, { http }) => subscriptions.check(body.token, addressOf(http)),
    'subscription.change': ({ body }, { http }) =>
      subscriptions.change(body.token, body.isOn, addressOf(http)),
  };
}
