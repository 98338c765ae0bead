/** Where those operations live that are about who may do what; see paths.ts. */
export const administrationPaths = {
  'subAdministrator.list': { method: 'GET', path: '/api/sub-admin' },
  'subAdministrator.create': { method: 'POST', path: '/api/sub-admin' },
  'subAdministrator.get': { method: 'GET', path: '/api/sub-admin/{identifier}' },
  'subAdministrator.save': { method: 'PUT', path: '/api/sub-admin/{identifier}' },
  'subAdministrator.remove': { method: 'DELETE', path: '/api/sub-admin/{identifier}' },
  'subAdministrator.restore': { method: 'POST', path: '/api/sub-admin/{identifier}/restoration' },
  'subAdministrator.switch': { method: 'POST', path: '/api/sub-admin/{identifier}/state' },
  'subAdministrator.invite': { method: 'POST', path: '/api/sub-admin/{identifier}/invitation' },
  'subAdministrator.properties': { method: 'GET', path: '/api/sub-admin/{identifier}/property' },
  'subAdministrator.share': { method: 'PUT', path: '/api/sub-admin/{identifier}/property' },
  'subAdministrator.withdraw': {
    method: 'POST',
    path: '/api/sub-admin/{identifier}/property/withdrawal',
  },
  'subAdministrator.listOf': { method: 'GET', path: '/api/admin/{adminId}/sub-admin' },
  'subAdministrator.createOf': { method: 'POST', path: '/api/admin/{adminId}/sub-admin' },
  'subAdministrator.getOf': {
    method: 'GET',
    path: '/api/admin/{adminId}/sub-admin/{identifier}',
  },
  'subAdministrator.saveOf': {
    method: 'PUT',
    path: '/api/admin/{adminId}/sub-admin/{identifier}',
  },
  'subAdministrator.removeOf': {
    method: 'DELETE',
    path: '/api/admin/{adminId}/sub-admin/{identifier}',
  },
  'subAdministrator.restoreOf': {
    method: 'POST',
    path: '/api/admin/{adminId}/sub-admin/{identifier}/restoration',
  },
  'subAdministrator.switchOf': {
    method: 'POST',
    path: '/api/admin/{adminId}/sub-admin/{identifier}/state',
  },
  'subAdministrator.inviteOf': {
    method: 'POST',
    path: '/api/admin/{adminId}/sub-admin/{identifier}/invitation',
  },
  'subAdministrator.propertiesOf': {
    method: 'GET',
    path: '/api/admin/{adminId}/sub-admin/{identifier}/property',
  },
  'subAdministrator.shareOf': {
    method: 'PUT',
    path: '/api/admin/{adminId}/sub-admin/{identifier}/property',
  },
  'subAdministrator.withdrawOf': {
    method: 'POST',
    path: '/api/admin/{adminId}/sub-admin/{identifier}/property/withdrawal',
  },
  'administrator.list': { method: 'GET', path: '/api/admin' },
  'administrator.create': { method: 'POST', path: '/api/admin' },
  'administrator.get': { method: 'GET', path: '/api/admin/{adminId}' },
  'administrator.save': { method: 'PUT', path: '/api/admin/{adminId}' },
  'administrator.switch': { method: 'POST', path: '/api/admin/{adminId}/state' },
  'administrator.invite': { method: 'POST', path: '/api/admin/{adminId}/invitation' },
  'administrator.properties': { method: 'GET', path: '/api/admin/{adminId}/property' },
  'administrator.assign': { method: 'PUT', path: '/api/admin/{adminId}/property' },
  'administrator.assignmentForecast': {
    method: 'POST',
    path: '/api/admin/{adminId}/property/forecast',
  },
  'administrator.withdraw': { method: 'POST', path: '/api/admin/{adminId}/property/withdrawal' },
  'permissionPackage.list': { method: 'GET', path: '/api/package' },
  'permissionPackage.get': { method: 'GET', path: '/api/package/{package}' },
  'permissionPackage.create': { method: 'POST', path: '/api/package' },
  'permissionPackage.save': { method: 'PUT', path: '/api/package/{package}' },
  'permissionPackage.remove': { method: 'DELETE', path: '/api/package/{package}' },
  'permissionPackage.administrators': {
    method: 'GET',
    path: '/api/package/{package}/administrator',
  },
  'permissionPackage.features': { method: 'GET', path: '/api/feature' },
} as const;
