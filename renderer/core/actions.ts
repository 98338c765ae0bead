import { createContext, useContext } from 'react';
import type { ProviderAction } from '../../schemas/providerActions.ts';

/** A question in words that are already translated. */
export interface Question {
  readonly title: string;
  readonly text?: string | undefined;
  readonly accept?: string | undefined;
  readonly intent: 'none' | 'primary' | 'danger';
}

export interface ToastMessage {
  readonly text: string;
  /** `primary`: a piece of information. */
  readonly intent?: 'none' | 'primary' | 'success' | 'danger';
  /** Milliseconds; 5,000 when left out (specification §9). */
  readonly timeout?: number;
  readonly action?: { readonly text: string; readonly onClick: () => void };
}

/** A screen that is opened over the current one. */
export interface Panel {
  readonly screen: string;
  readonly as: 'modal' | 'slideOver';
  /** What `$route` names in it. */
  readonly params: Readonly<Record<string, string | readonly unknown[]>>;
}

export interface SignInOptions {
  /** The path to come back to. */
  readonly returnTo?: string | undefined;
  /** What the identity provider lets one do on the way. */
  readonly providerAction?: ProviderAction | undefined;
}

/** What actions need of the page around them. */
export interface Actions {
  readonly signIn: (options?: SignInOptions) => void;
  readonly signOut: () => void;
  /** Shows everything in a language such as `EN`, keeps it, and tells the profile. Never throws. */
  readonly setLanguage: (language: string) => Promise<void>;
  /** Opens the question whether the market's tag manager may run. */
  readonly askConsent: () => void;
  /** Answers false when the reader would rather not. */
  readonly confirm: (question: Question) => Promise<boolean>;
  readonly toast: (message: ToastMessage) => void;
  /** Shows a failure as the generic error toast; of a download with the server's own words. */
  readonly report: (error: unknown, of?: 'download') => void;
  /** Answers whether something was submitted in it, once it is closed. */
  readonly open: (panel: Panel) => Promise<boolean>;
  /** Hands a file, or the address of one, to the browser's downloads. */
  readonly save: (file: Blob | string, fileName: string) => void;
}

const ActionsContext = createContext<Actions | undefined>(undefined);

export const ActionsProvider = ActionsContext.Provider;

export function useActions(): Actions {
  const actions = useContext(ActionsContext);
  if (!actions) throw new Error('There is no ActionsProvider above this node.');
  return actions;
}
