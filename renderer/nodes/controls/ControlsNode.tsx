import './controls.css';
import type { NodeProps } from '../../core/node.ts';
import { useText } from '../../core/text.ts';
import { ChoiceControl } from './ChoiceControl.tsx';
import { FindControl } from './FindControl.tsx';
import { type Control, PeriodControl } from './PeriodControl.tsx';

/** Controls that write to the address, which the screen's sources read. */
export default function ControlsNode({ node }: NodeProps<'controls'>) {
  const text = useText();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset of fieldsets is read out twice.
    <div className="controls" role="group" aria-label={text(node.label)}>
      {node.items.map((item) => (
        <ControlItem key={item.id} item={item} />
      ))}
    </div>
  );
}

function ControlItem({ item }: { item: Control }) {
  switch (item.kind) {
    case 'period':
      return <PeriodControl item={item} />;
    case 'choice':
      return <ChoiceControl item={item} />;
    case 'find':
      return <FindControl item={item} />;
  }
}
