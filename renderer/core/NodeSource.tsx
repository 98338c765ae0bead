import type { ReactNode } from 'react';
import type { Source } from '../../schemas/manifest/parts.ts';
import { useSource } from './data.ts';
import { DataProvider } from './dataContext.ts';
import { SourceError } from './SourceError.tsx';

interface NodeSourceProps {
  readonly source: Source | undefined;
  readonly children: ReactNode;
  /** What fails is the whole page, heading included. */
  readonly isPage?: boolean;
  /** A table in it that asks for the same, by its id. */
  readonly over?: string | undefined;
}

/** Makes a container's own source `$data` for what is in it; without one, `$data` stays as it is. */
export function NodeSource({ source, children, isPage = false, over }: NodeSourceProps) {
  return source ? (
    <LoadedSource source={source} isPage={isPage} over={over}>
      {children}
    </LoadedSource>
  ) : (
    children
  );
}

function LoadedSource({ source, children, isPage, over }: NodeSourceProps & { source: Source }) {
  const { data, error, isPending, refetch } = useSource(source, { over });
  if (error && data === undefined) {
    return <SourceError error={error} onRetry={refetch} {...(isPage && { isPage })} />;
  }
  return <DataProvider value={{ data, isPending }}>{children}</DataProvider>;
}
