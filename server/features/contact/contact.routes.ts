import type { z } from 'zod';
import type { contactOperations } from '../../../schemas/api/contact.ts';
import { attachmentLimits, type contactMessageSchema } from '../../../schemas/entities/contact.ts';
import type { FileKind } from '../../../schemas/entities/fileKinds.ts';
import { localeOf } from '../../../schemas/entities/languages.ts';
import { type Country, countries } from '../../../schemas/entities/market.ts';
import { hourMs } from '../../../schemas/time.ts';
import type { Database, Transaction } from '../../database/open.ts';
import { AppError } from '../../errors.ts';
import type { Handlers } from '../../http/handler.ts';
import type { Mail, Mailer } from '../../mail/mailer.ts';
import type { ManifestService } from '../../manifests/serve/service.ts';
import type { Session } from '../../session.ts';
import { labelsIn } from '../labels.ts';
import { wholePage } from '../paging.ts';
import { claimUpload } from '../upload/claimUpload.ts';
import {
  countMessagesSince,
  insertAttachment,
  insertMessage,
  markMailed,
} from './contact.repository.ts';

/** Nobody has more to say, and the provider's mailbox is not to be filled. */
const maxPerHour = 20;

/** Labels by enumeration and value. */
interface Deps {
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
}: Deps): Handlers<keyof typeof contactOperations> {
  return {
    'contact.links': async (_request, { session: { subject, user } }) => {
      const names = new Intl.DisplayNames(localeOf(user.language), { type: 'region' });
      const own = (country: Country) => Number(country === subject.country);
      const links = countries.flatMap((country) => {
        const { contactUrl: url } = manifests.market(country);
        return url === null ? [] : [{ country, countryName: names.of(country) ?? country, url }];
      });
      return wholePage(links.toSorted((one, other) => own(other.country) - own(one.country)));
    },
    'contact.send': async ({ body }, { session }) => {
      const at = now();
      const { country } = session.subject;
      const { id, names } = await database.transaction(async (tx) => {
        const since = new Date(at.getTime() - hourMs);
        if ((await countMessagesSince(tx, session.accountId, since)) >= maxPerHour) {
          throw new AppError(
            'TOO_MANY_REQUESTS',
            `At most ${maxPerHour} messages an hour can be sent. Try again later.`,
          );
        }
        const { accountId } = session;
        const messageId = await insertMessage(tx, { accountId, country }, body, at);
        return { id: messageId, names: await keepAttachments(tx, accountId, messageId, body) };
      });
      const { contactEmail, language } = manifests.market(country);
      // The reader's language: a market's mailbox is its provider's.
      const topic = labelsIn(manifests.words(language))('contactTopic', body.subject);
      await mailer.send(
        writeMail({ ...body, names }, session, { to: contactEmail, subject: `[${id}] ${topic}` }),
      );
      await database.transaction((tx) => markMailed(tx, id, now()));
      return { id };
    },
  };
}

type Message = z.infer<typeof contactMessageSchema>;

/** What was sent ahead becomes the message's, each file or none; answers their names. */
async function keepAttachments(
  tx: Transaction,
  accountId: number,
  messageId: number,
  { attachments = [] }: Message,
): Promise<string[]> {
  const names: string[] = [];
  for (const [index, upload] of attachments.entries()) {
    const field = `attachments.${index}`;
    const file = await claimUpload(tx, accountId, { upload, field, limits: attachmentLimits });
    const { contentType, ...claimed } = file;
    await insertAttachment(tx, { ...claimed, messageId, contentType: contentType as FileKind });
    names.push(file.fileName);
  }
  return names;
}

function writeMail(
  body: Message & { readonly names: readonly string[] },
  { user }: Session,
  head: Pick<Mail, 'to' | 'subject'>,
): Mail {
  const { message, emailAddress, additionalEmailAddress, sendCopy, names } = body;
  const files = names.length > 0 ? `\nFiles, in the portal: ${names.join(', ')}\n` : '';
  const given = [emailAddress, additionalEmailAddress].filter((one) => one !== undefined);
  return {
    ...head,
    // Only the account's own address is confirmed: any other would make the portal mail strangers.
    cc: sendCopy ? [user.mail] : [],
    replyTo: emailAddress,
    text: `${user.username} (${given.join(', ')}) wrote:\n\n${message}\n${files}`,
  };
}
