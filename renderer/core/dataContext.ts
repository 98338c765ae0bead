import { createContext, useContext } from 'react';

export interface NodeData {
  /** The response of the nearest source above; undefined while it loads or when it failed. */
  readonly data: unknown;
  readonly isPending: boolean;
}

const DataContext = createContext<NodeData>({ data: undefined, isPending: false });

/** Makes a source's response `$data` for the nodes below. */
export const DataProvider = DataContext.Provider;

export function useData(): NodeData {
  return useContext(DataContext);
}
