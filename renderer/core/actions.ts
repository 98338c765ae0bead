import { createContext, useContext } from 'react';
import type { Locale } from '../../schemas/entities/market.ts';

/** A question in words that are already translated. */
export interface Question {
  readonly title: string;
  readonly text?: string | undefined;
  readonly accept?: string | undefined;
  readonly intent: 'none' | 'primary' | 'danger';
}

export interface ToastMessage {
  readonly text: string;
  readonly intent?: 'none' | 'success' | 'danger';
  /** Milliseconds; 5,000 when left out (specification §9). */
  readonly timeout?: number;
  readonly action?: { readonly text: string; readonly onClick: () => void };
}

/** A screen that is opened over the current one. */
export interface Panel {
  readonly screen: string;
  readonly as: 'modal' | 'slideOver';
  /** What `$route` names in it. */
  readonly params: Readonly<Record<string, string>>;
}

/** What actions need of the page around them. */
export interface Actions {
  readonly signIn: () => void;
  readonly signOut: () => void;
  /** Shows it at once, keeps it, and tells the profile. A failure is shown, never thrown. */
  readonly setLanguage: (locale: Locale) => Promise<void>;
  /** Opens the question whether the market's tag manager may run. */
  readonly askConsent: () => void;
  /** Answers false when the reader would rather not. */
  readonly confirm: (question: Question) => Promise<boolean>;
  readonly toast: (message: ToastMessage) => void;
  /** Shows a failure as the generic error toast. */
  readonly report: (error: unknown) => void;
  readonly open: (panel: Panel) => void;
  /** Hands a file to the browser's downloads. */
  readonly save: (file: Blob, fileName: string) => void;
}

const ActionsContext = createContext<Actions | undefined>(undefined);

export const ActionsProvider = ActionsContext.Provider;

export function useActions(): Actions {
  const actions = useContext(ActionsContext);
  if (!actions) throw new Error('There is no ActionsProvider above this node.');
  return actions;
}
