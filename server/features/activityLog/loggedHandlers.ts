import type { Operation } from '../../../schemas/api/operation.ts';
import { type OperationId, operations } from '../../../schemas/api/operations.ts';
import { kindOfActivity } from '../../../schemas/entities/activity.ts';
import type { BackgroundWork } from '../../backgroundWork.ts';
import type { Database } from '../../database/open.ts';
import type { Handlers } from '../../http/handler.ts';
import { recordActivity } from '../../identity/activity.repository.ts';
import type { Session } from '../../session.ts';
import { tellChange } from './tellChange.ts';

interface Parts {
  readonly database: Pick<Database, 'statements'>;
  readonly background: BackgroundWork;
}

type AnyHandler = (
  request: { readonly params?: unknown; readonly body?: unknown },
  context: { readonly session?: Session },
) => Promise<unknown>;

/**
 * Handlers whose changes are written into the activity log as their operations say (`logs`), once
 * they have succeeded. The entry comes behind the change's own transaction: should writing it fail,
 * the change stands, the caller gets its answer, and the failure is in the portal's log.
 */
export function withActivityLog(handlers: Handlers, { database, background }: Parts): Handlers {
  const logged = Object.entries(handlers as unknown as Readonly<Record<string, AnyHandler>>).map(
    ([id, handle]) => {
      const operation: Operation = operations[id as OperationId];
      const { logs: type } = operation;
      if (type === undefined) return [id, handle];
      const isOwn = kindOfActivity(type) === 'ACCOUNT';
      const logging: AnyHandler = async (request, context) => {
        const answer = await handle(request, context);
        const actorId = context.session?.accountId;
        const affectedId = isOwn ? actorId : undefined;
        const detail = tellChange(operation, request, answer);
        await recordActivity(database.statements, { type, actorId, affectedId, detail }).catch(
          (error: unknown) => background.run(`Logging ${type}`, () => Promise.reject(error)),
        );
        return answer;
      };
      return [id, logging];
    },
  );
  return Object.fromEntries(logged);
}
