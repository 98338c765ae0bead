import type { ManifestIndex, ScreenManifest } from '../../schemas/manifest/compiled.ts';

/** The measured screen as the server sends it: a property's page without its graph. */
export const screen: ScreenManifest = {
  id: 'bench.property',
  query: {
    timeframe: { default: 'MONTHLY', only: ['MONTHLY', 'WEEKLY', 'DAILY'] },
    compare: { default: 'NONE', only: ['NONE', 'PREVIOUS_PERIOD', 'LAST_YEAR'] },
  },
  root: {
    type: 'page',
    id: 'root',
    title: '$data.name',
    subtitle: {
      key: 'consumption:property.subtitle',
      values: {
        address: '$data.address',
        zipCode: '$data.zipCode',
        city: '$data.city',
        worksNo: '$data.worksNo',
      },
    },
    source: { call: 'property.get', params: { property: '$route.property' } },
    children: [
      {
        type: 'controls',
        id: 'controls',
        label: 'consumption:controls.label',
        items: [
          {
            id: 'timeframe',
            kind: 'choice',
            query: 'timeframe',
            appearance: 'segmented',
            label: 'consumption:controls.timeframe',
            enumeration: 'timeframe',
            only: ['MONTHLY', 'WEEKLY', 'DAILY'],
          },
          {
            id: 'compare',
            kind: 'choice',
            query: 'compare',
            appearance: 'select',
            label: 'consumption:controls.compare',
            enumeration: 'comparison',
            only: ['NONE', 'PREVIOUS_PERIOD', 'LAST_YEAR'],
          },
        ],
      },
      {
        type: 'stats',
        id: 'overview',
        rows: 'content',
        source: {
          call: 'consumption.overview',
          params: { property: '$route.property', timeframe: '$query.timeframe' },
        },
        label: { enumeration: 'deviceCategory', value: '$row.category' },
        value: 'current',
        format: { as: 'quantity', unit: 'unit' },
        change: 'changePercent',
        changeLabel: 'consumption:stats.change',
        status: 'status',
        empty: { title: 'consumption:stats.empty.title', icon: 'drop' },
      },
      {
        type: 'table',
        id: 'tenants',
        title: 'consumption:tenants.title',
        source: {
          call: 'consumption.tenants',
          params: { property: '$route.property', timeframe: '$query.timeframe' },
        },
        paging: 'server',
        pageSizes: [50, 100],
        rowKey: 'id',
        rowLink: {
          route: 'consumption-tenant',
          params: {
            property: '$route.property',
            tenant: '$row.id',
            timeframe: '$query.timeframe',
          },
        },
        search: { placeholder: 'consumption:tenants.search' },
        selection: {},
        bulkActions: [
          {
            id: 'again',
            label: 'ui:retry',
            icon: 'restore',
            intent: 'none',
            action: { do: 'refresh', calls: ['consumption.tenants'] },
          },
        ],
        columns: [
          {
            id: 'tenantNo',
            label: 'consumption:tenants.tenantNo',
            field: 'tenantNo',
            sort: 'tenantNo',
            copy: true,
          },
          {
            id: 'tenantName',
            label: 'consumption:tenants.tenantName',
            field: 'tenantName',
            sort: 'tenantName',
            primary: true,
          },
          {
            id: 'address',
            label: 'consumption:tenants.address',
            field: 'address',
            sort: 'address',
          },
          quantity('coldWater', 'COLD_WATER_METER', 'm³'),
          quantity('hotWater', 'HOT_WATER_METER', 'm³'),
          quantity('energy', 'ENERGY', 'kWh'),
          {
            id: 'status',
            label: 'consumption:tenants.status',
            field: 'status',
            format: { as: 'enumeration', of: 'intervalStatus' },
          },
        ],
        empty: { title: 'consumption:tenants.empty.title', icon: 'people' },
      },
      {
        type: 'section',
        id: 'more',
        title: 'consumption:graph.title',
        layout: 'columns',
        children: [
          {
            type: 'text',
            id: 'about',
            text: 'consumption:graph.empty.description',
            style: 'muted',
          },
          {
            type: 'button',
            id: 'back',
            label: 'consumption:navigation',
            icon: 'map',
            intent: 'none',
            action: { do: 'go', to: { route: 'consumption-index' } },
          },
          {
            type: 'button',
            id: 'again',
            label: 'ui:retry',
            intent: 'primary',
            action: { do: 'refresh', calls: ['consumption.overview', 'consumption.tenants'] },
          },
        ],
      },
    ],
  },
};

function quantity(
  id: string,
  category: 'COLD_WATER_METER' | 'HOT_WATER_METER' | 'ENERGY',
  unit: string,
) {
  return {
    id,
    label: `enums:deviceCategory.${category}`,
    field: `totals.${category}`,
    format: { as: 'quantity' as const, unit: { fixed: unit } },
    sort: category,
    hideWhenEmpty: true,
  };
}

const route = { guard: 'open', layout: 'default' } as const;

export const index: ManifestIndex = {
  market: {
    country: 'PL',
    instance: 11,
    language: 'en',
    timeZone: 'Europe/Warsaw',
    tiles: null,
    contactUrl: null,
    tenantApp: null,
  },
  texts: 'v1',
  notifications: [],
  languages: ['en'],
  signIn: { authority: 'http://localhost/oidc', clientId: 'portal', scope: 'openid' },
  signedIn: true,
  navigation: [],
  topBar: [],
  userMenu: [],
  problems: [],
  routes: [
    { ...route, name: 'consumption-index', path: '/consumption', title: 'consumption:title' },
    {
      ...route,
      name: 'consumption-property',
      path: '/consumption/{property}',
      title: 'consumption:title',
      screen: screen.id,
    },
    {
      ...route,
      name: 'consumption-tenant',
      path: '/consumption/{property}/{tenant}',
      title: 'consumption:title',
    },
  ],
} as ManifestIndex;
