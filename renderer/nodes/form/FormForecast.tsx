import './formForecast.css';
import { deepEquals } from '@rjsf/utils';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useId } from 'react';
import type { OperationId } from '../../../schemas/api/operations.ts';
import type { Format } from '../../../schemas/manifest/parts.ts';
import { useCallOperation } from '../../core/api.ts';
import { resolveValue, resolveValues, useBindings } from '../../core/bindings.ts';
import { DataProvider } from '../../core/dataContext.ts';
import { drawValue } from '../../core/FormattedValue.tsx';
import { isMissing, useFormat } from '../../core/format.ts';
import { Icon } from '../../core/Icon.tsx';
import type { NodeProps } from '../../core/node.ts';
import { splitParameters } from '../../core/operations.ts';
import { useText } from '../../core/text.ts';
import { useTranslation } from '../../core/translation.ts';
import { CallTable, type CallTableProps } from './CallTable.tsx';
import { useSettled } from './useSettled.ts';

type Forecast = NonNullable<NodeProps<'form'>['node']['forecast']>;

interface FormForecastProps {
  readonly forecast: Forecast;
  /** What is filled in; undefined while it isn't valid. */
  readonly data: Readonly<Record<string, unknown>> | undefined;
  /** Fills in fields of the form. */
  readonly onFill: (values: Readonly<Record<string, unknown>>) => void;
}

/**
 * What a call says would come of what is filled in. Nothing waits for it: it is silent while the form
 * has faults and when the call fails, for submitting says then what is wrong.
 */
export default function FormForecast({ forecast, data, onFill }: FormForecastProps) {
  const call = useCallOperation();
  const bindings = useBindings();
  const text = useText();
  const body = useSettled(data);
  const id = forecast.source.call as OperationId;
  const params = resolveValues(forecast.source.params, bindings);
  const answer = useQuery({
    queryKey: [id, params, body],
    queryFn: async ({ signal }) =>
      call(id, { ...(await splitParameters(id, params)), body }, { signal }),
    enabled: body !== undefined,
    placeholderData: keepPreviousData,
    retry: false,
  });
  const isKnown = data !== undefined && answer.isSuccess;
  const isAwaited = data !== undefined && answer.isFetching && !answer.isSuccess;
  const queries = useQueryClient();
  const { table, waiting, fills } = forecast;
  // Of what is filled in now: an earlier answer would take back what was chosen since.
  const isOfNow = answer.isSuccess && !answer.isPlaceholderData && body === data;
  const fill = (values: Readonly<Record<string, unknown>>) => {
    // The answer filled this in itself: it is the same for it.
    queries.setQueryData([id, params, { ...body, ...values }], answer.data);
    onFill(values);
  };
  return (
    <>
      <div className="form-forecast" role="status" aria-busy={answer.isFetching}>
        {isAwaited && waiting && <p className="text-muted">{text(waiting)}</p>}
        {isKnown && (
          <DataProvider value={{ data: answer.data, isPending: false }}>
            <Answer forecast={forecast} />
            {fills && isOfNow && <Filling fills={fills} data={data} onFill={fill} />}
          </DataProvider>
        )}
      </div>
      {/* Apart, for nobody wants it read out as it changes. */}
      {isKnown && table && (
        <AnsweredTable
          title={text(table.title)}
          answer={answer.data}
          isFetching={answer.isFetching}
        />
      )}
    </>
  );
}

function AnsweredTable({
  title,
  answer,
  isFetching,
}: {
  title: string;
  answer: unknown;
  isFetching: boolean;
}) {
  const titleId = useId();
  const { columns = [], rows = [] } = answer as Partial<CallTableProps>;
  if (rows.length === 0) return null;
  return (
    <div className="form-sample table">
      <header className="table-head">
        <h2 id={titleId}>{title}</h2>
      </header>
      <CallTable {...{ columns, rows, titleId, isFetching }} />
    </div>
  );
}

/** Draws nothing: what the answer says of fields goes into them. */
function Filling({
  fills,
  data,
  onFill,
}: {
  readonly fills: NonNullable<Forecast['fills']>;
  readonly data: Readonly<Record<string, unknown>>;
  readonly onFill: (values: Readonly<Record<string, unknown>>) => void;
}) {
  const bindings = useBindings();
  const values = Object.fromEntries(
    Object.entries(fills).map(([field, value]) => [field, resolveValue(value, bindings)]),
  );
  const isOther = Object.entries(values).some(([field, value]) => !deepEquals(data[field], value));
  useEffect(() => {
    if (isOther) onFill(values);
  });
  return null;
}

const asText: Format = { as: 'text' };

function Answer({
  forecast: { items = [], text: sentence, warning },
}: Pick<FormForecastProps, 'forecast'>) {
  const { t } = useTranslation();
  const text = useText();
  const bindings = useBindings();
  const words = { t, formatValue: useFormat() };
  const objection = warning && text(warning);
  return (
    <>
      {sentence && <p>{text(sentence)}</p>}
      {items.length > 0 && (
        <dl>
          {items.map(({ id, label, value, format = asText, hideWhenEmpty }) => {
            const found = resolveValue(value, bindings);
            const list = Array.isArray(found) ? found : [found];
            if (hideWhenEmpty && list.every(isMissing)) return null;
            return (
              <div key={id}>
                <dt>{text(label)}</dt>
                <dd>
                  {list.length > 1
                    ? list.map((one) => words.formatValue(format, one)).join(', ')
                    : drawValue({ format, value: list[0] }, words)}
                </dd>
              </div>
            );
          })}
        </dl>
      )}
      {objection && (
        <p className="form-forecast-warning">
          <Icon name="warning" />
          {objection}
        </p>
      )}
    </>
  );
}
