import { createContext, useContext, useMemo } from 'react';
import type { ErrorPlace } from './callError.ts';

const ScreenContext = createContext<string | undefined>(undefined);
const PartContext = createContext<Part | undefined>(undefined);

interface Part {
  readonly id: string;
  readonly at?: string | undefined;
}

/** Names the screen of everything below, as `<module>.<screen>`. */
export const ScreenProvider = ScreenContext.Provider;

/** Names the node or control of everything below. */
export const PartProvider = PartContext.Provider;

/** Where in the manifests this is; undefined outside of them. */
export function usePlace(): ErrorPlace | undefined {
  const screen = useContext(ScreenContext);
  const part = useContext(PartContext);
  return useMemo(() => {
    const name = [screen, part?.id].filter(Boolean).join('/');
    return name === '' ? undefined : { part: name, at: part?.at };
  }, [screen, part]);
}
