import type { Database } from '../../database/open.ts';
import type { Job, Jobs } from '../../jobs/jobs.ts';
import type { Mailer } from '../../mail/mailer.ts';
import type { ManifestService } from '../../manifests/serve/service.ts';
import { createAccountMails } from '../account/accountMails.ts';
import type { Labels } from './mailChannel.ts';
import { findReceiver } from './receiver.repository.ts';
import { createUnsubscribing } from './subscription.service.ts';
import { readSummary, type SummaryOfType, writeSummariesDue } from './summary.repository.ts';

const maxDecided = 1000;
const maxProperties = 10;

export interface SummaryDeps {
  readonly database: Database;
  readonly jobs: Pick<Jobs, 'send'>;
  readonly manifests: Pick<ManifestService, 'words'>;
  readonly mailer: Mailer;
  readonly publicUrl: string;
  readonly now: () => Date;
}

interface SummaryJob {
  readonly account: number;
  /** Such as 2026-10. */
  readonly month: string;
}

/** On the first days of a month, puts a job into the queue for each account that gets a summary. */
export function createDecideSummaries({ database, jobs, now }: SummaryDeps) {
  return async () => {
    // In no time zone is it one of the first five days: not worth a look at all warnings.
    const day = now().getUTCDate();
    if (day > 6 && day < 28) return;
    await database.transaction(async (tx) => {
      for (const { accountId, month } of await writeSummariesDue(tx, now(), maxDecided)) {
        const key = keyOf({ account: accountId, month });
        const data: SummaryJob = { account: accountId, month };
        await jobs.send(tx, 'warning.summary', { key, group: `${accountId}`, data });
      }
    });
  };
}

const keyOf = ({ account, month }: SummaryJob) => `summary-${account}-${month}`;

/** Does a job of the queue `warning.summary`: one mail about a month, as its reader may see it now. */
export function createSummarize({ database, manifests, mailer, publicUrl }: SummaryDeps) {
  const writeMail = createAccountMails(manifests);
  const unsubscribing = createUnsubscribing({ database, publicUrl });
  return async ({ data }: Job): Promise<void> => {
    const { account, month } = data as SummaryJob;
    const [receiver, { types, properties }] = await database.read(async (tx) => [
      await findReceiver(tx, account),
      await readSummary(tx, { accountId: account, month, most: maxProperties }),
    ]);
    if (!receiver?.notifications || !receiver.monthlySummary) return;
    // What had happened may have been withdrawn since, or not be theirs to see any more.
    if (!types.some(({ raised, resolved }) => raised + resolved > 0)) return;
    const { enums, mails } = manifests.words(receiver.locale);
    const { alert } = enums as Labels;
    const { line } = (mails as { summary: { line: string } }).summary;
    const { page, oneClick } = await unsubscribing(account, 'SUMMARY');
    const lineOf = (name: string, counts: Omit<SummaryOfType, 'alert'>) =>
      line.replaceAll(
        /\{\{(\w+)\}\}/g,
        (_, key: string) => `${{ ...counts, name }[key as 'name'] ?? ''}`,
      );
    const more = (properties[0]?.total ?? 0) > properties.length;
    const mail = writeMail('summary', receiver, {
      month,
      types: types.map((row) => lineOf(alert[row.alert] ?? row.alert, row)).join('\n'),
      properties: [
        ...properties.map((row) => lineOf(`${row.name} (${row.worksNo})`, row)),
        ...(more ? ['- …'] : []),
      ].join('\n'),
      link: `${publicUrl}/warnings/property-warnings-list`,
      settings: `${publicUrl}/warnings/settings/notifications`,
      unsubscribe: page,
    });
    await mailer.send({ ...mail, unsubscribe: oneClick, id: keyOf({ account, month }) });
  };
}
