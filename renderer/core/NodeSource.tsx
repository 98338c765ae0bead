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
}

/** Makes a container's own source `$data` for what is in it; without one, `$data` stays as it is. */
export function NodeSource({ source, children, isPage = false }: NodeSourceProps) {
  return source ? (
    <LoadedSource source={source} isPage={isPage}>
      {children}
    </LoadedSource>
  ) : (
    children
  );
}

function LoadedSource({ source, children, isPage }: NodeSourceProps & { source: Source }) {
  const { data, error, isPending, refetch } = useSource(source);
  if (error && data === undefined) {
    return <SourceError error={error} onRetry={refetch} {...(isPage && { isPage })} />;
  }
  return <DataProvider value={{ data, isPending }}>{children}</DataProvider>;
}
