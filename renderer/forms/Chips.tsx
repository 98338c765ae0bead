import { lazy, Suspense } from 'react';
import { Skeleton } from '../core/Skeleton.tsx';
import type { ChipsFieldProps } from './ChipsField.tsx';

const ChipsField = lazy(() => import('./ChipsField.tsx'));

/** Chips, which few forms have: they come when one does. */
export function Chips(props: ChipsFieldProps) {
  return (
    <Suspense fallback={<Skeleton shape="text" />}>
      <ChipsField {...props} />
    </Suspense>
  );
}
