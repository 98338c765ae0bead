import type { BackgroundWork } from './backgroundWork.ts';
import type { Database } from './database/open.ts';
import { createAccountHandlers } from './features/account/account.routes.ts';
import { createAccountImport } from './features/accountImport/accountImport.ts';
import { createActivityLogHandlers } from './features/activityLog/activityLog.routes.ts';
import { withActivityLog } from './features/activityLog/loggedHandlers.ts';
import { createAdministratorHandlers } from './features/administrator/administrator.routes.ts';
import { createBillingAdminHandlers } from './features/administrator/billingAdmins.routes.ts';
import { createAlertHandlers } from './features/alerts/alerts.routes.ts';
import { createConsumptionHandlers } from './features/consumption/consumption.routes.ts';
import { createContactHandlers } from './features/contact/contact.routes.ts';
import { createMessageHandlers } from './features/contact/messages.routes.ts';
import { createDashboardHandlers } from './features/dashboard/dashboard.routes.ts';
import type { Archive } from './features/document/archive.ts';
import { createDocumentHandlers } from './features/document/document.routes.ts';
import { createManagedDocumentHandlers } from './features/document/managedDocuments.routes.ts';
import { createExplanationHandlers } from './features/explanation/explanation.routes.ts';
import { createJobHandlers } from './features/jobs/jobs.routes.ts';
import { createModuleHandlers } from './features/module/module.routes.ts';
import { createPeriodHandlers } from './features/period/period.routes.ts';
import { createPermissionPackageHandlers } from './features/permissionPackage/permissionPackage.routes.ts';
import { createPreviewHandlers } from './features/preview/preview.routes.ts';
import { createPropertyHandlers } from './features/property/property.routes.ts';
import { createReadingsHandlers } from './features/readings/readings.routes.ts';
import { createLiveHandlers } from './features/report/live.routes.ts';
import { createPresetHandlers } from './features/report/presets.routes.ts';
import { createReportHandlers, type ReportServices } from './features/report/report.routes.ts';
import { createResourceHandlers } from './features/resource/resource.routes.ts';
import { createSearchHandlers } from './features/search/search.routes.ts';
import { createSessionHandlers } from './features/session/session.routes.ts';
import { createStaticFileHandlers } from './features/staticFile/staticFile.routes.ts';
import { createSubAdministratorHandlers } from './features/subAdministrator/subAdministrator.routes.ts';
import { createSubAdministratorOfHandlers } from './features/subAdministrator/subAdministratorOf.routes.ts';
import { createTenantHandlers } from './features/tenant/tenant.routes.ts';
import { createUploadHandlers } from './features/upload/upload.routes.ts';
import { createWarningHandlers } from './features/warnings/warnings.routes.ts';
import { createWaterBalanceHandlers } from './features/waterBalance/waterBalance.routes.ts';
import type { Handlers } from './http/handler.ts';
import { createManifestHandlers } from './http/manifest.routes.ts';
import type { Identity } from './identity/identity.ts';
import type { Limits } from './identity/limits.ts';
import type { Jobs } from './jobs/jobs.ts';
import type { Mailer } from './mail/mailer.ts';
import type { ManifestService } from './manifests/serve/service.ts';

/** Who answers which operation: one not answered doesn't compile. */
export function createHandlers(deps: {
  database: Database;
  manifests: ManifestService;
  identity: Pick<Identity, 'directory' | 'endSession' | 'onLocked' | 'openLock'>;
  limits: Limits;
  mailer: Mailer;
  jobs: Pick<Jobs, 'depths' | 'retryFailed' | 'send'>;
  reporting: ReportServices;
  archive: Archive;
  background: BackgroundWork;
  publicUrl: string;
  forgottenDelayMs?: number;
  now: () => Date;
  /** Aborted when the portal is about to end. */
  stopping?: AbortSignal;
  /** Whether the operator has named a gateway for them. */
  phoneMessages?: boolean;
  /** Whether webhooks may lie in private networks. */
  webhookPrivateNetworks?: boolean;
}): Handlers {
  const handlers: Handlers = {
    ...createSessionHandlers(deps),
    ...createAccountHandlers(deps),
    ...createActivityLogHandlers(deps),
    ...createAdministratorHandlers(deps),
    ...createBillingAdminHandlers(deps),
    ...createSubAdministratorHandlers(deps),
    ...createSubAdministratorOfHandlers(deps),
    ...createExplanationHandlers(deps),
    ...createPreviewHandlers(deps),
    ...createManifestHandlers(deps.manifests),
    ...createPropertyHandlers(deps),
    ...createTenantHandlers(deps),
    ...createSearchHandlers(deps),
    ...createDashboardHandlers(deps),
    ...createConsumptionHandlers(deps),
    ...createContactHandlers(deps),
    ...createMessageHandlers({ ...deps, files: deps.archive.files }),
    ...createReadingsHandlers({
      ...deps,
      files: deps.archive.files,
      takers: createAccountImport(deps),
    }),
    ...createPeriodHandlers(deps),
    ...createResourceHandlers(deps),
    ...createReportHandlers(deps),
    ...createPresetHandlers(deps),
    ...createLiveHandlers(deps),
    ...createWaterBalanceHandlers(deps),
    ...createDocumentHandlers(deps),
    ...createJobHandlers(deps),
    ...createWarningHandlers(deps),
    ...createAlertHandlers(deps),
    ...createStaticFileHandlers({ ...deps, files: deps.archive.files }),
    ...createManagedDocumentHandlers({ ...deps, files: deps.archive.files }),
    ...createModuleHandlers(deps),
    ...createPermissionPackageHandlers(deps),
    ...createUploadHandlers({ ...deps, files: deps.archive.files }),
  };
  return withActivityLog(handlers);
}
