import type { z } from 'zod';
import {
  accountLevelSchema,
  featureGroupSchema,
  featureSchema,
  roleSchema,
} from '../entities/access.ts';
import { activityKindSchema, activityTypeSchema } from '../entities/activity.ts';
import {
  administratorKindSchema,
  administratorStateSchema,
  assignmentSchema,
} from '../entities/administrator.ts';
import {
  alertTimingSchema,
  deliveryResultSchema,
  mailKindSchema,
  webhookStateSchema,
} from '../entities/alert.ts';
import { attentionKindSchema } from '../entities/attention.ts';
import {
  comparisonSchema,
  deviationVerdictSchema,
  intervalStatusSchema,
  periodLimitSchema,
  timeframeSchema,
} from '../entities/consumption.ts';
import { contactTopicSchema } from '../entities/contact.ts';
import { consumptionGroupSchema, deviceCategorySchema } from '../entities/device.ts';
import {
  billingTypeSchema,
  documentStatusSchema,
  documentTypeSchema,
  packageStatusSchema,
} from '../entities/document.ts';
import { thingKindSchema, thingStateSchema } from '../entities/explanation.ts';
import {
  dateOrderSchema,
  decimalSignSchema,
  importColumnSchema,
  importFaultSchema,
  importKindSchema,
  importStatusSchema,
} from '../entities/importRun.ts';
import { contactPurposeSchema, energySourceSchema } from '../entities/information.ts';
import { jobQueueNameSchema, jobQueueStateSchema } from '../entities/jobQueue.ts';
import { languageSchema } from '../entities/market.ts';
import {
  moduleChangeSchema,
  moduleChoiceSchema,
  moduleSourceSchema,
  moduleStateSchema,
  moduleThingSchema,
} from '../entities/moduleSwitch.ts';
import { periodUnitSchema } from '../entities/periodChoice.ts';
import { grantSchema } from '../entities/permissionPackage.ts';
import { sessionPlaceSchema } from '../entities/profile.ts';
import {
  readingExplanationSchema,
  readingQuestionKindSchema,
} from '../entities/readingQuestion.ts';
import {
  columnSeparatorSchema,
  reportFailureSchema,
  reportFormatSchema,
  reportJobTypeSchema,
  reportStatusSchema,
  reportTypeSchema,
  samplingSchema,
} from '../entities/report.ts';
import {
  deviceErrorKindSchema,
  meterRoleSchema,
  reportColumnNameSchema,
  reverseFlowSchema,
} from '../entities/reportKinds.ts';
import { deviceStatusSchema } from '../entities/resource.ts';
import { staticFileTagSchema } from '../entities/staticFile.ts';
import { subAdministratorStateSchema } from '../entities/subAdministrator.ts';
import {
  energyMixOriginSchema,
  publicationStateSchema,
  supplyFactKindSchema,
} from '../entities/supplyFact.ts';
import { messageStateSchema } from '../entities/supportMessage.ts';
import {
  alertSchema,
  urgencySchema,
  warningEventSchema,
  warningHandlingSchema,
  warningStateSchema,
  warningStatusSchema,
  warningTypeSchema,
} from '../entities/warning.ts';
import { alertSettingSchema } from '../entities/warningSetting.ts';
import {
  balancedWaterSchema,
  balanceFigureSchema,
  balanceIssueSchema,
  balanceMonthsSchema,
  balanceSuspicionSchema,
  balanceTrendSchema,
  balanceVerdictSchema,
  missingSideSchema,
} from '../entities/waterBalance.ts';

/** Closed lists that manifests name; each value's label is the locale key enums:<name>.<value>. */
export const enumerations = {
  alert: alertSchema,
  alertSetting: alertSettingSchema,
  /** What each is, in a sentence. */
  alertSettingAbout: alertSettingSchema,
  alertTiming: alertTimingSchema,
  accountLevel: accountLevelSchema,
  activityKind: activityKindSchema,
  activityType: activityTypeSchema,
  attentionKind: attentionKindSchema,
  balancedWater: balancedWaterSchema,
  balanceFigure: balanceFigureSchema,
  balanceIssue: balanceIssueSchema,
  balanceMonths: balanceMonthsSchema,
  balanceSuspicion: balanceSuspicionSchema,
  balanceTrend: balanceTrendSchema,
  balanceVerdict: balanceVerdictSchema,
  billingType: billingTypeSchema,
  columnSeparator: columnSeparatorSchema,
  comparison: comparisonSchema,
  consumptionGroup: consumptionGroupSchema,
  contactTopic: contactTopicSchema,
  contactPurpose: contactPurposeSchema,
  deliveryResult: deliveryResultSchema,
  deviationVerdict: deviationVerdictSchema,
  deviceStatus: deviceStatusSchema,
  energyMixOrigin: energyMixOriginSchema,
  energySource: energySourceSchema,
  publicationState: publicationStateSchema,
  supplyFactKind: supplyFactKindSchema,
  deviceCategory: deviceCategorySchema,
  deviceErrorKind: deviceErrorKindSchema,
  documentStatus: documentStatusSchema,
  documentType: documentTypeSchema,
  feature: featureSchema,
  featureGroup: featureGroupSchema,
  grant: grantSchema,
  moduleChange: moduleChangeSchema,
  moduleChoice: moduleChoiceSchema,
  moduleSource: moduleSourceSchema,
  moduleState: moduleStateSchema,
  moduleThing: moduleThingSchema,
  dateOrder: dateOrderSchema,
  decimalSign: decimalSignSchema,
  importColumn: importColumnSchema,
  importFault: importFaultSchema,
  importKind: importKindSchema,
  importStatus: importStatusSchema,
  intervalStatus: intervalStatusSchema,
  jobQueue: jobQueueNameSchema,
  jobQueueState: jobQueueStateSchema,
  language: languageSchema,
  mailKind: mailKindSchema,
  meterRole: meterRoleSchema,
  missingSide: missingSideSchema,
  periodLimit: periodLimitSchema,
  periodUnit: periodUnitSchema,
  packageStatus: packageStatusSchema,
  readingExplanation: readingExplanationSchema,
  readingQuestion: readingQuestionKindSchema,
  reportFailure: reportFailureSchema,
  reportFormat: reportFormatSchema,
  reportJobType: reportJobTypeSchema,
  reportColumn: reportColumnNameSchema,
  reportStatus: reportStatusSchema,
  reportType: reportTypeSchema,
  reverseFlow: reverseFlowSchema,
  role: roleSchema,
  sampling: samplingSchema,
  sessionPlace: sessionPlaceSchema,
  staticFileTag: staticFileTagSchema,
  timeframe: timeframeSchema,
  urgency: urgencySchema,
  warningEvent: warningEventSchema,
  warningHandling: warningHandlingSchema,
  warningState: warningStateSchema,
  warningStatus: warningStatusSchema,
  warningType: warningTypeSchema,
  webhookState: webhookStateSchema,
  messageState: messageStateSchema,
  administratorState: administratorStateSchema,
  administratorKind: administratorKindSchema,
  subAdministratorState: subAdministratorStateSchema,
  thingKind: thingKindSchema,
  thingState: thingStateSchema,
  assignment: assignmentSchema,
} as const satisfies Record<string, z.ZodType>;

export type EnumerationName = keyof typeof enumerations;
