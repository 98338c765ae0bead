import type { Handlers } from '../../http/handler.ts';

export function createSessionHandlers(): Handlers<'session.get'> {
  return { 'session.get': async (_request, { session }) => session.user };
}
