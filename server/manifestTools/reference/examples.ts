import type { NodeType } from '../../../schemas/manifest/node.ts';

/** One example per node type. A test compiles each, on a screen of the consumption module. */
export const nodeExamples: Readonly<Record<NodeType, object>> = {
  page: {
    type: 'page',
    title: 'consumption:title',
    children: { hint: { type: 'text', text: 'consumption:deviation.how' } },
  },
  section: {
    type: 'section',
    title: 'consumption:devices.title',
    layout: 'row',
    source: 'tenant.get',
    children: { name: { type: 'text', text: '$data.tenantName' } },
  },
  stats: { type: 'stats', source: 'consumption.overview', empty: 'consumption:stats.empty' },
  tiles: { type: 'tiles', from: 'modules', empty: 'consumption:stats.empty' },
  table: {
    type: 'table',
    title: 'consumption:tenants.title',
    source: 'consumption.tenants',
    rowLink: 'consumption-tenant',
    tools: ['columns', 'export'],
    search: 'consumption:tenants.search',
    columns: {
      tenantNo: { copy: true },
      tenantName: {},
      totals: { each: 'deviceCategory', only: ['COLD_WATER_METER', 'HCA'], hideWhenEmpty: true },
    },
    empty: 'consumption:tenants.empty',
  },
  cards: {
    type: 'cards',
    title: 'consumption:title',
    source: 'property.list',
    action: { do: 'go', to: 'consumption-property' },
    actionLabel: 'consumption:title',
  },
  dots: {
    type: 'dots',
    title: 'consumption:deviation.picture',
    source: 'consumption.deviation',
    value: 'averagePercent',
    middle: 'consumption:deviation.mean',
    usual: 50,
    most: 150,
    link: { route: 'consumption-tenant', params: { tenant: '$row.id' } },
  },
  tasks: {
    type: 'tasks',
    title: 'dashboard:today.title',
    source: 'dashboard.today',
    count: 'count',
    urgency: 'urgency',
    newest: 'newestAt',
    buttons: {
      devices: {
        visibleWhen: { '$row.kind': 'SILENT_DEVICES' },
        label: 'dashboard:today.devices',
        action: { do: 'go', to: 'consumption-index' },
      },
    },
    empty: { texts: 'dashboard:today.empty', icon: 'bell' },
  },
  calendar: {
    type: 'calendar',
    label: 'warnings:calendar.label',
    source: 'warning.days',
    summary: { key: 'warnings:calendar.day', values: { count: '$row.warnings' } },
    empty: 'warnings:calendar.empty',
  },
  map: {
    type: 'map',
    label: 'consumption:map.label',
    source: 'property.locations',
    title: 'name',
    link: 'consumption-property',
    searchPlaceholder: 'consumption:map.search',
    empty: 'consumption:map.empty',
  },
  graph: {
    type: 'graph',
    title: 'consumption:graph.title',
    source: 'consumption.graph',
    overlays: { degreeDays: { source: 'consumption.degreeDays' } },
    empty: 'consumption:graph.empty',
  },
  controls: {
    type: 'controls',
    label: 'consumption:controls.label',
    items: {
      timeframe: {
        kind: 'choice',
        label: 'consumption:controls.timeframe',
        enumeration: 'timeframe',
        only: ['MONTHLY', 'DAILY'],
      },
    },
  },
  form: {
    type: 'form',
    form: 'contact.message',
    submitLabel: 'contact:send',
    submit: { do: 'call', call: 'contact.send', toast: 'contact:sent', next: 'dashboard' },
  },
  image: {
    type: 'image',
    address: '/icon.svg',
    alt: 'consumption:title',
    size: { width: 64, height: 64 },
  },
  markdown: { type: 'markdown', text: 'consumption:deviation.how' },
  tabs: {
    type: 'tabs',
    label: 'consumption:title',
    items: {
      tenants: {
        label: 'consumption:tenants.title',
        children: { how: { type: 'text', text: 'consumption:deviation.how' } },
      },
    },
  },
  text: { type: 'text', style: 'muted', text: 'consumption:deviation.how' },
  facts: {
    type: 'facts',
    items: { username: { value: '$session.username', label: 'consumption:title' } },
  },
  file: {
    type: 'file',
    download: {
      do: 'download',
      call: 'document.file',
      params: { document: 1 },
      ticket: 'document.ticket',
      fileName: '$session.username',
    },
  },
  qr: { type: 'qr', value: '$session.username', label: 'consumption:title' },
  empty: { type: 'empty', title: 'reports:empty.title', icon: 'inbox' },
  button: {
    type: 'button',
    label: 'consumption:print',
    icon: 'document',
    action: { do: 'print' },
  },
};

/** The query parameters that the example screen declares. */
export const exampleQuery = { category: {}, timeframe: 'MONTHLY', periodBegin: {}, periodEnd: {} };

/** A screen whose address may leave out what it shows, and a node that asks for its own. */
export const screenExample = {
  title: 'consumption:title',
  query: exampleQuery,
  children: {
    figures: { type: 'stats', source: 'consumption.overview', empty: 'consumption:stats.empty' },
    water: {
      type: 'graph',
      title: 'consumption:graph.title',
      source: { call: 'consumption.graph', params: { category: 'COLD_WATER_METER' } },
      empty: 'consumption:graph.empty',
    },
  },
};
