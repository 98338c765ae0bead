import { createContext, useContext } from 'react';

/** Closes the panel that something stands in, and says whether something was submitted. */
export type ClosePanel = (isDone: boolean) => void;

const PanelContext = createContext<ClosePanel | undefined>(undefined);

export const PanelProvider = PanelContext.Provider;

/** How to close the panel around this node; undefined on a page. */
export function useClosePanel(): ClosePanel | undefined {
  return useContext(PanelContext);
}
