import { createContext, useContext } from 'react';

/** The level of the next heading below those that are open at this place. */
const HeadingLevelContext = createContext(2);

export const HeadingLevelProvider = HeadingLevelContext.Provider;

export function useHeadingLevel(): number {
  return useContext(HeadingLevelContext);
}
