import type { MessageState } from '../../../schemas/entities/supportMessage.ts';
import { AppError } from '../../errors.ts';

/** What may become of a message; a note alone leaves it as it is. */
const next: Readonly<Record<MessageState, readonly MessageState[]>> = {
  NEW: ['IN_WORK', 'ANSWERED', 'CLOSED'],
  IN_WORK: ['IN_WORK', 'ANSWERED', 'CLOSED'],
  ANSWERED: ['ANSWERED', 'IN_WORK', 'CLOSED'],
  CLOSED: ['CLOSED', 'IN_WORK'],
};

/** Throws CONFLICT. */
export function requireNext(from: MessageState, to: MessageState): void {
  if (next[from].includes(to)) return;
  throw new AppError('CONFLICT', `A message that is ${from} can't become ${to}. Load it anew.`);
}
