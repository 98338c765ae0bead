import { type Feature, type Role, roles } from '../../../schemas/entities/access.ts';
import type { Country } from '../../../schemas/entities/market.ts';
import type { Layout } from '../../../schemas/manifest/files.ts';

/**
 * The tables of specification §2, copied from there by hand and not read from the manifests, so that
 * a manifest that lets somebody in by mistake is found.
 */

export interface RouteRow {
  readonly path: string;
  readonly access: 'anybody' | 'anySignedIn' | { notRole: Role } | { anyRole: Role };
  /** Where the specification gives them. */
  readonly layout?: Layout;
  readonly name?: string;
  /** A module is on where the navigation has its entry; missing: in every market. */
  readonly countries?: readonly Country[];
}

const all: readonly Country[] = ['PL', 'CZ', 'DK'];
const plAndCz: readonly Country[] = ['PL', 'CZ'];
const notDomea = { notRole: 'portal_domea' } as const;
const support = { anyRole: 'portal_support' } as const;
const admin = { anyRole: 'portal_admin' } as const;

export const openRoutes: readonly RouteRow[] = [
  { path: '/', access: 'anybody' },
  { path: '/auth/login', access: 'anybody', layout: 'auth' },
  { path: '/auth/eco-trend', access: 'anybody', layout: 'auth' },
  { path: '/auth/blocked-user', access: 'anybody', layout: 'auth' },
  { path: '/auth/forgot-password', access: 'anybody', layout: 'auth' },
  { path: '/auth/reset-password', access: 'anybody', layout: 'auth' },
  { path: '/auth/update-email', access: 'anybody', layout: 'auth' },
  { path: '/resources/privacy-policy', access: 'anybody', layout: 'resources' },
  { path: '/resources/frequently-asked-questions', access: 'anybody', layout: 'resources' },
  // The app download page, whose path the specification doesn't show.
  { path: '/resources/app-download', access: 'anybody', layout: 'resources' },
];

export const closedRoutes: readonly RouteRow[] = [
  { path: '/dashboard', access: 'anySignedIn', layout: 'dashboard', name: 'dashboard' },

  ...inModule({ access: 'anySignedIn', countries: plAndCz }, [
    { path: '/consumption', layout: 'map', name: 'consumption-index' },
    { path: '/consumption/{property}', name: 'consumption-property' },
    { path: '/consumption/{property}/{tenant}', name: 'consumption-tenant' },
    { path: '/consumption/{property}/{tenant}/deviation' },
  ]),

  ...inModule({ access: notDomea, countries: plAndCz }, [
    { path: '/warnings', layout: 'map', name: 'warnings-and-alerts-index' },
    { path: '/warnings/property-warnings-list', name: 'warnings-and-alerts-property-list' },
    { path: '/warnings/settings' },
    { path: '/warnings/settings/water-spill' },
    { path: '/warnings/settings/water-leakage' },
    { path: '/warnings/settings/temperature' },
    { path: '/warnings/settings/high-water-consumption' },
    { path: '/warnings/settings/high-humidity' },
    { path: '/warnings/settings/co2' },
    { path: '/warnings/settings/form', name: 'warnings-and-alerts-settings-form' },
  ]),

  ...inModule({ access: notDomea, countries: plAndCz }, [
    { path: '/reports', name: 'report-index' },
    { path: '/reports/list', name: 'report-list' },
    { path: '/reports/job-list', name: 'report-job-list' },
    { path: '/reports/live-preview', name: 'report-live-preview' },
    { path: '/reports/create/report', name: 'create-report' },
    { path: '/reports/create/job', name: 'create-report-job' },
    { path: '/reports/edit/{jobId}', name: 'edit-report-job' },
  ]),

  ...inModule({ access: notDomea, countries: ['PL'] }, [
    { path: '/advanced-reports', name: 'advanced-reports-index' },
    { path: '/advanced-reports/water-balance', name: 'advanced-reports-water-balance-index' },
  ]),

  ...inModule({ access: notDomea, countries: plAndCz }, [
    { path: '/document-archive', layout: 'map', name: 'document-archive-index' },
    {
      path: '/document-archive/available-documents',
      name: 'document-archive-available-documents',
    },
  ]),

  ...inModule({ access: 'anySignedIn', countries: all }, [
    { path: '/profile-settings', name: 'profile-settings-index' },
    { path: '/profile-settings/profile' },
    { path: '/profile-settings/security' },
    { path: '/profile-settings/preferences' },
    { path: '/contact-form', name: 'contact-form-index' },
  ]),

  {
    path: '/billing-admin',
    access: { anyRole: 'portal_super_admin' },
    name: 'billing-admin-index',
    countries: all,
  },

  ...inModule({ access: admin, countries: all }, [
    { path: '/sub-admin', name: 'sub-admin-index' },
    { path: '/sub-admin/create-admin' },
    { path: '/sub-admin/{identifier}' },
  ]),

  ...inModule({ access: support, countries: plAndCz }, [
    { path: '/user-management', name: 'user-management-index' },
    { path: '/user-management/registers', name: 'user-management-logs-index' },
    { path: '/user-management/registers/{username}', name: 'logs-preview' },
    { path: '/user-management/packages', name: 'package-index' },
    { path: '/user-management/packages/preview', name: 'package-preview' },
    { path: '/user-management/packages/form', name: 'package-form' },
    { path: '/user-management/admin', name: 'admin-index' },
    { path: '/user-management/admin/form', name: 'admin-form' },
    { path: '/user-management/admin/permission', name: 'admin-permission' },
    { path: '/user-management/admin/{adminId}/sub-admin', name: 'admin-sub-admin-index' },
    { path: '/user-management/admin/{adminId}/sub-admin/form', name: 'admin-sub-admin-form' },
  ]),
];

