import { type OperationId, operations } from '../../../../schemas/api/operations.ts';
import type { Role } from '../../../../schemas/entities/access.ts';
import { measuredKinds } from '../../../../schemas/kinds/warnings.ts';
import type { Comparison } from '../../../support/labels.ts';

/**
 * Who may call what: the specification's table (§2, §6), written by hand. A call that isn't listed
 * fails, so that nobody forgets to say whom it is for.
 */

export interface Row {
  readonly who: 'anybody' | 'anySignedIn' | { anyRole: Role | readonly Role[] };
  /** The session needs a feature that licenses the module. */
  readonly isLicensed?: true;
  /** Who holds it is barred, whatever else they hold. */
  readonly notRole?: Role;
  readonly operations: readonly OperationId[];
}

export const operationTable: Readonly<Record<string, Row>> = {
  'what the page itself needs': {
    who: 'anybody',
    operations: ['manifest.index', 'manifest.screen', 'manifest.texts'],
  },
  'links from mails': {
    who: 'anybody',
    operations: [
      ...(['password.forgot', 'password.check', 'password.reset'] as const),
      ...(['email.check', 'email.confirm', 'lock.open'] as const),
      ...(['subscription.check', 'subscription.change'] as const),
    ],
  },
  'the own session': {
    who: 'anySignedIn',
    operations: [
      ...([
        'session.get',
        'language.save',
        'preferences.get',
        'preferences.sample',
        'preferences.sampleLine',
        'preferences.save',
      ] as const),
      ...(['session.end', 'preview.end', 'search.find', 'dashboard.today'] as const),
    ],
  },
  'the own account': {
    who: 'anySignedIn',
    operations: [
      ...(['profile.get', 'profile.save', 'notifications.save', 'activity.own'] as const),
      ...(['sessions.own', 'sessions.endOne'] as const),
      ...(['password.change', 'email.change'] as const),
      ...(['totp.get', 'totp.begin', 'totp.confirm', 'totp.remove', 'totp.turnOff'] as const),
    ],
  },
  contact: { who: 'anySignedIn', operations: ['contact.send', 'contact.links'] },
  'files for everybody': {
    who: 'anySignedIn',
    notRole: 'portal_domea',
    operations: ['static.files', 'static.download'],
  },
  'looking after files for everybody': {
    who: { anyRole: ['portal_support', 'portal_super_admin'] },
    operations: [
      ...(['staticFile.list', 'staticFile.get', 'staticFile.create'] as const),
      ...(['staticFile.save', 'staticFile.move', 'staticFile.remove'] as const),
    ],
  },
  'documents of a market': {
    who: { anyRole: 'portal_support' },
    operations: [
      ...(['managedDocument.properties', 'managedDocument.property'] as const),
      ...(['managedDocument.tenants', 'managedDocument.list', 'managedDocument.create'] as const),
      ...(['managedDocument.release', 'managedDocument.remove'] as const),
      'managedDocument.ticket',
    ],
  },
  'the activity log': {
    who: { anyRole: 'portal_support' },
    operations: [
      ...(['activityLog.list', 'activityLog.user', 'activityLog.ofUser'] as const),
      'activityLog.file',
    ],
  },
  'messages of customers': {
    who: { anyRole: 'portal_support' },
    operations: [
      ...(['supportMessage.count', 'supportMessage.list', 'supportMessage.get'] as const),
      ...(['supportMessage.change', 'supportMessage.history'] as const),
      ...(['supportMessage.attachments', 'supportMessage.ticket'] as const),
    ],
  },
  uploads: { who: 'anySignedIn', operations: ['upload.create', 'upload.remove'] },
  consumption: {
    who: 'anySignedIn',
    isLicensed: true,
    operations: [
      ...(['property.list', 'property.locations', 'property.get', 'property.find'] as const),
      ...(['property.unread', 'consumption.month', 'consumption.changes'] as const),
      ...(['consumption.year'] as const),
      ...(['consumption.properties', 'consumption.flats'] as const),
      ...(['tenant.list', 'tenant.get', 'tenant.find', 'resource.list'] as const),
      ...(['period.list', 'period.billing'] as const),
      ...(['consumption.overview', 'consumption.tenants', 'consumption.period'] as const),
      ...(['consumption.shown'] as const),
      ...(['consumption.categories', 'consumption.graph', 'consumption.deviation'] as const),
      ...(['consumption.averageProperty', 'consumption.averageNational'] as const),
      ...(['consumption.degreeDays', 'consumption.information'] as const),
      ...(['consumption.supply', 'consumption.energyMix', 'consumption.contacts'] as const),
    ],
  },
  'reports and jobs': {
    who: 'anySignedIn',
    isLicensed: true,
    notRole: 'portal_domea',
    operations: [
      ...(['report.list', 'report.create', 'report.get', 'report.definition'] as const),
      ...(['report.latest', 'report.cancel', 'report.retry', 'report.remove'] as const),
      ...(['report.ticket', 'report.estimate'] as const),
      ...(['reportJob.list', 'reportJob.create', 'reportJob.get', 'reportJob.definition'] as const),
      ...(['reportJob.save', 'reportJob.remove', 'reportJob.pause', 'reportJob.resume'] as const),
      ...(['reportJob.latest', 'reportJob.run', 'live.header', 'live.data'] as const),
      ...(['reportDefinition.list', 'reportDefinition.jobs', 'reportDefinition.columns'] as const),
      ...(['reportDefinition.file', 'reportPreset.list', 'reportPreset.start'] as const),
    ],
  },
  warnings: {
    who: 'anySignedIn',
    isLicensed: true,
    notRole: 'portal_domea',
    operations: [
      ...(['warning.list', 'warning.count', 'warning.properties', 'warning.get'] as const),
      ...(['warning.history', 'warning.acknowledge', 'warning.snooze', 'warning.resolve'] as const),
      ...(['warning.graph', 'warning.limit', 'warning.days', 'warning.silent'] as const),
      ...(['warning.statuses', 'warningSetting.list', 'warningSetting.switch'] as const),
      ...(['warningSetting.types', 'warningSetting.switchAll'] as const),
      ...(['warningSetting.switchBack'] as const),
      ...Object.values(measuredKinds).flatMap(
        ({ calls }) => [`${calls}.get`, `${calls}.save`, `${calls}.forecast`] as const,
      ),
      ...(['alertChoice.get', 'alertChoice.save'] as const),
    ],
  },
  webhooks: {
    who: { anyRole: 'portal_admin' },
    isLicensed: true,
    notRole: 'portal_domea',
    operations: [
      ...(['webhook.get', 'webhook.save', 'webhook.remove', 'webhook.keepSecret'] as const),
      ...(['webhook.switch', 'webhook.test'] as const),
    ],
  },
  'water balance': {
    who: 'anySignedIn',
    isLicensed: true,
    notRole: 'portal_domea',
    operations: [
      ...(['waterBalance.get', 'waterBalance.graph', 'waterBalance.readingDates'] as const),
      ...(['waterBalance.properties', 'waterBalance.property'] as const),
    ],
  },
  'document archive': {
    who: 'anySignedIn',
    isLicensed: true,
    notRole: 'portal_domea',
    operations: [
      ...(['document.list', 'document.types', 'document.billingTypes'] as const),
      ...(['document.periods', 'document.ticket', 'document.locations'] as const),
      ...(['document.properties', 'document.tenants', 'document.choices'] as const),
      ...(['documentPackage.create', 'documentPackage.list', 'documentPackage.remove'] as const),
      ...(['documentPackage.ticket'] as const),
    ],
  },
  'own sub-administrators': {
    who: { anyRole: 'portal_admin' },
    operations: [
      ...(['subAdministrator.list', 'subAdministrator.get', 'subAdministrator.create'] as const),
      ...(['subAdministrator.save', 'subAdministrator.takeEmailBack'] as const),
      'subAdministrator.switch',
      ...(['subAdministrator.invite', 'subAdministrator.remove'] as const),
      ...(['subAdministrator.restore', 'subAdministrator.properties'] as const),
      ...(['subAdministrator.share', 'subAdministrator.withdraw'] as const),
      ...(['subAdministrator.sharingForecast', 'subAdministrator.accessChanges'] as const),
      'subAdministrator.undoAccess',
    ],
  },
  'administrators of a market': {
    who: { anyRole: 'portal_support' },
    operations: [
      ...(['administrator.list', 'administrator.get', 'administrator.create'] as const),
      ...(['administrator.save', 'administrator.switch', 'administrator.invite'] as const),
      ...(['administrator.takeEmailBack', 'administrator.properties'] as const),
      'administrator.assign',
      ...(['administrator.assignmentForecast', 'administrator.withdraw'] as const),
      ...(['administrator.accessChanges', 'administrator.undoAccess'] as const),
      ...(['explanation.account', 'explanation.things'] as const),
    ],
  },
  'other accounts as they are': {
    who: { anyRole: ['portal_support', 'portal_super_admin'] },
    operations: ['preview.start'],
  },
  'billing administrators to choose from': {
    who: { anyRole: 'portal_support' },
    operations: ['billingAdmin.choices'],
  },
  'the search for billing administrators': {
    who: { anyRole: 'portal_super_admin' },
    operations: ['billingAdmin.search'],
  },
  'sub-administrators of an administrator': {
    who: { anyRole: 'portal_support' },
    operations: [
      ...(['subAdministrator.listOf', 'subAdministrator.getOf'] as const),
      ...(['subAdministrator.createOf', 'subAdministrator.saveOf'] as const),
      ...(['subAdministrator.switchOf', 'subAdministrator.inviteOf'] as const),
      ...(['subAdministrator.removeOf', 'subAdministrator.restoreOf'] as const),
      ...(['subAdministrator.propertiesOf', 'subAdministrator.shareOf'] as const),
      ...(['subAdministrator.withdrawOf', 'subAdministrator.takeEmailBackOf'] as const),
      ...(['subAdministrator.sharingForecastOf', 'subAdministrator.accessChangesOf'] as const),
      'subAdministrator.undoAccessOf',
    ],
  },
  'modules of the market': {
    who: { anyRole: 'portal_support' },
    operations: [
      ...(['module.list', 'module.get', 'module.effects'] as const),
      ...(['module.history', 'module.switch', 'module.rollBack'] as const),
    ],
  },
  'permission packages': {
    who: { anyRole: 'portal_support' },
    operations: [
      ...(['permissionPackage.list', 'permissionPackage.get'] as const),
      ...(['permissionPackage.create', 'permissionPackage.save'] as const),
      ...(['permissionPackage.remove', 'permissionPackage.administrators'] as const),
      'permissionPackage.features',
    ],
  },
  'files, with a ticket': {
    who: 'anybody',
    operations: [
      ...(['report.file', 'document.file', 'documentPackage.file'] as const),
      'supportMessage.file',
      'managedDocument.file',
    ],
  },
  readings: {
    who: { anyRole: 'portal_support' },
    operations: [
      ...(['import.readings', 'import.file', 'import.list', 'import.get'] as const),
      ...(['import.rejections', 'import.rejectionsFile'] as const),
      ...(['import.forecast', 'import.start', 'import.sources'] as const),
      ...(['readingQuestion.list', 'readingQuestion.answer', 'setDate.change'] as const),
      'supplyFact.change',
      ...(['jobs.status', 'jobs.failures', 'jobs.retry'] as const),
    ],
  },
};

/** Each call stands in the table, once. */
export function compareOperationTable(): Comparison {
  const listed = Object.values(operationTable).flatMap((row) => row.operations);
  return { found: listed.toSorted(), wanted: Object.keys(operations).toSorted() };
}
