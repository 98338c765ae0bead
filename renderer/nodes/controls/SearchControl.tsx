import { useQueryState } from '../../core/bindings.ts';
import { SearchField } from '../../core/SearchField.tsx';
import { useText } from '../../core/text.ts';
import { ControlWords } from './ControlWords.tsx';
import type { Control } from './PeriodControl.tsx';

/** A text that is looked for; the address has it once the typing rests. */
export default function SearchControl({ item }: { item: Extract<Control, { kind: 'search' }> }) {
  const text = useText();
  const [query, setQuery] = useQueryState();
  const current = String(query[item.query] ?? '');
  const label = text(item.label);
  return (
    <>
      <div className="control control-search">
        <SearchField
          placeholder={label}
          value={current}
          onChange={(next) => setQuery({ [item.query]: next || undefined }, { replace: true })}
        />
      </div>
      <ControlWords label={label} value={current} />
    </>
  );
}
