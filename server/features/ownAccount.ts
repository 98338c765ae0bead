import { AppError } from '../errors.ts';
import type { Session } from '../session.ts';

/** Throws NOT_FOUND unless it is the caller's own: somebody else's account is as absent as nobody's. */
export function requireOwn(id: string, { user }: Session): void {
  if (id !== user.userId) throw new AppError('NOT_FOUND', `There is no user «${id}».`);
}
