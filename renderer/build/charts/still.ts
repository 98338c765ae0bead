import type { ReactNode } from 'react';

/** In place of Recharts' animations: graphs show at once what they have to show. */

const ignore = () => undefined;

type DrawAt = (elapsed: 1) => ReactNode;

export function JavascriptAnimate({ children }: { children: DrawAt }) {
  return children(1);
}

interface AnimatedItemsProps<Items> {
  readonly items: Items | null | undefined;
  readonly children: (items: Items, elapsed: 1, isEntrance: boolean) => ReactNode;
}

export function AnimatedItems<Items>({ items, children }: AnimatedItemsProps<Items>) {
  return items ? children(items, 1, false) : null;
}

const stillness = {
  isAnimating: false,
  handleAnimationStart: ignore,
  handleAnimationEnd: ignore,
};

export function useAnimationCallbacks() {
  return stillness;
}

const noStart = { startValue: null, syncStepValue: ignore };

export function useAnimationStartSnapshot() {
  return noStart;
}

/** What moves into what, which is only asked while something moves. */
export function matchAnimationItems(): null {
  return null;
}

export const matchByIndex = 'index';
export const matchAppend = 'append';

export function matchByDataKey(): string {
  return matchByIndex;
}
