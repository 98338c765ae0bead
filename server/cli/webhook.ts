import { dayMs } from '../../schemas/time.ts';
import type { Database } from '../database/open.ts';
import { findByUsername } from '../features/account/account.repository.ts';
import { rotateSecret } from '../features/alerts/webhook.repository.ts';
import { createWebhookSecret } from '../features/alerts/webhookChannel.ts';
import { recordActivity } from '../identity/activity.repository.ts';

const usage = 'Say whose: npm run portal -- webhook rotate USER [--at-once]';
const overlapMs = dayMs;

/** `portal webhook rotate`: another secret for a customer's webhook. Answers the exit code. */
export async function runWebhook(
  [action, username = '', ...flags]: readonly string[],
  deps: {
    readonly database: Pick<Database, 'transaction'>;
    readonly print: (line: string) => void;
    readonly complain?: (line: string) => void;
    readonly now?: () => Date;
  },
): Promise<number> {
  const { database, print, now = () => new Date() } = deps;
  const complain = deps.complain ?? ((line) => process.stderr.write(`${line}\n`));
  const isAtOnce = flags.includes('--at-once');
  const isKnown = flags.every((flag) => flag === '--at-once');
  if (action !== 'rotate' || username === '' || username.startsWith('--') || !isKnown) {
    complain(usage);
    return 2;
  }
  const at = now();
  const formerUntil = isAtOnce ? null : new Date(at.getTime() + overlapMs);
  const outcome = await database.transaction(async (tx) => {
    const owner = await findByUsername(tx, username);
    if (!owner) return 'NOBODY';
    const { accountId: affectedId } = owner;
    const secret = createWebhookSecret();
    if (!(await rotateSecret(tx, affectedId, { secret, at, formerUntil }))) return 'NONE';
    await recordActivity(tx, { type: 'WEBHOOK_SECRET_ROTATED', affectedId, detail: { isAtOnce } });
    return 'ROTATED';
  });
  if (outcome === 'NOBODY') complain(`There is no account «${username}».`);
  if (outcome === 'NONE') {
    complain(
      `«${username}» has no webhook, or its secret was rotated within a day: the former one signs until then. With --at-once it ends now, and so does what is not set up for the newest.`,
    );
  }
  if (outcome !== 'ROTATED') return 1;
  print(
    `«${username}» sees the new secret on the page of the webhook, until it is marked as kept.`,
  );
  print(
    formerUntil
      ? `Messages are signed with the former one, too, until ${formerUntil.toISOString()}.`
      : 'The former one signs nothing any more.',
  );
  return 0;
}
