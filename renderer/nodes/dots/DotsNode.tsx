import { useEffect, useRef, useState } from 'react';
import { lazyPart } from '../../core/lazyPart.tsx';
import type { NodeProps } from '../../core/node.ts';

const DotsPicture = lazyPart(() => import('./DotsPicture.tsx'));
/** So far below the window its scripts are asked for. */
const nearby = '400px';

/** A picture that comes when it is scrolled to: what it shows stands in a table, too. */
export default function DotsNode(props: NodeProps<'dots'>) {
  const place = useRef<HTMLDivElement>(null);
  const [isNear, setIsNear] = useState(typeof IntersectionObserver === 'undefined');
  useEffect(() => {
    if (isNear || !place.current) return undefined;
    const observer = new IntersectionObserver(
      ([entry]) => entry?.isIntersecting && setIsNear(true),
      { rootMargin: nearby },
    );
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [isNear]);
  return isNear ? <DotsPicture {...props} /> : <div ref={place} className="skeleton-stats" />;
}
