import { localeSchema } from '../../../schemas/entities/market.ts';
import type { Mail } from '../../mail/mailer.ts';
import type { ManifestService } from '../../manifests/serve/service.ts';
import type { Addressee } from './account.repository.ts';

/** The mails of locales/*\/mails.json, each with `subject` and `text`. */
export const accountMails = [
  'newPassword',
  'passwordChanged',
  'confirmEmail',
  'emailChanged',
  'emailChangeAsked',
  'totpEnabled',
  'totpRemoved',
  'locked',
  'welcome',
  'welcomeElsewhere',
  'reportReady',
  'warnings',
  'summary',
  'webhookGaveUp',
] as const;
export type AccountMail = (typeof accountMails)[number];

type MailTexts = Readonly<Record<AccountMail, { subject: string; text: string }>>;

/** Writes mails in the language of their reader, with {{placeholders}} filled in. */
export function createAccountMails(manifests: Pick<ManifestService, 'words'>) {
  return (
    name: AccountMail,
    { username, email, locale }: Pick<Addressee, 'username' | 'email' | 'locale'>,
    values: Readonly<Record<string, string>> = {},
  ): Mail => {
    const known = localeSchema.safeParse(locale);
    const { mails } = manifests.words(known.success ? known.data : 'en');
    const { subject, text } = (mails as MailTexts)[name];
    const fill = (words: string) =>
      words.replaceAll(/\{\{(\w+)\}\}/g, (_, key: string) => ({ username, ...values })[key] ?? '');
    return { to: email, subject: fill(subject), text: fill(text) };
  };
}
