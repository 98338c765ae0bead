import './controls.css';
import type { NodeProps } from '../../core/node.ts';
import { useText } from '../../core/text.ts';
import { ChoiceControl } from './ChoiceControl.tsx';
import { PeriodControl } from './PeriodControl.tsx';

/** Controls that write to the address, which the screen's sources read. */
export default function ControlsNode({ node }: NodeProps<'controls'>) {
  const text = useText();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset of fieldsets is read out twice.
    <div className="controls" role="group" aria-label={text(node.label)}>
      {node.items.map((item) =>
        item.kind === 'period' ? (
          <PeriodControl key={item.id} item={item} />
        ) : (
          <ChoiceControl key={item.id} item={item} />
        ),
      )}
    </div>
  );
}
