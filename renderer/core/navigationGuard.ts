import { createContext, useContext } from 'react';

/** Answers whether the page may be left. */
type Ask = () => Promise<boolean>;

/** Stands before every change of the page: what would be lost by it may ask first. */
export interface NavigationGuard {
  /** Undefined lets everything pass. */
  readonly hold: (ask: Ask | undefined) => void;
  /** Undefined when nothing holds the reader back. */
  readonly ask: () => Promise<boolean> | undefined;
}

export function createNavigationGuard(): NavigationGuard {
  let current: Ask | undefined;
  return {
    hold(ask) {
      current = ask;
    },
    ask: () => current?.(),
  };
}

const GuardContext = createContext<NavigationGuard | undefined>(undefined);

export const NavigationGuardProvider = GuardContext.Provider;

export function useNavigationGuard(): NavigationGuard {
  const guard = useContext(GuardContext);
  if (!guard) throw new Error('There is no NavigationGuardProvider above this node.');
  return guard;
}
