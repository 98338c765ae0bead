import type { Database } from '../../database/open.ts';
import type { Job, Jobs } from '../../jobs/jobs.ts';
import type { Mailer } from '../../mail/mailer.ts';
import type { ManifestService } from '../../manifests/service.ts';
import { insertEvents } from '../../warnings/store/warnings.repository.ts';
import { createAccountMails } from '../account/accountMails.ts';
import { findOwner } from '../report/owner.repository.ts';
import { listUnsent, listUntold, markSent, type Unsent, writeDecided } from './told.repository.ts';

/** A mail names no more; the list has all. */
const mostNamed = 50;
const mostDecided = 1000;

export interface TellParts {
  readonly database: Database;
  readonly jobs: Pick<Jobs, 'send'>;
  readonly manifests: Pick<ManifestService, 'words'>;
  readonly mailer: Mailer;
  readonly publicUrl: string;
  readonly now: () => Date;
}

/** Puts a mail for each account into the queue that is to be told of something. */
export function createDecide({
  database,
  jobs,
  now,
}: Pick<TellParts, 'database' | 'jobs' | 'now'>) {
  return () =>
    database.transaction(async (tx) => {
      const untold = await listUntold(tx, now(), mostDecided);
      if (untold.length === 0) return;
      const decided = await writeDecided(tx, untold, now());
      const byAccount = Map.groupBy(decided, ({ accountId }) => accountId);
      for (const [account, list] of byAccount) {
        const warnings = list.map(({ warningId }) => warningId);
        const key = `warnings-${account}-${Math.max(...warnings)}-${now().getTime()}`;
        await jobs.send(tx, 'warning.tell', {
          ...{ key, group: `${account}` },
          data: { account, warnings, key },
        });
      }
    });
}

/**
 * Does a job of the queue `warning.tell`: one mail to an account, in its language, with all that it is
 * to be told of. Tried again after a failure; a mail that may have been sent twice is the same mail.
 */
export function createTell({ database, manifests, mailer, publicUrl, now }: TellParts) {
  const writeMail = createAccountMails(manifests);
  return async ({ data }: Job): Promise<void> => {
    const { account, warnings, key } = data as { account: number; warnings: number[]; key: string };
    const owner = await findOwner(database.statements, account);
    const unsent = await database.read((tx) => listUnsent(tx, account, warnings));
    if (!owner || unsent.length === 0) return;
    const { enums } = manifests.words(owner.locale);
    const mail = writeMail('warnings', owner, {
      count: `${unsent.length}`,
      list: listOf(unsent, enums as Labels),
      link: `${publicUrl}/warnings/property-warnings-list`,
      settings: `${publicUrl}/warnings/settings`,
    });
    await mailer.send({ ...mail, id: key });
    await database.transaction(async (tx) => {
      await markSent(tx, account, warnings, now());
      const told = unsent.map(({ propertyId, warningId }) => ({
        ...{ propertyId, warningId, event: 'TOLD' as const },
        detail: `${owner.username}, e-mail`,
      }));
      await insertEvents(tx, told, now());
    });
  };
}

type Labels = Readonly<Record<'alert' | 'urgency', Readonly<Record<string, string>>>>;

function listOf(unsent: readonly Unsent[], labels: Labels): string {
  const lines = unsent.slice(0, mostNamed).map((one) => {
    const device = [one.serialNumber, one.place].filter(Boolean).join(', ');
    const what = `${labels.alert[one.alert]} (${labels.urgency[one.urgency]})`;
    return `- ${one.propertyName}: ${what}, ${device}, ${one.since}`;
  });
  return [...lines, ...(unsent.length > mostNamed ? ['- …'] : [])].join('\n');
}
