import type { z } from 'zod';
import { accountOperations } from './account.ts';
import { activityLogOperations } from './activityLog.ts';
import { administratorOperations } from './administrators.ts';
import { alertOperations } from './alerts.ts';
import { billingAdminOperations } from './billingAdmins.ts';
import { consumptionOperations } from './consumption.ts';
import { contactOperations } from './contact.ts';
import { coreOperations } from './core.ts';
import { dashboardOperations } from './dashboard.ts';
import { documentManagementOperations } from './documentManagement.ts';
import { documentOperations } from './documents.ts';
import { explanationOperations } from './explanations.ts';
import { importOperations } from './imports.ts';
import { jobOperations } from './jobs.ts';
import { liveOperations } from './live.ts';
import { moduleSwitchOperations } from './moduleSwitches.ts';
import type { Ascending, Operation } from './operation.ts';
import { permissionPackageOperations } from './permissionPackages.ts';
import { previewOperations } from './previews.ts';
import { propertyOperations } from './property.ts';
import { rankingOperations } from './ranking.ts';
import { readingQuestionOperations } from './readingQuestions.ts';
import { reportJobOperations } from './reportJobs.ts';
import { reportPresetOperations } from './reportPresets.ts';
import { reportOperations } from './reports.ts';
import { searchOperations } from './search.ts';
import { setDateOperations } from './setDates.ts';
import { staticFileOperations } from './staticFiles.ts';
import { subAdministratorOperations } from './subAdministrators.ts';
import { subAdministratorOfOperations } from './subAdministratorsOf.ts';
import { supplyFactOperations } from './supplyFacts.ts';
import { supportMessageOperations } from './supportMessages.ts';
import { uploadOperations } from './uploads.ts';
import { warningSettingOperations } from './warningSettings.ts';
import { warningOperations } from './warnings.ts';
import { waterBalanceOperations } from './waterBalance.ts';

/** Every call of the API by its id, which is how manifests name it. */
export const operations = {
  ...coreOperations,
  ...accountOperations,
  ...activityLogOperations,
  ...propertyOperations,
  ...searchOperations,
  ...dashboardOperations,
  ...consumptionOperations,
  ...rankingOperations,
  ...contactOperations,
  ...supportMessageOperations,
  ...importOperations,
  ...readingQuestionOperations,
  ...setDateOperations,
  ...supplyFactOperations,
  ...reportOperations,
  ...reportJobOperations,
  ...reportPresetOperations,
  ...liveOperations,
  ...documentOperations,
  ...administratorOperations,
  ...billingAdminOperations,
  ...subAdministratorOperations,
  ...subAdministratorOfOperations,
  ...explanationOperations,
  ...previewOperations,
  ...documentManagementOperations,
  ...waterBalanceOperations,
  ...jobOperations,
  ...warningOperations,
  ...warningSettingOperations,
  ...alertOperations,
  ...uploadOperations,
  ...staticFileOperations,
  ...moduleSwitchOperations,
  ...permissionPackageOperations,
} as const satisfies Record<string, Operation>;

type Operations = typeof operations;

export type OperationId = keyof Operations;

/** The operations whose answers' changes are told at `changesPath` (`pushes`). */
export type PushedCall = {
  [Id in OperationId]: Operations[Id] extends { readonly pushes: true } ? Id : never;
}[OperationId];

type Part<Id extends OperationId, Key extends 'params' | 'query' | 'body'> =
  Operations[Id] extends Record<Key, infer Schema extends z.ZodType> ? Schema : never;

/** What a caller passes: defaults may be left out. */
export type OperationInput<Id extends OperationId> = ([Part<Id, 'params'>] extends [never]
  ? unknown
  : { params: z.input<Part<Id, 'params'>> }) &
  ([Part<Id, 'query'>] extends [never] ? unknown : { query: z.input<Part<Id, 'query'>> }) &
  ([Part<Id, 'body'>] extends [never] ? unknown : { body: z.input<Part<Id, 'body'>> });

/** What a handler receives: parsed, with defaults filled in. */
export interface OperationRequest<Id extends OperationId> {
  params: [Part<Id, 'params'>] extends [never] ? undefined : z.output<Part<Id, 'params'>>;
  query: [Part<Id, 'query'>] extends [never] ? undefined : z.output<Part<Id, 'query'>>;
  body: [Part<Id, 'body'>] extends [never] ? undefined : z.output<Part<Id, 'body'>>;
}

/** The fields that an operation's answer is sorted by, as its query lists them. */
export type SortField<Id extends OperationId> = OperationRequest<Id>['query'] extends {
  sort?: infer Sort;
}
  ? Ascending<Extract<Sort, string>>
  : never;

export type OperationResponse<Id extends OperationId> = z.output<Operations[Id]['response']>;

export function isOperationId(id: string): id is OperationId {
  return Object.hasOwn(operations, id);
}

export function isPushed(call: string): call is PushedCall {
  return isOperationId(call) && 'pushes' in operations[call];
}
