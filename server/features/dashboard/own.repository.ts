import { attentionKindSchema } from '../../../schemas/entities/attention.ts';
import { accountState } from '../../database/accountState.ts';
import { isoInstant } from '../../database/epoch.ts';
import type { Transaction } from '../../database/open.ts';
import { narrow, statement } from '../../database/statement.ts';

const ended = isoInstant('max(coalesce(finished_at, created_at))');

const ownAttention = statement(
  { kind: narrow('text', attentionKindSchema), count: 'bigint', newestAt: 'text | null' },
  `SELECT 'FAILED_REPORTS' AS kind, count(*) AS count, ${ended} AS "newestAt"
   FROM report WHERE account_id = $1 AND status = 'FAILED'
   UNION ALL SELECT 'FAILED_PACKAGES', count(*), ${ended}
   FROM document_package WHERE account_id = $1 AND status = 'ERROR' AND expires_at > $2
   UNION ALL SELECT 'OPEN_INVITATIONS', count(*), NULL
   FROM account WHERE created_by = $1 AND level = 2 AND ${accountState('account')} = 'INVITED'`,
);

/** What an account has had made in vain, and whom it has invited in vain: each kind, also if there is none. */
export function listOwnAttention(tx: Transaction, accountId: number, now: Date) {
  return tx.query(ownAttention, [accountId, now]);
}
