import type { Context } from 'hono';
import type {
  OperationId,
  OperationRequest,
  OperationResponse,
  operations,
} from '../../schemas/api/operations.ts';
import type { Scope, Session } from '../session.ts';
import type { Turn } from '../workPool.ts';

type IsPublic<Id extends OperationId> = (typeof operations)[Id] extends {
  access: { public: true };
}
  ? true
  : false;

export interface HandlerContext<Id extends OperationId> {
  /** Present unless the operation is public. */
  readonly session: IsPublic<Id> extends true ? Session | undefined : Session;
  readonly scope: IsPublic<Id> extends true ? Scope | undefined : Scope;
  /** For streamed bodies and answers with their own headers. */
  readonly http: Context;
  /** For operations with a streamed body alone: the others have their turn already. */
  readonly turn: Turn;
}

/** Answers one operation; a `Response` goes out as it is. Throws `AppError`. */
export type Handler<Id extends OperationId> = (
  request: OperationRequest<Id>,
  context: HandlerContext<Id>,
) => Promise<OperationResponse<Id> | Response>;

/** Handlers by operation, so that an operation nobody answers doesn't compile. */
export type Handlers<Id extends OperationId = OperationId> = { readonly [Key in Id]: Handler<Key> };
