import type { OperationId, OperationResponse } from '../../../schemas/api/operations.ts';
import { type AttentionKind, attentionKinds } from '../../../schemas/entities/attention.ts';
import type { Urgency } from '../../../schemas/entities/warning.ts';
import type { Database, Transaction } from '../../database/open.ts';
import type { Handlers } from '../../http/handler.ts';
import type { ManifestService } from '../../manifests/serve/service.ts';
import type { Scope } from '../../session.ts';
import { countNew } from '../contact/messages.repository.ts';
import { countFailures } from '../jobs/failures.repository.ts';
import { countSilent, findLastReading } from '../property/unread.repository.ts';
import { countQuestions } from '../readings/questions.repository.ts';
import { countPressing } from '../warnings/warnings.repository.ts';
import { listOwnAttention } from './own.repository.ts';

/** Of each kind the list that shows it, whose rights and licence count. */
const kinds = {
  CRITICAL_WARNINGS: { call: 'warning.list', urgency: 10 },
  NEW_WARNINGS: { call: 'warning.list', urgency: 5 },
  SILENT_DEVICES: { call: 'warning.silent', urgency: 5 },
  FAILED_REPORTS: { call: 'report.list', urgency: 5 },
  FAILED_PACKAGES: { call: 'documentPackage.list', urgency: 5 },
  NEW_MESSAGES: { call: 'supportMessage.list', urgency: 5 },
  FAILED_JOBS: { call: 'jobs.failures', urgency: 5 },
  READING_QUESTIONS: { call: 'readingQuestion.list', urgency: 0 },
  OPEN_INVITATIONS: { call: 'subAdministrator.list', urgency: 0 },
} as const satisfies Record<AttentionKind, { call: OperationId; urgency: Urgency }>;

/** Whose licence says of which properties the newest reading is told. */
const readingsCall = 'property.unread';

type Item = Pick<OperationResponse<'dashboard.today'>['content'][number], 'count' | 'newestAt'>;
type Found = Partial<Record<AttentionKind, Item>>;

export function createDashboardHandlers({
  database,
  manifests,
  now,
}: {
  readonly database: Database;
  readonly manifests: Pick<ManifestService, 'findOperationRefusal' | 'licensingFeatures'>;
  readonly now: () => Date;
}): Handlers<'dashboard.today'> {
  async function findOwn(accountId: number): Promise<Found> {
    const rows = await database.read((tx) => listOwnAttention(tx, accountId, now()));
    return Object.fromEntries(rows.map(({ kind, ...item }) => [kind, item]));
  }

  return {
    async 'dashboard.today'(_request, { session: { subject, user }, scope: { accountId } }) {
      const isOpen = (call: OperationId) =>
        manifests.findOperationRefusal(call, subject) === undefined;
      /** What a list is about, as far as the account may ask for that list. */
      const readFor = async <T>(
        call: OperationId,
        read: (tx: Transaction, scope: Scope) => Promise<T>,
      ): Promise<T | undefined> => {
        if (!isOpen(call)) return undefined;
        const scope = { accountId, anyFeature: manifests.licensingFeatures(call) };
        return database.asAccount(scope, (tx) => read(tx, scope));
      };
      /** What a list of support's is about: the whole market, whatever the account's properties. */
      const readOfMarket = async <T>(
        call: OperationId,
        read: (tx: Transaction) => Promise<T>,
      ): Promise<T | undefined> => (isOpen(call) ? database.read(read) : undefined);
      const { country } = user;
      const [warnings, silent, messages, jobs, questions, lastReadingAt, own] = await Promise.all([
        readFor(kinds.CRITICAL_WARNINGS.call, (tx, scope) => countPressing(tx, scope, now())),
        readFor(kinds.SILENT_DEVICES.call, (tx, scope) => countSilent(tx, scope, now())),
        readOfMarket(kinds.NEW_MESSAGES.call, (tx) => countNew(tx, country)),
        readOfMarket(kinds.FAILED_JOBS.call, (tx) => countFailures(tx, country)),
        readOfMarket(kinds.READING_QUESTIONS.call, (tx) => countQuestions(tx, country, now(), {})),
        readFor(readingsCall, findLastReading),
        findOwn(accountId),
      ]);
      const found: Found = {
        ...own,
        CRITICAL_WARNINGS: toItem(warnings?.critical, warnings?.newestCritical),
        NEW_WARNINGS: toItem(warnings?.fresh, warnings?.newestFresh),
        SILENT_DEVICES: toItem(silent?.devices, silent?.newest),
        NEW_MESSAGES: toItem(messages?.count, messages?.newestAt),
        FAILED_JOBS: toItem(jobs?.count, jobs?.newestAt),
        READING_QUESTIONS: toItem(questions),
      };
      const content = attentionKinds.flatMap((kind) => {
        const { call, urgency } = kinds[kind];
        const { count, newestAt } = found[kind] ?? toItem(0, null);
        return count > 0 && isOpen(call) ? [{ kind, urgency, count, newestAt }] : [];
      });
      return { content, lastReadingAt: lastReadingAt ?? null };
    },
  };
}

function toItem(count = 0, newestAt: string | null = null): Item {
  return { count, newestAt };
}
