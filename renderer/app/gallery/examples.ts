import type { CompiledNode } from '../../../schemas/manifest/compiled.ts';

export interface Example {
  readonly title: string;
  readonly node: CompiledNode;
  /** What calls answer by operation: data, `loading` for ever, or `error`. */
  readonly answers?: Readonly<Record<string, unknown>>;
}

export const empty = { title: 'reports:empty.title', icon: 'inbox' } as const;
export const tenants = Array.from({ length: 24 }, (_, at) => ({
  id: at + 1,
  name: ['Nowak', 'Kowalska', 'Wiśniewski', 'Zając'][at % 4],
  amount: Math.round(Math.sin(at) * 900 + 1000) / 10,
  status: ['MEASURED', 'ESTIMATED', 'MISSING'][at % 3],
  day: `2026-0${(at % 9) + 1}-15`,
}));

export const table = {
  type: 'table',
  id: 'table',
  title: 'consumption:tenants.title',
  source: { call: 'tenant.list' },
  rowKey: 'id',
  paging: 'client',
  pageSizes: [5],
  empty,
  columns: [
    {
      id: 'name',
      label: 'consumption:tenants.tenantName',
      field: 'name',
      primary: true,
      copy: true,
      filter: 'text',
    },
    {
      id: 'amount',
      label: 'enums:deviceCategory.COLD_WATER_METER',
      field: 'amount',
      format: { as: 'quantity', unit: { fixed: 'm³' } },
      filter: 'number',
    },
    { id: 'day', label: 'ui:period.begin', field: 'day', format: { as: 'date' }, filter: 'date' },
    {
      id: 'status',
      label: 'fields:TenantConsumption.status',
      field: 'status',
      format: { as: 'enumeration', of: 'intervalStatus' },
      filter: 'choice',
    },
  ],
  selection: { limit: 3 },
  columnChoice: true,
  export: true,
  fullscreen: true,
  rowActions: [
    {
      id: 'edit',
      label: 'ui:details.open',
      icon: 'edit',
      intent: 'none',
      action: { do: 'copy', value: '$row.name' },
    },
    {
      id: 'delete',
      label: 'ui:table.clearFilter',
      icon: 'delete',
      intent: 'danger',
      action: { do: 'copy', value: '$row.id' },
      enabledWhen: { field: '$row.status', is: 'MEASURED' },
    },
  ],
  bulkActions: [
    {
      id: 'copy',
      label: 'ui:details.copy',
      icon: 'download',
      intent: 'none',
      action: { do: 'copy', value: '$selection.name' },
    },
  ],
} as unknown as CompiledNode;

const graph = {
  type: 'graph',
  id: 'graph',
  title: 'consumption:graph.title',
  source: { call: 'consumption.graph' },
  chart: 'auto',
  empty,
} as unknown as CompiledNode;

const starts = Array.from({ length: 6 }, (_, at) => `2026-0${at + 1}-01T00:00:00.000Z`);
const graphAnswer = {
  category: 'COLD_WATER_METER',
  group: 'COLD_WATER',
  kind: 'register',
  unit: 'm³',
  timeframe: 'MONTHLY',
  timeZone: 'Europe/Warsaw',
  periodBegin: '2026-01-01',
  periodEnd: '2026-06-30',
  series: [
    {
      role: 'CURRENT',
      starts,
      values: [12, 14.5, null, 11, 9, 10.5],
      statuses: ['MEASURED', 'ESTIMATED', 'MISSING', 'MEASURED', 'INTERPOLATED', 'MEASURED'],
      total: 57,
    },
  ],
};

const stats = {
  type: 'stats',
  id: 'stats',
  source: { call: 'consumption.overview' },
  rows: 'content',
  label: { enumeration: 'deviceCategory', value: '$row.category' },
  value: 'value',
  format: { as: 'quantity', unit: 'unit' },
  change: 'change',
  empty,
} as unknown as CompiledNode;

/** Every node type in every state. Their texts are the portal's own. */
const cards = {
  type: 'cards',
  id: 'cards',
  title: 'consumption:title',
  source: { call: 'reportPreset.list' },
  rowKey: 'id',
  label: '$row.title',
  description: '$row.description',
  icon: 'icon',
  actionLabel: 'ui:details.copy',
  action: { do: 'copy', value: '$row.title' },
} as unknown as CompiledNode;

const tasks = {
  type: 'tasks',
  id: 'tasks',
  title: 'dashboard:today.title',
  source: { call: 'dashboard.today' },
  rows: 'content',
  rowKey: 'kind',
  label: { enumeration: 'attentionKind', value: '$row.kind' },
  count: 'count',
  urgency: 'urgency',
  newest: 'newestAt',
  buttons: [
    {
      id: 'warnings',
      visibleWhen: { field: '$row.kind', is: 'CRITICAL_WARNINGS' },
      label: 'dashboard:today.warnings',
      action: { do: 'copy', value: '$row.kind' },
    },
    {
      id: 'devices',
      label: 'dashboard:today.devices',
      action: { do: 'go', to: { route: 'dashboard' } },
    },
  ],
  empty: { title: 'dashboard:today.empty.title', icon: 'bell' },
} as unknown as CompiledNode;
const newestAt = '2026-01-15T12:00:00Z';

