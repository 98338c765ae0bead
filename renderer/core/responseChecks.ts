import type { z } from 'zod';
import {
  type OperationId,
  type OperationResponse,
  operations,
} from '../../schemas/api/operations.ts';
import { errorBodySchema } from '../../schemas/errors.ts';
import { linePattern } from '../../schemas/line.ts';

type Result<Value> = z.ZodSafeParseResult<Value>;

/** Checks a call's answer against the operation's schema, and drops what the schema doesn't name. */
export function checkResponse<Id extends OperationId>(
  id: Id,
  body: unknown,
): Result<OperationResponse<Id>> {
  const result = operations[id].response.safeParse(body);
  return (isEntered(result.error) ? { success: true, data: body } : result) as Result<
    OperationResponse<Id>
  >;
}

/** Whether nothing is wrong but names that were entered before they had to be one line. */
function isEntered(error: z.ZodError | undefined): boolean {
  return error?.issues.every((issue) => isOfLine(issue)) ?? false;
}

function isOfLine(issue: z.core.$ZodIssue): boolean {
  return issue.code === 'invalid_format' && issue['pattern'] === String(linePattern);
}

export function checkErrorBody(body: unknown) {
  return errorBodySchema.safeParse(body);
}
