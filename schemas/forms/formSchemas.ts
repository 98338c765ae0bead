import type { z } from 'zod';
import { warningNoteSchema, warningSnoozeSchema } from '../api/warnings.ts';
import { preferencesChangeSchema } from '../entities/account.ts';
import {
  administratorChangeSchema,
  administratorDraftSchema,
  propertyAssignmentSchema,
} from '../entities/administrator.ts';
import { alertChoiceSchema, webhookChangeSchema } from '../entities/alert.ts';
import { contactMessageSchema } from '../entities/contact.ts';
import { defaultPreferences } from '../entities/defaultPreferences.ts';
import { packageNameSchema } from '../entities/document.ts';
import { importUploadSchema } from '../entities/importRun.ts';
import { documentDraftSchema } from '../entities/managedDocument.ts';
import { moduleRollBackSchema, moduleSwitchDraftSchema } from '../entities/moduleSwitch.ts';
import { packageChangeSchema, packageDraftSchema } from '../entities/permissionPackage.ts';
import {
  emailChangeSchema,
  emailConfirmationSchema,
  languageChoiceSchema,
  passwordChangeSchema,
  passwordForgottenSchema,
  passwordResetSchema,
  profileChangeSchema,
  totpCodeSchema,
  totpRemovalSchema,
} from '../entities/profile.ts';
import { reportDefinitionSchema } from '../entities/report.ts';
import { setDateChangeSchema } from '../entities/setDate.ts';
import { staticFileChangeSchema, staticFileDraftSchema } from '../entities/staticFile.ts';
import {
  sharingSchema,
  subAdministratorChangeSchema,
  subAdministratorDraftSchema,
} from '../entities/subAdministrator.ts';
import { supplyFactChangeSchema } from '../entities/supplyFact.ts';
import { supportMessageChangeSchema } from '../entities/supportMessage.ts';
import { warningSettings } from '../entities/warningSetting.ts';
import { type CallsOf, type MeasuredType, measuredKinds } from '../kinds/warnings.ts';

type SettingSchemas = {
  readonly [Type in MeasuredType as `${CallsOf<Type>}Setting`]: (typeof warningSettings)[Type];
};
const settingSchemas = Object.fromEntries(
  Object.values(measuredKinds).map(({ type, formSchema }) => [formSchema, warningSettings[type]]),
) as SettingSchemas;

/** What forms can fill in, by the name that form files use. A form only narrows and arranges it. */
export const formSchemas = {
  administratorChange: administratorChangeSchema,
  administratorDraft: administratorDraftSchema,
  alertChoice: alertChoiceSchema,
  contactMessage: contactMessageSchema,
  documentDraft: documentDraftSchema,
  emailChange: emailChangeSchema,
  emailConfirmation: emailConfirmationSchema,
  importUpload: importUploadSchema,
  languageChoice: languageChoiceSchema,
  moduleRollBack: moduleRollBackSchema,
  moduleSwitchDraft: moduleSwitchDraftSchema,
  packageChange: packageChangeSchema,
  packageDraft: packageDraftSchema,
  packageName: packageNameSchema,
  passwordChange: passwordChangeSchema,
  passwordForgotten: passwordForgottenSchema,
  passwordReset: passwordResetSchema,
  preferences: preferencesChangeSchema,
  profileChange: profileChangeSchema,
  propertyAssignment: propertyAssignmentSchema,
  reportDefinition: reportDefinitionSchema,
  setDateChange: setDateChangeSchema,
  staticFileChange: staticFileChangeSchema,
  staticFileDraft: staticFileDraftSchema,
  sharing: sharingSchema,
  subAdministratorChange: subAdministratorChangeSchema,
  subAdministratorDraft: subAdministratorDraftSchema,
  supplyFactChange: supplyFactChangeSchema,
  supportMessageChange: supportMessageChangeSchema,
  totpCode: totpCodeSchema,
  totpRemoval: totpRemovalSchema,
  ...settingSchemas,
  warningNote: warningNoteSchema,
  warningSnooze: warningSnoozeSchema,
  webhookChange: webhookChangeSchema,
} as const satisfies Record<string, z.ZodObject>;

export type FormSchemaName = keyof typeof formSchemas;

/** What a form's fields are by default, where the schema itself knows. */
export const formDefaults: Partial<Record<FormSchemaName, object>> = {
  preferences: defaultPreferences,
  ...Object.fromEntries(
    Object.values(measuredKinds).map(({ formSchema, defaults, urgency }) => [
      formSchema,
      urgency === null ? defaults : { ...defaults, urgency },
    ]),
  ),
};

export function isFormSchemaName(name: string): name is FormSchemaName {
  return Object.hasOwn(formSchemas, name);
}
