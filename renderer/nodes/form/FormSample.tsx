import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import type { OperationId, OperationResponse } from '../../../schemas/api/operations.ts';
import type { Source } from '../../../schemas/manifest/parts.ts';
import { useCallOperation } from '../../core/api.ts';
import { resolveValues, useBindings } from '../../core/bindings.ts';
import { ErrorCard } from '../../core/ErrorCard.tsx';
import { useErrorText } from '../../core/errorText.ts';
import { useFormat } from '../../core/format.ts';
import type { NodeProps } from '../../core/node.ts';
import { splitParameters } from '../../core/operations.ts';
import { Skeleton } from '../../core/Skeleton.tsx';
import { SourceError } from '../../core/SourceError.tsx';
import { useText } from '../../core/text.ts';
import { useTranslation } from '../../core/translation.ts';
import { CallTable } from './CallTable.tsx';
import { useSettled } from './useSettled.ts';

type Sample = NonNullable<NodeProps<'form'>['node']['sample']>;
type Header = OperationResponse<'live.header'>;
type Rows = OperationResponse<'live.data'>;

interface FormSampleProps {
  readonly sample: Sample;
  /** What is filled in; undefined while it isn't valid. */
  readonly data: Readonly<Record<string, unknown>> | undefined;
}

/** What calls answer to what is filled in so far, as a table; it stays while the next is on its way. */
export default function FormSample({ sample, data }: FormSampleProps) {
  const { t } = useTranslation();
  const text = useText();
  const errorText = useErrorText();
  const titleId = useId();
  const asked = useSettled(data);
  const { data: answer, error, isFetching, refetch } = useAnswer(sample, asked);
  const formatValue = useFormat();

  function renderTable() {
    const retry = () => void refetch();
    if (error instanceof HeaderFailure) {
      const message = errorText(error.cause);
      return <ErrorCard titleKey={sample.failure} message={message} onRetry={retry} />;
    }
    if (error) return <SourceError error={error} onRetry={retry} />;
    if (!asked && !answer) return <p className="text text-muted">{t('forms:sampleWaits')}</p>;
    if (!answer) return <Skeleton shape="table" />;
    return (
      <CallTable {...answer} titleId={titleId} isFetching={isFetching}>
        {answer.rows.length === 0 && (
          <p className="text text-muted">
            {answer.isSample ? t('forms:sampleEmpty') : text(sample.empty)}
          </p>
        )}
      </CallTable>
    );
  }

  const total = answer?.total ?? 0;
  return (
    <div className="form-sample table">
      <header className="table-head">
        <h2 id={titleId}>{text(sample.title)}</h2>
        <p className="text text-muted" role="status">
          {total > 0 &&
            t('forms:sampleTotal', { count: total, total: formatValue({ as: 'integer' }, total) })}
        </p>
      </header>
      {renderTable()}
    </div>
  );
}

/** Of the two calls it is the header's that failed. */
class HeaderFailure extends Error {
  declare readonly cause: Error;
}

/** Both calls' answers to the same: rows must not stand under columns that they weren't made for. */
function useAnswer(sample: Sample, body: FormSampleProps['data']) {
  const call = useCallOperation();
  const bindings = useBindings();
  const prepare = (source: Source) => {
    const id = source.call as OperationId;
    const params = resolveValues(source.params, bindings);
    const ask = async (signal: AbortSignal): Promise<unknown> =>
      call(id, { ...(await splitParameters(id, params)), body }, { signal });
    return { key: [id, params], ask };
  };
  const [header, rows] = [prepare(sample.header), prepare(sample.rows)];
  return useQuery({
    queryKey: [...header.key, ...rows.key, body],
    async queryFn({ signal }) {
      const [head, found] = await Promise.all([
        header.ask(signal).catch((cause: Error) => {
          throw new HeaderFailure(cause.message, { cause });
        }),
        rows.ask(signal),
      ]);
      return { ...(head as Header), ...(found as Rows) };
    },
    enabled: body !== undefined,
    placeholderData: keepPreviousData,
  });
}
