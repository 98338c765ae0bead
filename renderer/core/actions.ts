import { createContext, useContext } from 'react';

/** What a button can do beyond going somewhere. */
export interface Actions {
  readonly signIn: () => void;
  readonly signOut: () => void;
}

const ActionsContext = createContext<Actions | undefined>(undefined);

export const ActionsProvider = ActionsContext.Provider;

export function useActions(): Actions {
  const actions = useContext(ActionsContext);
  if (!actions) throw new Error('There is no ActionsProvider above this node.');
  return actions;
}
