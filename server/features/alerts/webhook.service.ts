import type { Webhook } from '../../../schemas/entities/alert.ts';
import { AppError } from '../../errors.ts';
import type { Limits } from '../../identity/limits.ts';
import { said } from '../../said.ts';
import type { Session } from '../../session.ts';
import { fieldFault } from '../account/accountDeps.ts';
import { isPermitted } from './postWebhook.ts';
import {
  findWebhook,
  removeWebhook,
  switchWebhook,
  writeSecretKept,
  writeWebhook,
} from './webhook.repository.ts';
import {
  createSender,
  createWebhookSecret,
  isoSeconds,
  type WebhookDeps,
} from './webhookChannel.ts';

const none: Webhook = {
  state: 'NONE',
  url: null,
  secret: null,
  lastAt: null,
  lastResult: null,
  lastStatus: null,
  gaveUpAt: null,
};

/** An administrator's own webhook. */
export function createWebhookService(deps: WebhookDeps & { readonly limits: Limits }) {
  const { database, now, limits, delivering } = deps;
  const send = createSender(deps);

  async function read({ accountId }: Session): Promise<Webhook> {
    const found = await database.read((tx) => findWebhook(tx, accountId));
    if (!found) return none;
    const { secret, formerSecret: _, formerUntil: _until, isKept, isOn, ...webhook } = found;
    return { ...webhook, state: isOn ? 'ON' : 'OFF', secret: isKept ? null : secret };
  }

  async function need({ accountId }: Session) {
    const found = await database.read((tx) => findWebhook(tx, accountId));
    if (!found) throw new AppError('NOT_FOUND', 'There is no webhook. Enter its address first.');
    return found;
  }

  return {
    read,

    /** Another address gets another secret, so that the former one's owner can sign nothing. */
    async save(session: Session, { url }: { url: string }): Promise<Webhook> {
      if (!isPermitted(url, delivering.isPrivateAllowed)) {
        throw fieldFault('url', 'url', said('field.hookAddress'));
      }
      const { accountId } = session;
      const former = await database.read((tx) => findWebhook(tx, accountId));
      if (former?.url !== url) {
        const secret = createWebhookSecret();
        await database.transaction((tx) =>
          writeWebhook(tx, { accountId, url, secret, createdAt: now() }),
        );
      }
      return read(session);
    },

    async keepSecret(session: Session): Promise<Webhook> {
      await need(session);
      await database.transaction((tx) => writeSecretKept(tx, session.accountId, now()));
      return read(session);
    },

    async switch(session: Session, { isOn }: { isOn: boolean }): Promise<Webhook> {
      await need(session);
      const { accountId } = session;
      await database.transaction((tx) => switchWebhook(tx, accountId, { isOn, at: now() }));
      return read(session);
    },

    async remove(session: Session): Promise<Webhook> {
      await database.transaction((tx) => removeWebhook(tx, session.accountId));
      return none;
    },

    /** Sends a message without warnings at once, and answers what became of it. */
    async test(session: Session): Promise<Webhook> {
      const { accountId } = session;
      const { url, secret, formerSecret, formerUntil } = await need(session);
      await limits.spend('webhook', `webhook:${accountId}`);
      const at = now();
      await send(
        { accountId, url, secret, formerSecret, formerUntil },
        {
          id: `test-${accountId}-${at.getTime()}`,
          message: { type: 'webhook.test', timestamp: isoSeconds(at), data: { warnings: [] } },
        },
      );
      return read(session);
    },
  };
}
