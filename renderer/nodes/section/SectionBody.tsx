import './section.css';
import { HeadingLevelProvider } from '../../core/headingLevel.ts';
import type { NodeProps } from '../../core/node.ts';
import { RenderNode } from '../../core/RenderNode.tsx';
import { useOrder } from '../../core/useOrder.ts';

/** What stands in a section, in its layout. */
export function SectionBody({ node: { title, layout, children } }: NodeProps<'section'>) {
  const ordered = useOrder(children);
  return (
    <HeadingLevelProvider value={title ? 3 : 2}>
      <div className={`section-body section-${layout}`}>
        {ordered.map((child) => {
          const drawn = <RenderNode key={child.id} node={child} />;
          return layout === 'grid' ? (
            <div key={child.id} className={`cell-${child.width ?? 'full'}`}>
              {drawn}
            </div>
          ) : (
            drawn
          );
        })}
      </div>
    </HeadingLevelProvider>
  );
}
