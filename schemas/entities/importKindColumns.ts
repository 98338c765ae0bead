import type { ImportKind } from './importRun.ts';

/** Kinds of files that are a table with a header. */
export type TableKind = Exclude<ImportKind, 'wide' | 'telegrams'>;

export interface KindColumns {
  /** What makes a file what it is. */
  readonly must: readonly string[];
  /** One of them besides. */
  readonly oneOf?: readonly string[];
  readonly may: readonly string[];
}

export const columnsOfKinds: Readonly<Record<TableKind, KindColumns>> = {
  properties: {
    must: ['works_id', 'works_no', 'name', 'address', 'city', 'zip_code'],
    may: [
      ...['works_old_number', 'latitude', 'longitude', 'time_zone', 'area', 'weather_station'],
      'set_date',
    ],
  },
  tenants: {
    must: ['works_no', 'tenant_no', 'tenant_name', 'address', 'installation_number'],
    may: ['area', 'moved_in'],
  },
  devices: {
    must: ['works_no', 'serial', 'category'],
    may: ['tenant_no', 'place', 'main', 'interval', 'set_date'],
  },
  installations: {
    must: ['serial', 'installed_from'],
    may: ['works_no', 'installed_until', 'start_index', 'end_index', 'factor', 'modulus'],
  },
  temperatures: { must: ['station', 'day', 'celsius'], may: [] },
  permission_packages: { must: ['name', 'features'], may: ['description'] },
  accounts: {
    must: ['username', 'email', 'name', 'kind'],
    may: ['phone', 'main_user', 'special_user', 'sap_number', 'billing_administrators'],
  },
  property_access: {
    must: ['username', 'works_no'],
    may: ['package', 'features', 'access_since'],
  },
  billing_administrators: { must: ['sap_number', 'name'], may: [] },
  areas: { must: ['works_no', 'area'], may: ['tenant_no'] },
  billing_periods: { must: ['works_no', 'period_begin', 'period_end'], may: ['product'] },
  supply_facts: {
    must: ['works_no', 'year', 'fact', 'value', 'source'],
    may: ['item', 'unit', 'publisher', 'published_on'],
  },
  virtual_meters: { must: ['serial', 'source', 'factor'], may: ['works_no'] },
  device_errors: { must: ['serial', 'at', 'error'], may: ['works_no'] },
  corrections: { must: ['serial', 'at', 'value', 'reason'], may: ['works_no', 'unit'] },
  readings: { must: ['serial', 'at', 'value'], may: ['works_no', 'unit', 'quality'] },
  volumes: {
    must: ['serial', 'from', 'value'],
    oneOf: ['until', 'interval'],
    may: ['works_no', 'unit', 'quality'],
  },
};

/** The columns of all kinds, by the portal's names. */
export const tableColumns: readonly string[] = [
  ...new Set([
    ...['serial', 'at', 'value'],
    ...Object.values(columnsOfKinds).flatMap(({ must, oneOf = [], may }) => [
      ...[...must, ...oneOf, ...may],
    ]),
  ]),
];

/** What a column of a file can be said to be: one of the portal's, or … */
export const columnChoices = [
  ...tableColumns,
  // … the time of the day whose date stands in another column, or nothing that is read.
  ...(['time', 'ignored'] as const),
] as readonly string[];

/** How many columns of a table can be said by hand. */
export const maxSaidColumns = 60;
