import type { Database } from '../../database/open.ts';
import type { Mailer } from '../../mail/mailer.ts';
import type { ManifestService } from '../../manifests/serve/service.ts';
import { createAccountMails } from '../account/accountMails.ts';
import type { AlertChannel } from './channels.ts';
import { createUnsubscribing } from './subscription.service.ts';
import type { Unsent } from './told.repository.ts';

/** A mail names no more; the list has all. */
const maxNamed = 50;

/** One mail, in the language of its reader. */
export function createMailChannel({
  database,
  manifests,
  mailer,
  publicUrl,
}: {
  readonly database: Database;
  readonly manifests: Pick<ManifestService, 'words'>;
  readonly mailer: Mailer;
  readonly publicUrl: string;
}): AlertChannel {
  const writeMail = createAccountMails(manifests);
  const unsubscribing = createUnsubscribing({ database, publicUrl });
  return {
    name: 'EMAIL',
    title: 'e-mail',
    isConfigured: ({ email, notifications }) => notifications && email !== '',
    async send({ id, warnings }, receiver) {
      const { enums } = manifests.words(receiver.locale);
      const { page, oneClick } = await unsubscribing(receiver.accountId, 'WARNINGS');
      const mail = writeMail('warnings', receiver, {
        count: `${warnings.length}`,
        list: listOf(warnings, enums as Labels),
        link: `${publicUrl}/warnings/property-warnings-list`,
        settings: `${publicUrl}/warnings/settings`,
        unsubscribe: page,
      });
      await mailer.send({ ...mail, unsubscribe: oneClick, id });
      return true;
    },
  };
}

/** Of `locales/*\/enums.json`. */
export type Labels = Readonly<Record<'alert' | 'urgency', Readonly<Record<string, string>>>>;

function listOf(warnings: readonly Unsent[], labels: Labels): string {
  const lines = warnings.slice(0, maxNamed).map((one) => {
    const device = [one.serialNumber, one.place].filter(Boolean).join(', ');
    const what = `${labels.alert[one.alert]} (${labels.urgency[one.urgency]})`;
    return `- ${one.propertyName}: ${what}, ${device}, ${one.since}`;
  });
  return [...lines, ...(warnings.length > maxNamed ? ['- …'] : [])].join('\n');
}
