import './controls.css';
import { lazy, Suspense } from 'react';
import type { NodeProps } from '../../core/node.ts';
import { PartProvider } from '../../core/place.ts';
import { Skeleton } from '../../core/Skeleton.tsx';
import { useText } from '../../core/text.ts';
import { ChoiceControl } from './ChoiceControl.tsx';
import { type Control, PeriodControl } from './PeriodControl.tsx';

// Pages with a period have the most to load, and few of them a picker.
const PickControl = lazy(() => import('./PickControl.tsx'));
const MultiPickControl = lazy(() => import('./MultiPickControl.tsx'));
const FindControl = lazy(() => import('./FindControl.tsx'));
const OfferedPeriods = lazy(() => import('./OfferedPeriods.tsx'));
const SearchControl = lazy(() => import('./SearchControl.tsx'));

/** Controls that write to the address, which the screen's sources read. */
export default function ControlsNode({ node }: NodeProps<'controls'>) {
  const text = useText();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset of fieldsets is read out twice.
    <div className="controls" role="group" aria-label={text(node.label)}>
      {node.items.map((item) => (
        <PartProvider key={item.id} value={item}>
          <ControlItem item={item} />
        </PartProvider>
      ))}
    </div>
  );
}

function ControlItem({ item }: { item: Control }) {
  switch (item.kind) {
    case 'period':
      return item.offered?.none ? (
        <Suspense fallback={<Skeleton shape="control" />}>
          <OfferedPeriods item={item} offered={item.offered} none={item.offered.none} />
        </Suspense>
      ) : (
        <PeriodControl item={item} />
      );
    case 'choice':
      return <ChoiceControl item={item} />;
    case 'find':
      return (
        <Suspense fallback={<Skeleton shape="control" />}>
          <FindControl item={item} />
        </Suspense>
      );
    case 'pick': {
      const Picker = item.most === undefined ? PickControl : MultiPickControl;
      return (
        <Suspense fallback={<Skeleton shape="control" />}>
          <Picker item={item} />
        </Suspense>
      );
    }
    case 'search':
      return (
        <Suspense fallback={<Skeleton shape="control" />}>
          <SearchControl item={item} />
        </Suspense>
      );
  }
}
