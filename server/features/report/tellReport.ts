import { findOwner } from '../../identity/owner.repository.ts';
import type { Job } from '../../jobs/jobs.ts';
import { createAccountMails } from '../account/accountMails.ts';
import { findRow, moveReport } from './report.repository.ts';
import type { ReportDeps } from './reportDeps.ts';

/**
 * Does a job of the queue `report.tell`: mails that a report is ready, with a link to the list and
 * never the file, and takes it from GENERATED to FINISHED.
 */
export function createTellReport({ database, manifests, mailer, publicUrl }: ReportDeps) {
  const writeMail = createAccountMails(manifests);
  return async ({ data }: Job): Promise<void> => {
    const { report: id, attempt } = data as { report: number; attempt: number };
    const row = await findRow(database.statements, id);
    if (row?.status !== 'GENERATED' || row.attempt !== attempt) return;
    const owner = await findOwner(database.statements, row.accountId);
    if (owner) {
      const { reportName } = row.definition;
      const mail = writeMail('reportReady', owner, {
        reportName,
        link: `${publicUrl}/reports/list`,
      });
      // A process that ends between mail and note sends it again: as the same mail.
      await mailer.send({ ...mail, id: `report-${id}-${attempt}` });
    }
    await database.transaction((tx) => moveReport(tx, id, 'FINISHED', {}, { attempt }));
  };
}