export const examples: readonly Example[] = [
  {
    title: 'text',
    node: { type: 'text', id: 'text', text: 'core:notIncluded.description', style: 'lead' },
  },
  {
    title: 'text, letter by letter',
    node: { type: 'text', id: 'code', text: 'reports:empty.title', style: 'code', copy: true },
  },
  {
    title: 'facts',
    node: {
      type: 'facts',
      id: 'facts',
      items: [
        { id: 'user', label: 'profile-settings:profile.username', value: '$session.username' },
        { id: 'contact', label: 'contact:title', value: '$market.contactUrl' },
        {
          id: 'roles',
          label: 'profile-settings:profile.groups',
          value: '$session.groups',
          format: { as: 'enumeration', of: 'role' },
        },
      ],
    },
  },
  {
    title: 'qr',
    node: { type: 'qr', id: 'qr', value: 'https://example.org', label: 'ui:details.open' },
  },
  {
    title: 'section, folded',
    node: {
      type: 'section',
      id: 'folded',
      title: 'resources:faq.title',
      layout: 'stack',
      folded: true,
      children: [{ type: 'text', id: 'answer', text: 'resources:faq.subtitle', style: 'body' }],
    },
  },
  {
    title: 'empty',
    node: { type: 'empty', id: 'empty', title: 'reports:empty.title', icon: 'inbox' },
  },
  {
    title: 'button',
    node: {
      type: 'button',
      id: 'button',
      label: 'ui:details.copy',
      intent: 'primary',
      icon: 'clipboard',
      action: { do: 'copy', value: 'gallery' },
    },
  },
  {
    title: 'tiles',
    node: {
      type: 'tiles',
      id: 'tiles',
      from: 'modules',
      empty,
      tiles: [false, true].map((locked) => ({
        id: String(locked),
        label: 'consumption:title',
        description: 'consumption:tile.description',
        icon: 'drop' as const,
        path: '/dashboard',
        locked,
      })),
    },
  },
  {
    title: 'stats',
    node: stats,
    answers: {
      'consumption.overview': {
        content: [
          { category: 'COLD_WATER_METER', value: 128.2, unit: 'm³', change: 4.2 },
          { category: 'HCA', value: null, unit: 'HCA', change: null },
        ],
      },
    },
  },
  { title: 'stats, empty', node: stats, answers: { 'consumption.overview': { content: [] } } },
  {
    title: 'cards',
    node: cards,
    answers: {
      'reportPreset.list': {
        content: [
          { id: 'a', title: 'Flats', description: 'As an Excel file', icon: 'home' },
          { id: 'b', title: 'Readings', description: null, icon: 'calendar' },
        ],
      },
    },
  },
  {
    title: 'tasks',
    node: tasks,
    answers: {
      'dashboard.today': {
        content: [
          { kind: 'CRITICAL_WARNINGS', urgency: 10, count: 3, newestAt },
          { kind: 'SILENT_DEVICES', urgency: 5, count: 120, newestAt },
          { kind: 'OPEN_INVITATIONS', urgency: 0, count: 1, newestAt: null },
        ],
      },
    },
  },
  { title: 'tasks, empty', node: tasks, answers: { 'dashboard.today': { content: [] } } },
  { title: 'table', node: table, answers: { 'tenant.list': { content: tenants } } },
  {
    title: 'table, empty',
    node: { ...table, id: 'none' } as CompiledNode,
    answers: { 'tenant.list': { content: [] } },
  },
  {
    title: 'table, loading',
    node: { ...table, id: 'waiting' } as CompiledNode,
    answers: { 'tenant.list': 'loading' },
  },
  {
    title: 'table, failed',
    node: { ...table, id: 'failed' } as CompiledNode,
    answers: { 'tenant.list': 'error' },
  },
  { title: 'graph', node: graph, answers: { 'consumption.graph': graphAnswer } },
  {
    title: 'graph, empty',
    node: graph,
    answers: { 'consumption.graph': { ...graphAnswer, series: [] } },
  },
  {
    title: 'section in columns, shown by a condition',
    node: {
      type: 'section',
      id: 'section',
      title: 'consumption:title',
      layout: 'columns',
      visibleWhen: { field: '$query.hidden', isEmpty: true },
      children: [
        { type: 'text', id: 'a', text: 'reports:empty.title', style: 'body' },
        { type: 'text', id: 'b', text: 'core:notIncluded.title', style: 'muted' },
      ],
    },
  },
  {
    title: 'unknown node',
    node: { type: 'carousel', id: 'unknown' } as unknown as CompiledNode,
  },
];
