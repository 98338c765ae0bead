/** What the step needs to know of version 1, which never changes again. */

/** By what a thing is, its members that were maps with `order`, and what their entries are. */
export const maps = {
  node: {
    children: 'node',
    columns: 'leaf',
    items: 'leaf',
    rowActions: 'leaf',
    bulkActions: 'leaf',
    overlays: 'leaf',
  },
  form: { sections: 'leaf', fields: 'field' },
  field: { fields: 'field' },
  module: { sidebar: 'menu', notifications: 'leaf' },
  menu: { options: 'leaf' },
  leaf: {},
} as const satisfies Record<string, Readonly<Record<string, string>>>;
export type Shape = keyof typeof maps;

export const conditionMembers = ['visibleWhen', 'enabledWhen', 'requiredWhen'] as const;

/** Members of a table that are `tools` since version 2, in the order in which those are written. */
export const toolMembers = {
  columnChoice: 'columns',
  views: 'views',
  export: 'export',
  fullscreen: 'fullscreen',
  selection: 'selection',
} as const;

export const entryKinds = ['navigation', 'tile', 'topBar', 'userMenu'] as const;

/** Small numbers first, what has none last, equal ones by id. */
export function compareEntries(
  [one, first]: readonly [string, number | undefined],
  [other, second]: readonly [string, number | undefined],
): number {
  const [a, b] = [first ?? Number.MAX_VALUE, second ?? Number.MAX_VALUE];
  if (a !== b) return a - b;
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
