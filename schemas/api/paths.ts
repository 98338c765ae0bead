/**
 * Where each operation lives, with `{name}` for each path parameter. Apart from the schemas, so that
 * a page can call the API before zod is loaded.
 */
export const operationPaths = {
  'session.get': { method: 'GET', path: '/api/session' },
  'manifest.index': { method: 'GET', path: '/api/manifest' },
  'manifest.screen': { method: 'GET', path: '/api/manifest/screens/{screen}' },
  'manifest.texts': { method: 'GET', path: '/api/manifest/texts/{locale}' },
  'contact.send': { method: 'POST', path: '/api/contact' },
  'import.readings': { method: 'POST', path: '/api/import/readings' },
  'property.list': { method: 'GET', path: '/api/property' },
  'property.locations': { method: 'GET', path: '/api/property/locations' },
  'property.get': { method: 'GET', path: '/api/property/{property}' },
  'tenant.list': { method: 'GET', path: '/api/tenant' },
  'tenant.get': { method: 'GET', path: '/api/tenant/{tenant}' },
  'consumption.overview': { method: 'GET', path: '/api/consumption' },
  'consumption.tenants': { method: 'GET', path: '/api/consumption/tenant' },
  'consumption.period': { method: 'GET', path: '/api/consumption/period' },
  'consumption.categories': { method: 'GET', path: '/api/consumption/devicecategories' },
  'consumption.averageProperty': { method: 'GET', path: '/api/consumption/average/property' },
  'consumption.averageNational': { method: 'GET', path: '/api/consumption/average/national' },
  'consumption.degreeDays': { method: 'GET', path: '/api/consumption/degreeday/property' },
  'consumption.deviation': { method: 'GET', path: '/api/consumption/deviation' },
  'consumption.graph': { method: 'GET', path: '/api/consumptiongraph' },
} as const;
