import type { z } from 'zod';
import {
  type OperationId,
  type OperationResponse,
  operations,
} from '../../schemas/api/operations.ts';
import { errorBodySchema } from '../../schemas/errors.ts';

type Result<Value> = z.ZodSafeParseResult<Value>;

/** Checks a call's answer against the operation's schema, and drops what the schema doesn't name. */
export function checkResponse<Id extends OperationId>(
  id: Id,
  body: unknown,
): Result<OperationResponse<Id>> {
  return operations[id].response.safeParse(body) as Result<OperationResponse<Id>>;
}

export function checkErrorBody(body: unknown) {
  return errorBodySchema.safeParse(body);
}
