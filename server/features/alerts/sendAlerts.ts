import type { AlertChannelName } from '../../../schemas/entities/alert.ts';
import type { Database, Transaction } from '../../database/open.ts';
import type { Job, Jobs } from '../../jobs/jobs.ts';
import type { QueueName } from '../../jobs/queues.ts';
import { insertEvents } from '../../warnings/store/warnings.repository.ts';
import type { AlertChannels } from './channels.ts';
import { findReceiver } from './receiver.repository.ts';
import {
  type Decision,
  listUnsent,
  listUntold,
  markSent,
  writeDecided,
} from './told.repository.ts';

const maxDecided = 1000;
/** What one message to a webhook names at most (webhookMessageSchema). */
const maxTogether: Partial<Record<AlertChannelName, number>> = { WEBHOOK: 100 };
/** Programs that don't answer keep no mail waiting. */
const queueOfChannel = {
  EMAIL: 'warning.tell',
  SMS: 'warning.tell',
  WEBHOOK: 'warning.webhook',
} as const satisfies Record<AlertChannelName, QueueName>;

interface TellJob {
  readonly account: number;
  /** Jobs of the version before have none. */
  readonly channel?: AlertChannelName;
  readonly warnings: readonly number[];
  readonly key: string;
  readonly decidedAt?: number;
}

/** Puts a job into the queue for each account and channel by which it is to be told of something. */
export function createDecide({
  database,
  jobs,
  now,
  bySms,
}: {
  readonly database: Database;
  readonly jobs: Pick<Jobs, 'send'>;
  readonly now: () => Date;
  /** Whether the operator has named a gateway. */
  readonly bySms: boolean;
}) {
  /** Of one account and channel. */
  async function send(tx: Transaction, decided: readonly Decision[]): Promise<void> {
    const [first] = decided;
    if (!first) return;
    const { accountId: account, channel } = first;
    const warnings = decided.map(({ warningId }) => warningId);
    const decidedAt = now().getTime();
    const key = `warnings-${channel}-${account}-${Math.max(...warnings)}-${decidedAt}`;
    const data: TellJob = { account, channel, warnings, key, decidedAt };
    await jobs.send(tx, queueOfChannel[channel], { key, group: `${account}`, data });
  }

  return () =>
    database.transaction(async (tx) => {
      const untold = await listUntold(tx, now(), { most: maxDecided, bySms });
      if (untold.length === 0) return;
      const decided = await writeDecided(tx, untold, now());
      const byWay = Map.groupBy(decided, ({ accountId, channel }) => `${accountId}-${channel}`);
      for (const list of byWay.values()) {
        for (const some of inParts(list)) await send(tx, some);
      }
    });
}

function inParts(decided: readonly Decision[]): (readonly Decision[])[] {
  const size = (decided[0] && maxTogether[decided[0].channel]) ?? decided.length;
  const count = Math.ceil(decided.length / size);
  return Array.from({ length: count }, (_, part) => decided.slice(part * size, (part + 1) * size));
}

/**
 * Does a job of the queues `warning.tell` and `warning.webhook`: tells an account, by one channel, of
 * what it is to be told and may still see. Tried again after a failure; what may arrive twice has the
 * same id.
 */
export function createSendAlerts({
  database,
  channels,
  now,
}: {
  readonly database: Database;
  readonly channels: AlertChannels;
  readonly now: () => Date;
}) {
  return async ({ data }: Job): Promise<void> => {
    const { account, channel: name = 'EMAIL', warnings, key, decidedAt } = data as TellJob;
    const channel = channels[name];
    const decided = { accountId: account, channel: name, warnings };
    const [receiver, unsent] = await database.read(async (tx) => [
      await findReceiver(tx, account),
      await listUnsent(tx, decided),
    ]);
    if (!receiver || unsent.length === 0 || !channel.isConfigured(receiver)) return;
    const message = { id: key, decidedAt: new Date(decidedAt ?? now()), warnings: unsent };
    if (!(await channel.send(message, receiver))) return;
    await database.transaction(async (tx) => {
      await markSent(tx, decided, now());
      const events = unsent.map(({ propertyId, warningId }) => ({
        propertyId,
        warningId,
        event: 'TOLD' as const,
        detail: `${receiver.username}, ${channel.title}`,
      }));
      await insertEvents(tx, events, now());
    });
  };
}
