import './facts.css';
import type { Format } from '../../../schemas/manifest/parts.ts';
import { resolveValue, useBindings } from '../../core/bindings.ts';
import { useData } from '../../core/dataContext.ts';
import { drawValue } from '../../core/FormattedValue.tsx';
import { isMissing, useFormat } from '../../core/format.ts';
import type { NodeProps } from '../../core/node.ts';
import { Skeleton } from '../../core/Skeleton.tsx';
import { useText } from '../../core/text.ts';
import { useTranslation } from '../../core/translation.ts';

const asText: Format = { as: 'text' };

/** Names and values under each other; the values of a list with commas between them. */
export default function FactsNode({ node }: NodeProps<'facts'>) {
  const { t } = useTranslation();
  const text = useText();
  const bindings = useBindings();
  // Beside a value stand its unit and its time zone.
  const { data: row, isPending } = useData();
  const words = { t, formatValue: useFormat() };
  if (isPending) return <Skeleton shape="facts" />;
  return (
    <dl className="facts">
      {node.items.map(({ id, label, value, format = asText, hideWhenEmpty }) => {
        const found = resolveValue(value, bindings);
        if (hideWhenEmpty && isMissing(found)) return null;
        const isList = Array.isArray(found) && found.length > 0;
        return (
          <div key={id} className="fact">
            <dt>{text(label)}</dt>
            <dd>
              {isList
                ? found.map((one) => words.formatValue(format, one, row)).join(', ')
                : drawValue({ format, value: found, row }, words)}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
