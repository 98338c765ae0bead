import { createContext, useContext } from 'react';
import type { ManifestIndex } from '../../schemas/manifest/compiled.ts';

const IndexContext = createContext<ManifestIndex | undefined>(undefined);

export const ManifestIndexProvider = IndexContext.Provider;

/** Market, languages, navigation and routes, for whoever is signed in now. */
export function useManifestIndex(): ManifestIndex {
  const index = useContext(IndexContext);
  if (!index) throw new Error('There is no ManifestIndexProvider above this node.');
  return index;
}
