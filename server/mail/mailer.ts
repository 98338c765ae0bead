import { randomBytes } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createTransport } from 'nodemailer';
import type { Logger } from 'pino';
import { publish } from '../metrics/events.ts';

export interface Mail {
  readonly to: string;
  readonly cc?: readonly string[];
  /** Where an answer goes. */
  readonly replyTo?: string;
  readonly subject: string;
  readonly text: string;
  /** Makes a mail that may be sent twice the same one: mailboxes show it once. */
  readonly id?: string;
  /** Where a mail program ends mails of this kind by a POST (RFC 8058). */
  readonly unsubscribe?: string;
}

export interface Mailer {
  /** Sends a mail; rejects when the server doesn't take it. */
  send(mail: Mail): Promise<void>;
}

interface MailerOptions {
  readonly SMTP_URL?: string | undefined;
  readonly DATA_DIR: string;
  readonly PUBLIC_URL: string;
}

/** Mail by SMTP_URL; without it each mail becomes a file under DATA_DIR/mail, and is logged. */
export function createMailer(options: MailerOptions, logger: Pick<Logger, 'info'>): Mailer {
  const mailer = createTransportMailer(options, logger);
  return {
    async send(mail) {
      try {
        await mailer.send(mail);
      } catch (error) {
        publish('mailEnded', { isSent: false });
        throw error;
      }
      publish('mailEnded', { isSent: true });
    },
  };
}

function createTransportMailer(
  { SMTP_URL, DATA_DIR, PUBLIC_URL }: MailerOptions,
  logger: Pick<Logger, 'info'>,
): Mailer {
  const { hostname } = new URL(PUBLIC_URL);
  const from = `Meterhouse <no-reply@${hostname}>`;
  const toMessage = ({ cc, id, unsubscribe, ...mail }: Mail) => ({
    ...mail,
    from,
    ...(cc?.length && { cc: [...cc] }),
    ...(unsubscribe !== undefined && {
      headers: {
        'List-Unsubscribe': `<${unsubscribe}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      },
    }),
    ...(id !== undefined && { messageId: `<${id}@${hostname}>` }),
  });
  if (SMTP_URL) {
    const transport = createTransport(SMTP_URL);
    return {
      async send(mail) {
        await transport.sendMail(toMessage(mail));
      },
    };
  }
  const folder = path.join(DATA_DIR, 'mail');
  const transport = createTransport({ streamTransport: true, buffer: true });
  return {
    async send(mail) {
      const { message } = await transport.sendMail(toMessage(mail));
      const stamp = new Date().toISOString().replaceAll(/[:.]/g, '-');
      const file = path.join(
        folder,
        `${mail.id ?? `${stamp}-${randomBytes(4).toString('hex')}`}.eml`,
      );
      await mkdir(folder, { recursive: true });
      // Under its own name only when it is whole.
      await writeFile(`${file}.part`, message as Buffer);
      await rename(`${file}.part`, file);
      logger.info(
        { to: mail.to, subject: mail.subject, file },
        'Mail written: SMTP_URL is not set',
      );
    },
  };
}
