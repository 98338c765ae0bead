import { createContext, createElement, type ReactNode, useContext } from 'react';
import { BindingsProvider } from './bindings.ts';

export interface NodeData {
  /** The response of the nearest source above; undefined while it loads or when it failed. */
  readonly data: unknown;
  readonly isPending: boolean;
}

const DataContext = createContext<NodeData>({ data: undefined, isPending: false });

interface DataProviderProps {
  readonly value: NodeData;
  readonly children: ReactNode;
}

/** Makes a source's response `$data` for the nodes below. */
export function DataProvider({ value, children }: DataProviderProps) {
  const inside = createElement(BindingsProvider, { name: 'data', value: value.data, children });
  return createElement(DataContext, { value }, inside);
}

export function useData(): NodeData {
  return useContext(DataContext);
}
