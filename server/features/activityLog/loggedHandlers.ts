import type { Operation } from '../../../schemas/api/operation.ts';
import { type OperationId, operations } from '../../../schemas/api/operations.ts';
import { kindOfActivity } from '../../../schemas/entities/activity.ts';
import type { Handlers } from '../../http/handler.ts';
import type { Session } from '../../session.ts';
import { idsAnswered, logRequest } from './logRequest.ts';
import { findShown, type Logged } from './snapshots.ts';
import { withEntry } from './withEntry.ts';

type AnyHandler = (
  request: { readonly params?: unknown; readonly body?: unknown },
  context: { readonly session: Session },
) => Promise<unknown>;

/**
 * Handlers whose changes are written into the activity log as their operations say (`logs`): in the
 * transaction that makes the change, so that the call fails where the entry can't be written.
 */
export function withActivityLog(handlers: Handlers): Handlers {
  const logged = (Object.entries(handlers) as [OperationId, AnyHandler][]).map(([id, handle]) => {
    const operation: Operation = operations[id];
    const { logs: type } = operation;
    if (type === undefined) return [id, handle];
    const made = idsAnswered(operation);
    const isOwn = kindOfActivity(type) === 'ACCOUNT';
    const logging: AnyHandler = (request, context) => {
      const { session } = context;
      const { about, ...watched } = findShown(id as Logged, request, session);
      const { accountId: actorId } = session;
      const entry = { type, actorId, ...(isOwn && { affectedId: actorId }), ...watched };
      const detail = { ...about, ...logRequest(operation, request) };
      return withEntry({ ...entry, made, detail }, () => handle(request, context));
    };
    return [id, logging];
  });
  return Object.fromEntries(logged);
}
