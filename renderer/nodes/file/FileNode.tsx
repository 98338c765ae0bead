import './file.css';
import { Button } from '@blueprintjs/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useMemo } from 'react';
import type { OperationId } from '../../../schemas/api/operations.ts';
import { useCallOperation, useDownload } from '../../core/api.ts';
import { resolveValue, resolveValues, useBindings } from '../../core/bindings.ts';
import { EmptyState } from '../../core/EmptyState.tsx';
import { Icon } from '../../core/Icon.tsx';
import type { NodeProps } from '../../core/node.ts';
import { splitParameters } from '../../core/operations.ts';
import { useRunAction } from '../../core/runAction.ts';
import { Skeleton } from '../../core/Skeleton.tsx';
import { SourceError } from '../../core/SourceError.tsx';
import { useTranslation } from '../../core/translation.ts';

const PdfPages = lazy(() => import('./PdfPages.tsx'));

/** Larger files are saved and not looked at: phones have little memory. */
const maxBytes = 20_000_000;

/** A PDF or a picture to look at. Its ticket works once, and the bytes stay in this page. */
export default function FileNode({ node: { download } }: NodeProps<'file'>) {
  const { t } = useTranslation();
  const bindings = useBindings();
  const run = useRunAction();
  const name = String(resolveValue(download.fileName, bindings) ?? '');
  const { data, error, isPending, refetch } = useFile(download);
  const isTooLarge = error instanceof RangeError;

  function draw() {
    if (error && !isTooLarge) return <SourceError error={error} onRetry={() => void refetch()} />;
    if (isPending && !error) return <Skeleton shape="graph" />;
    if (data?.type === 'application/pdf') {
      return (
        <Suspense fallback={<Skeleton shape="graph" />}>
          <PdfPages file={data} label={name} />
        </Suspense>
      );
    }
    if (data?.type.startsWith('image/') && data.type !== 'image/svg+xml') {
      return <Picture file={data} label={name} />;
    }
    const why = isTooLarge ? 'tooLarge' : 'unknown';
    return (
      <EmptyState
        title={{ key: `ui:file.${why}.title`, values: {} }}
        description={{ key: `ui:file.${why}.description`, values: {} }}
        icon="document"
      />
    );
  }

  return (
    <div className="file">
      <header className="file-head">
        <p className="file-name">{name}</p>
        <Button icon={<Icon name="document" />} onClick={() => void run(download)}>
          {t('ui:file.save')}
        </Button>
      </header>
      {draw()}
    </div>
  );
}

function useFile({ call: id, ticket, params: bound }: NodeProps<'file'>['node']['download']) {
  const call = useCallOperation();
  const download = useDownload();
  const params = resolveValues(bound, useBindings());
  return useQuery({
    queryKey: [id, params],
    queryFn: async ({ signal }) => {
      const asked = await splitParameters(ticket, params);
      const { token } = (await call(ticket as OperationId, asked, { signal })) as { token: string };
      const given = await splitParameters(id, { ...params, token });
      return download(id as OperationId, given, { signal, maxBytes });
    },
    // Each look is asked for anew: rights may have changed.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
}

function Picture({ file, label }: { readonly file: Blob; readonly label: string }) {
  const address = useMemo(() => URL.createObjectURL(file), [file]);
  useEffect(() => () => URL.revokeObjectURL(address), [address]);
  return <img className="file-picture" src={address} alt={label} />;
}
