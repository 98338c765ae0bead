import { z } from 'zod';
import type { OperationId, OperationRequest, operations } from '../../../schemas/api/operations.ts';
import { preferencesSchema } from '../../../schemas/entities/account.ts';
import type { ActivityType } from '../../../schemas/entities/activity.ts';
import { alertChoiceSchema, webhookSchema } from '../../../schemas/entities/alert.ts';
import { documentPackageSchema } from '../../../schemas/entities/document.ts';
import { jobQueueSchema } from '../../../schemas/entities/jobQueue.ts';
import { type Locale, languageOf } from '../../../schemas/entities/languages.ts';
import { managedDocumentSchema } from '../../../schemas/entities/managedDocument.ts';
import { languageChoiceSchema } from '../../../schemas/entities/profile.ts';
import {
  reportDefinitionSchema,
  reportJobSchema,
  reportSchema,
} from '../../../schemas/entities/report.ts';
import { type SetDateChange, setDateChangeSchema } from '../../../schemas/entities/setDate.ts';
import { managedStaticFileSchema } from '../../../schemas/entities/staticFile.ts';
import { type SupplyFactChange, storedFactSchema } from '../../../schemas/entities/supplyFact.ts';
import { supportMessageSchema } from '../../../schemas/entities/supportMessage.ts';
import { warningSchema } from '../../../schemas/entities/warning.ts';
import { settingRowSchema, warningSettings } from '../../../schemas/entities/warningSetting.ts';
import {
  type MeasuredType,
  measuredKinds,
  type SettingCall,
} from '../../../schemas/kinds/warnings.ts';
import type { Transaction } from '../../database/open.ts';
import { readDepths } from '../../jobs/jobs.repository.ts';
import type { Session } from '../../session.ts';
import { readProfile } from '../account/account.repository.ts';
import { readChoice } from '../alerts/choice.repository.ts';
import { findWebhook } from '../alerts/webhook.repository.ts';
import { findMessage } from '../contact/messages.repository.ts';
import { findManagedDocument } from '../document/managedDocuments.repository.ts';
import { findPackage } from '../document/packages.repository.ts';
import { findSetDates } from '../readings/setDates.repository.ts';
import { findStoredFact, writeSubject } from '../readings/supplyFacts.service.ts';
import { findReport } from '../report/report.repository.ts';
import { findOwnJob } from '../report/reportJobs.repository.ts';
import { readPreferences } from '../session/preferences.repository.ts';
import { findStaticFile } from '../staticFile/staticFiles.repository.ts';
import { listStates } from '../warnings/changes.repository.ts';
import { listOwnSettings } from '../warnings/settings.repository.ts';
import type { Objects } from './differences.ts';
import type { LoggedValues } from './loggedValues.ts';
import type { Watched } from './withEntry.ts';

/** The operations whose calls leave an entry. */
export type Logged = {
  [Id in OperationId]: (typeof operations)[Id] extends { logs: ActivityType } ? Id : never;
}[OperationId];

type Key = number | string;

interface Call<Request> {
  readonly request: Request;
  readonly session: Session;
}

/** What shows the objects that a call changes, as they are before and after it. */
interface SnapshotReader<Request> {
  readonly name: string;
  /** Fields that may be told, of which texts are left out all the same (loggedValues.ts). */
  readonly schema: z.ZodObject;
  readonly ids: (call: Call<Request>) => readonly Key[];
  readonly read: (tx: Transaction, call: Call<Request>, ids: readonly Key[]) => Promise<Objects>;
  /** What else is to be said. */
  readonly about?: LoggedValues;
}

/** One object; undefined where it isn't there (any more). */
function one<Request, Id extends Key>(
  { name, schema }: Pick<SnapshotReader<Request>, 'name' | 'schema'>,
  id: (call: Call<Request>) => Id,
  find: (tx: Transaction, id: Id, session: Session) => Promise<object | undefined>,
): SnapshotReader<Request> {
  return {
    name,
    schema,
    ids: (call) => [id(call)],
    async read(tx, call) {
      const key = id(call);
      const found = await find(tx, key, call.session);
      return new Map(found && [[key, found]]);
    },
  };
}

