import type { ImportKind } from '../../schemas/entities/importRun.ts';
import { AppError } from '../errors.ts';

export type { ImportKind };

/** Of accounts and what they may: a feature of the portal takes their lines. */
export const accountKinds = ['permission_packages', 'accounts', 'property_access'] as const;
export type AccountKind = (typeof accountKinds)[number];

export function isAccountKind(kind: ImportKind): kind is AccountKind {
  return accountKinds.some((one) => one === kind);
}

/** Columns that make a file what it is, and those that it may have besides. */
const columns: Readonly<
  Record<Exclude<ImportKind, 'wide' | 'telegrams'>, { must: string[]; may: string[] }>
> = {
  properties: {
    must: ['works_id', 'works_no', 'name', 'address', 'city', 'zip_code'],
    may: ['works_old_number', 'latitude', 'longitude', 'time_zone', 'area', 'weather_station'],
  },
  tenants: {
    must: ['works_no', 'tenant_no', 'tenant_name', 'address', 'installation_number'],
    may: ['area', 'moved_in'],
  },
  devices: {
    must: ['works_no', 'serial', 'category'],
    may: ['tenant_no', 'place', 'main', 'interval'],
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
  // Behind accounts, which may have both of its columns.
  billing_administrators: { must: ['sap_number', 'name'], may: [] },
  areas: { must: ['works_no', 'area'], may: ['tenant_no'] },
  billing_periods: { must: ['works_no', 'period_begin', 'period_end'], may: ['product'] },
  virtual_meters: { must: ['serial', 'source', 'factor'], may: ['works_no'] },
  device_errors: { must: ['serial', 'at', 'error'], may: ['works_no'] },
  corrections: { must: ['serial', 'at', 'value', 'reason'], may: ['works_no', 'unit'] },
  readings: { must: ['serial', 'at', 'value'], may: ['works_no', 'unit', 'quality'] },
};

const shownColumns = 20;

/**
 * What a file holds, by its header. A header that begins with `at` and has none of the long form's
 * columns is wide: each further column is a device. Throws IMPORT_REFUSED with what was expected.
 */
export function detectKind(header: readonly string[]): ImportKind {
  const names = new Set(header.map((name) => name.toLowerCase()));
  for (const [kind, { must }] of Object.entries(columns)) {
    if (must.every((name) => names.has(name))) return kind as ImportKind;
  }
  if (
    header[0]?.toLowerCase() === 'at' &&
    header.length > 1 &&
    !names.has('value') &&
    !names.has('serial')
  ) {
    return 'wide';
  }
  const ranked = Object.entries(columns)
    .map(([kind, { must, may }]) => ({
      kind,
      missing: must.filter((name) => !names.has(name)),
      hits: [...must, ...may].filter((name) => names.has(name)).length,
    }))
    .sort((a, b) => b.hits - b.missing.length - (a.hits - a.missing.length));
  const [best] = ranked;
  const shown = header.slice(0, shownColumns).join(', ');
  const found = header.length > shownColumns ? `${shown}, …` : shown || 'none';
  const hint = best?.hits
    ? `Most like ${best.kind}, which also needs: ${best.missing.join(', ')}.`
    : `Known files: ${Object.entries(columns)
        .map(([kind, { must }]) => `${kind} (${must.join(', ')})`)
        .join('; ')}.`;
  throw new AppError(
    'IMPORT_REFUSED',
    `The file's columns are not known. Found: ${found}. ${hint}`,
  );
}
