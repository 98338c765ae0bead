import type { ErrorSchema } from '@rjsf/utils';

/** Whether anything is wrong with a value or within it: rjsf has places for errors where there are none. */
export function hasErrors(errors: ErrorSchema | undefined): boolean {
  if (!errors) return false;
  const { __errors: own = [], ...inner } = errors;
  return own.length > 0 || Object.values(inner).some((one) => hasErrors(one as ErrorSchema));
}
