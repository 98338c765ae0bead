import { beforeAll, describe, expect, it } from 'vitest';
import { findUsedClasses, keepUsed } from '../../../renderer/build/usedStylesPlugin.ts';

describe('findUsedClasses', () => {
  // Each makes a bundle.
  let isUsed: (name: string) => boolean;
  let isUsedOutsideCalendars: typeof isUsed;
  beforeAll(async () => {
    isUsed = await findUsedClasses('renderer');
    isUsedOutsideCalendars = await findUsedClasses('renderer', ['@blueprintjs/datetime']);
  });

  it('knows what our sources and the components that they import can draw, in any variant', () => {
    for (const name of [
      ...['button', 'dark', 'dialog', 'toast', 'slider', 'switch', 'html-select', 'file-input'],
      ...['intent-danger', 'intent-success', 'elevation-4', 'position-top', 'large', 'small'],
      ...['overlay-enter-active', 'toast-exit', 'minimal', 'outlined', 'fill', 'loading'],
    ]) {
      expect([name, isUsed(`bp6-${name}`)]).toEqual([name, true]);
    }
    for (const name of ['tree', 'icon-add', 'breadcrumb', 'panel-stack', 'editable-text']) {
      expect([name, isUsed(`bp6-${name}`)]).toEqual([name, false]);
    }
  });

  it('leaves out on demand what only one library draws', () => {
    const drawn = ['bp6-button', 'bp6-menu-item'];
    expect(drawn.map(isUsedOutsideCalendars)).toEqual([true, false]);
    expect(drawn.map(isUsed)).toEqual([true, true]);
  });
});

describe('keepUsed', () => {
  const isUsed = (name: string) => name === 'bp6-button';

  it.each([
    ['.bp6-tree { a: b }', ''],
    ['.bp6-button, .bp6-tree { a: b }', '.bp6-button { a: b }'],
    ['.bp6-button:not(.bp6-tree) { a: b }', '.bp6-button:not(.bp6-tree) { a: b }'],
    ['.bp6-button .bp6-tree { a: b }', ''],
    ['h1, .ours { a: b }', 'h1, .ours { a: b }'],
    ['.bp6-button, [data-bp-color-scheme=dark] .bp6-button { a: b }', '.bp6-button { a: b }'],
    ['@keyframes x { from { a: b } }', '@keyframes x { from { a: b } }'],
  ])('leaves of «%s» «%s»', (css, kept) => {
    expect(keepUsed(css, isUsed)).toBe(kept);
  });

  it.each([
    ['.bp6-button { a: b }', ''],
    ['h1 { a: b }', ''],
    ['@keyframes x { from { a: b } }', ''],
    ['.bp6-button, .bp6-menu { a: b }', '.bp6-menu { a: b }'],
    ['.bp6-button .bp6-menu { a: b }', '.bp6-button .bp6-menu { a: b }'],
    ['.bp6-menu .bp6-tree { a: b }', ''],
  ])('leaves of «%s» beside a file that has buttons «%s»', (css, kept) => {
    const isUsedAtAll = (name: string) => isUsed(name) || name === 'bp6-menu';
    expect(keepUsed(css, isUsedAtAll, isUsed)).toBe(kept);
  });
});
