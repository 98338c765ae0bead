/** What a check has found out, and what to do about it where something is wrong. */
export interface Finding {
  /** fault: the portal can't do its work so. notice: it can, but an operator should know. */
  readonly state: 'good' | 'notice' | 'fault';
  readonly text: string;
  readonly mend?: string;
}

export const good = (text: string): Finding => ({ state: 'good', text });
export const notice = (text: string, mend?: string): Finding => ({
  state: 'notice',
  text,
  ...(mend !== undefined && { mend }),
});
export const fault = (text: string, mend: string): Finding => ({ state: 'fault', text, mend });

/** An error in one line, with what it was caused by: Node hides the reason of a failed fetch there. */
export function reasonOf(error: unknown): string {
  const { message = String(error), cause, errors } = error as Error & { errors?: unknown[] };
  const inner = cause ?? errors?.[0];
  const reason = inner === undefined ? message : `${message} (${reasonOf(inner)})`;
  return reason.split('\n', 1)[0]?.trim() || 'no reason given';
}
