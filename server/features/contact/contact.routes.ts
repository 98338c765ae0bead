import type { z } from 'zod';
import type { contactMessageSchema } from '../../../schemas/entities/contact.ts';
import type { Database } from '../../database/open.ts';
import { AppError } from '../../errors.ts';
import type { Handlers } from '../../http/handler.ts';
import type { Mail, Mailer } from '../../mail/mailer.ts';
import type { ManifestService } from '../../manifests/service.ts';
import type { Session } from '../../session.ts';
import { countMessagesSince, insertMessage, markMailed } from './contact.repository.ts';

const hour = 3_600_000;
/** Nobody has more to say, and the provider's mailbox is not to be filled. */
const maxPerHour = 20;

/** Labels by enumeration and value. */
type Enumerations = Readonly<Record<string, Readonly<Record<string, string>>>>;

interface Parts {
  readonly database: Database;
  readonly manifests: Pick<ManifestService, 'market' | 'words'>;
  readonly mailer: Mailer;
  readonly now: () => Date;
}

/** The message is kept first, so that it isn't lost when the mail can't be sent. */
export function createContactHandlers({
  database,
  manifests,
  mailer,
  now,
}: Parts): Handlers<'contact.send'> {
  return {
    'contact.send': async ({ body }, { session }) => {
      const at = now();
      const id = await database.transaction(async (tx) => {
        const since = new Date(at.getTime() - hour);
        if ((await countMessagesSince(tx, session.accountId, since)) >= maxPerHour) {
          throw new AppError(
            'TOO_MANY_REQUESTS',
            `At most ${maxPerHour} messages an hour can be sent. Try again later.`,
          );
        }
        return insertMessage(tx, session.accountId, body, at);
      });
      const { contactEmail, language } = manifests.market(session.subject.country);
      // The reader's language: a market's mailbox is its provider's.
      const { contactTopic } = manifests.words(language).enums as Enumerations;
      const topic = contactTopic?.[body.subject] ?? body.subject;
      await mailer.send(
        writeMail(body, session, { to: contactEmail, subject: `[${id}] ${topic}` }),
      );
      await database.transaction((tx) => markMailed(tx, id, now()));
      return { id };
    },
  };
}

function writeMail(
  body: z.infer<typeof contactMessageSchema>,
  { user }: Session,
  head: Pick<Mail, 'to' | 'subject'>,
): Mail {
  const { message, emailAddress, additionalEmailAddress, sendCopy } = body;
  const given = [emailAddress, additionalEmailAddress].filter((one) => one !== undefined);
  return {
    ...head,
    // Only the account's own address is confirmed: any other would make the portal mail strangers.
    cc: sendCopy ? [user.mail] : [],
    replyTo: emailAddress,
    text: `${user.username} (${given.join(', ')}) wrote:\n\n${message}\n`,
  };
}
