import { createContext, useContext } from 'react';
import type { SessionUser } from '../../schemas/entities/account.ts';

const SessionContext = createContext<SessionUser | undefined>(undefined);

export const SessionProvider = SessionContext.Provider;

/** Who is signed in, or undefined. Never decides what may be shown: the manifest already did. */
export function useSession(): SessionUser | undefined {
  return useContext(SessionContext);
}
