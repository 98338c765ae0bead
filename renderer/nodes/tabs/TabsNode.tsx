import '../../core/tabList.css';
import './tabs.css';
import { type KeyboardEvent, useId, useRef } from 'react';
import { useBindings, useQueryState } from '../../core/bindings.ts';
import type { NodeProps } from '../../core/node.ts';
import { RenderNode } from '../../core/RenderNode.tsx';
import { useText } from '../../core/text.ts';
import { isShown } from './isShown.ts';

/** Parts of a page one at a time (WAI-ARIA's tabs); the address says which. */
export default function TabsNode({ node }: NodeProps<'tabs'>) {
  const text = useText();
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const bindings = useBindings();
  const [query, setQuery] = useQueryState();
  const tabs = node.items.filter(({ children }) => children.some((one) => isShown(one, bindings)));
  const wanted = tabs.findIndex((tab) => tab.id === query[node.query]);
  const at = Math.max(0, wanted);
  const chosen = tabs[at];
  if (!chosen) return null;

  function choose(next: number, options?: { replace: boolean }) {
    setQuery({ [node.query]: next === 0 ? undefined : tabs[next]?.id }, options);
  }

  function onKeyDown(event: KeyboardEvent) {
    const last = tabs.length - 1;
    const targets: Readonly<Record<string, number>> = {
      ArrowRight: at === last ? 0 : at + 1,
      ArrowLeft: at === 0 ? last : at - 1,
      Home: 0,
      End: last,
    };
    const next = targets[event.key];
    if (next === undefined) return;
    event.preventDefault();
    // Each key as a step back would bury the page before.
    choose(next, { replace: true });
    const target = list.current?.children[next];
    if (target instanceof HTMLElement) target.focus();
  }

  return (
    <div className="tabs">
      <div ref={list} role="tablist" aria-label={text(node.label)} className="tab-list">
        {tabs.map((tab, place) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            id={`${id}-${tab.id}`}
            className="tab"
            aria-selected={place === at}
            aria-controls={place === at ? `${id}-panel` : undefined}
            tabIndex={place === at ? 0 : -1}
            onClick={() => choose(place)}
            onKeyDown={onKeyDown}
          >
            {text(tab.label)}
          </button>
        ))}
      </div>
      <div
        key={chosen.id}
        id={`${id}-panel`}
        role="tabpanel"
        aria-labelledby={`${id}-${chosen.id}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: WAI-ARIA's tabs lead on to their panel.
        tabIndex={0}
        className="tab-panel"
      >
        {chosen.children.map((child) => (
          <RenderNode key={child.id} node={child} />
        ))}
      </div>
    </div>
  );
}