/** What the own account has one of. */
const own = (
  schema: z.ZodObject,
  find: (tx: Transaction, accountId: number) => Promise<object | undefined>,
) => one({ name: 'account', schema }, ({ session }: Call<object>) => session.accountId, find);

const webhook = own(
  webhookSchema.pick({ state: true, lastResult: true, lastStatus: true }),
  async (tx, accountId) => {
    const found = await findWebhook(tx, accountId);
    if (!found) return { state: 'NONE' };
    const { isOn, lastResult, lastStatus } = found;
    return { state: isOn ? 'ON' : 'OFF', lastResult, lastStatus };
  },
);

const report = one(
  { name: 'report', schema: reportSchema.pick({ reportType: true, status: true, failure: true }) },
  ({ request }: Call<{ params: { report: number } }>) => request.params.report,
  (tx, id, { accountId }) => findReport(tx, accountId, id),
);

const setDate = one(
  { name: 'setDate', schema: setDateChangeSchema.pick({ day: true, month: true }) },
  ({ request: { body } }: Call<{ body: SetDateChange }>) =>
    JSON.stringify([body.worksNo, body.serialNumber || null]),
  async (tx, id, { user }) => {
    const [worksNo, serialNumber] = JSON.parse(id) as [string, string | null];
    const found = await findSetDates(tx, user.country, worksNo, serialNumber);
    const [month, day] = found?.setDate.split('-').map(Number) ?? [];
    return found && { day, month };
  },
);

const supplyFact = one(
  { name: 'supplyFact', schema: storedFactSchema },
  ({ request: { body } }: Call<{ body: SupplyFactChange }>) => writeSubject(body),
  (tx, id, { user }) => findStoredFact(tx, user.country, id),
);

const { isPaused, nextRun } = reportJobSchema.shape;
const reportJob = one(
  { name: 'reportJob', schema: reportDefinitionSchema.extend({ isPaused, nextRun }) },
  ({ request }: Call<{ params: { jobId: number } }>) => request.params.jobId,
  async (tx, id, { accountId }) => {
    const found = await findOwnJob(tx, accountId, id);
    return found && { ...found.definition, isPaused: found.isPaused, nextRun: found.nextRun };
  },
);

const document = one(
  { name: 'document', schema: managedDocumentSchema },
  ({ request }: Call<{ params: { document: number } }>) => request.params.document,
  async (tx, id, { user }) => {
    const found = await findManagedDocument(tx, user.country, id);
    if (!found) return undefined;
    const { documentType, periodBegin, periodEnd, status, bytes: size } = found;
    return { documentType, periodBegin, periodEnd, status, size };
  },
);

const documentPackage = one(
  { name: 'documentPackage', schema: documentPackageSchema.pick({ status: true }) },
  ({ request }: Call<{ params: { packageId: number } }>) => request.params.packageId,
  (tx, id) => findPackage(tx, id),
);

const staticFile = one(
  {
    name: 'staticFile',
    schema: managedStaticFileSchema
      .pick({ language: true, tags: true, size: true })
      .extend({ position: z.int() }),
  },
  ({ request }: Call<{ params: { staticFile: number } }>) => request.params.staticFile,
  async (tx, id, { user }) => {
    const found = await findStaticFile(tx, user.country, id);
    return found && { ...found, size: found.bytes };
  },
);

const message = one(
  { name: 'contactMessage', schema: supportMessageSchema.pick({ state: true }) },
  ({ request }: Call<{ params: { message: number } }>) => request.params.message,
  (tx, id, { user }) => findMessage(tx, user.country, id),
);

const queue = one(
  { name: 'queue', schema: jobQueueSchema.pick({ failed: true }) },
  ({ request }: Call<OperationRequest<'jobs.retry'>>) => request.params.queue,
  async (tx, name) => (await readDepths(tx, [name]))[0],
);

const warnings: SnapshotReader<{ body: { warnings: readonly number[] } }> = {
  name: 'warning',
  schema: z.object({
    state: warningSchema.shape.state,
    isAcknowledged: z.boolean(),
    snoozedUntil: z.iso.date().nullable(),
  }),
  ids: ({ request }) => request.body.warnings,
  async read(tx, _call, ids) {
    const rows = await listStates(tx, ids as number[]);
    return new Map(rows.map((row) => [row.id, row]));
  },
};