/** Routes that the product has beyond the specification, with the access that they must have. */
export const furtherRoutes: readonly RouteRow[] = [
  {
    path: '/consumption/{property}/{tenant}/information',
    access: 'anySignedIn',
    countries: plAndCz,
  },
  ...inModule({ access: support, countries: all }, [
    { path: '/readings' },
    { path: '/readings/questions' },
    { path: '/readings/imports/{import}' },
  ]),
];

function inModule(
  shared: Pick<RouteRow, 'access' | 'countries'>,
  rows: readonly Omit<RouteRow, 'access' | 'countries'>[],
): RouteRow[] {
  return rows.map((row) => ({ ...shared, ...row }));
}

/** Whether a row lets somebody in who holds these roles; undefined for somebody not signed in. */
export function letsIn({ access }: RouteRow, held: readonly Role[] | undefined): boolean {
  if (access === 'anybody') return true;
  if (held === undefined) return false;
  if (access === 'anySignedIn') return true;
  return 'notRole' in access ? !held.includes(access.notRole) : held.includes(access.anyRole);
}

/** Nobody signed in, then each role, roles together, and somebody who was given none. */
export const holders: readonly (readonly Role[] | undefined)[] = [
  undefined,
  [],
  ...roles.map((role) => [role]),
  ['portal_user', 'portal_admin'],
  ['portal_user', 'portal_domea'],
  ['portal_admin', 'portal_domea'],
  ['portal_admin', 'portal_support'],
  ['portal_domea', 'portal_support'],
  ['portal_support', 'portal_super_admin'],
  [...roles],
];

interface EntryRow {
  /** The module's. */
  readonly id: string;
  readonly anyFeature?: readonly Feature[];
  readonly anyRole?: Role;
  readonly countries: readonly Country[];
  readonly hiddenFrom?: Role;
  readonly forVisitors?: true;
}

const reportFeatures: readonly Feature[] = [
  'REPORT_DEVICE_READING',
  'REPORT_LIVE_PREVIEW',
  'REPORT_DEVICE_CONSUMPTION',
  'REPORT_APARTMENT_CONSUMPTION',
  'REPORT_REVERSE_FLOW',
  'REPORT_ZERO_LOW_CONSUMPTION',
  'REPORT_AREA_ANALYSIS',
  'REPORT_AMM_ERRORS',
  'REPORT_JOB',
  'REPORT_FLAT_CONSUMPTION',
];
const warningFeatures: readonly Feature[] = [
  'WARNING_WATER_LEAKAGE',
  'WARNING_WATER_SPILL',
  'WARNING_SMOKE_DETECTION',
  'WARNING_TEMPERATURE',
  'WARNING_HIGH_HUMIDITY',
  'WARNING_CO2',
  'WARNING_HIGH_WATER_CONSUMPTION',
];

/** The main navigation, in its order. */
export const navigationRows: readonly EntryRow[] = [
  {
    id: 'consumption',
    anyFeature: ['CONSUMPTION_BASIC', 'CONSUMPTION_ADV'],
    countries: plAndCz,
  },
  {
    id: 'reports',
    anyFeature: reportFeatures,
    countries: plAndCz,
    hiddenFrom: 'portal_domea',
  },
  {
    id: 'document-archive',
    anyFeature: ['DOCUMENT_ARCH_ARCHIVE'],
    countries: plAndCz,
    hiddenFrom: 'portal_domea',
  },
  {
    id: 'warnings',
    anyFeature: warningFeatures,
    countries: plAndCz,
    hiddenFrom: 'portal_domea',
  },
  {
    id: 'advanced-reports',
    anyFeature: ['ADV_REPORT_WATER_BALANCE'],
    countries: ['PL'],
    hiddenFrom: 'portal_domea',
  },
  { id: 'user-management', anyRole: 'portal_support', countries: plAndCz },
];

/**
 * The user's menu, in its order: alerts, profile settings, custom report, sub-user list and privacy
 * policy. Logging out is the shell's. Who may not enter a route isn't sent there.
 */
export const userMenuRows: readonly EntryRow[] = [
  {
    id: 'warnings',
    anyFeature: warningFeatures,
    countries: plAndCz,
    hiddenFrom: 'portal_domea',
  },
  { id: 'profile-settings', countries: all },
  {
    id: 'reports',
    anyFeature: reportFeatures,
    countries: plAndCz,
    hiddenFrom: 'portal_domea',
  },
  { id: 'sub-admin', anyRole: 'portal_admin', countries: all },
  { id: 'resources', countries: all, forVisitors: true },
];

/** The top bar: contact and FAQ; the documents come with the document archive. */
export const topBarRows: readonly EntryRow[] = [
  { id: 'contact', countries: all },
  { id: 'resources', countries: all, forVisitors: true },
];

export function isShown(
  row: EntryRow,
  country: Country,
  held: readonly Role[] | undefined,
  licensed: readonly Feature[],
): boolean {
  if (!row.countries.includes(country)) return false;
  if (held === undefined) return row.forVisitors ?? false;
  if (row.hiddenFrom && held.includes(row.hiddenFrom)) return false;
  if (row.anyRole && !held.includes(row.anyRole)) return false;
  return !row.anyFeature || row.anyFeature.some((feature) => licensed.includes(feature));
}