/** What counts for a type in some properties, and how the caller is told. */
function settings<Request>(
  alertOf: (request: Request) => MeasuredType,
  properties: (request: Request) => readonly number[],
): Omit<SnapshotReader<Request>, 'schema'> {
  return {
    name: 'warningSetting',
    ids: ({ request }) => properties(request),
    async read(tx, { request, session }, ids) {
      const asked = { accountId: session.accountId, alert: alertOf(request) };
      const rows = await listOwnSettings(tx, asked, ids as number[]);
      return new Map(
        rows.map(({ propertyId, limits, ...row }) => [propertyId, { ...row, ...limits }]),
      );
    },
  };
}

const settingOf = (alert: MeasuredType) => ({
  ...settings(
    () => alert,
    ({ body }: { body: { properties: readonly number[] } }) => body.properties,
  ),
  schema: warningSettings[alert],
  about: { alert },
});

const settingSaves = Object.fromEntries(
  Object.values(measuredKinds).map(({ type, calls }) => [`${calls}.save`, settingOf(type)]),
) as Record<SettingCall<'save'>, ReturnType<typeof settingOf>>;

const settingSwitch = {
  ...settings<OperationRequest<'warningSetting.switch'>>(
    ({ body }) => body.alert,
    ({ body }) => [body.property],
  ),
  schema: settingRowSchema.pick({ isOn: true }),
};

const isMade = 'makes what was not there: its request says what';
const saysAll = 'changes any number of properties: its request and answer say what and how many';

/** By each logged operation what shows its objects, or why nothing is to be said of them. */
const snapshots: { readonly [Id in Logged]: SnapshotReader<OperationRequest<Id>> | string } = {
  'language.save': own(languageChoiceSchema, async (tx, accountId) => {
    const { locale } = await readProfile(tx, accountId);
    return { language: languageOf(locale as Locale) };
  }),
  'preferences.save': own(preferencesSchema, readPreferences),
  'alertChoice.save': own(alertChoiceSchema, readChoice),
  'webhook.save': webhook,
  'webhook.remove': webhook,
  'webhook.switch': webhook,
  'webhook.test': webhook,
  'contact.send': isMade,
  'supportMessage.change': message,
  'jobs.retry': queue,
  'report.create': isMade,
  'reportPreset.start': isMade,
  'report.cancel': report,
  'report.retry': report,
  'report.remove': report,
  'reportJob.create': isMade,
  'reportJob.save': reportJob,
  'reportJob.remove': reportJob,
  'reportJob.pause': reportJob,
  'reportJob.resume': reportJob,
  'reportJob.run': isMade,
  'warningSetting.switch': settingSwitch,
  'warningSetting.switchAll': saysAll,
  'warningSetting.switchBack': saysAll,
  ...settingSaves,
  'warning.acknowledge': warnings,
  'warning.snooze': warnings,
  'warning.resolve': warnings,
  'managedDocument.create': isMade,
  'managedDocument.release': document,
  'managedDocument.remove': document,
  'documentPackage.create': isMade,
  'documentPackage.remove': documentPackage,
  'staticFile.create': isMade,
  'staticFile.save': staticFile,
  'staticFile.move': staticFile,
  'staticFile.remove': staticFile,
  'import.readings': 'its run says what it has read; corrections keep what was there',
  'import.file': 'its run says what it has read; corrections keep what was there',
  'import.start': 'its run says what it has read; corrections keep what was there',
  'setDate.change': setDate,
  'supplyFact.change': supplyFact,
  'readingQuestion.answer': 'a question that is open has no answer before it',
};

/** What a call's entry tells beside its request. */
export function findShown(
  id: Logged,
  request: object,
  session: Session,
): { readonly watched?: Watched; readonly about?: LoggedValues } {
  const found = snapshots[id] as SnapshotReader<object> | string;
  if (typeof found === 'string') return {};
  const { name, schema, about = {} } = found;
  const call = { request, session };
  const ids = [...new Set(found.ids(call))];
  return { about, watched: { name, schema, ids, read: (tx) => found.read(tx, call, ids) } };
}

/** Why calls of an operation tell nothing of before; undefined when they do. */
export function reasonForNoBefore(id: Logged): string | undefined {
  const found = snapshots[id];
  return typeof found === 'string' ? found : undefined;
}
