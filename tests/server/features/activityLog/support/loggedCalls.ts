import { expect } from 'vitest';
import { measuredKinds, type SettingCall } from '../../../../../schemas/kinds/warnings.ts';
import type { Logged } from '../../../../../server/features/activityLog/snapshots.ts';
import type { Matrix } from '../../../http/isolation/interrogate.ts';
import type { Principal } from '../../../http/isolation/principals.ts';
import { day } from '../../../http/isolation/world.ts';
import { addFailedJob, addQuestion, addRow, type Insert, uploadFile } from './things.ts';

/** In every text that is sent: no entry may have it. */
export const secret = 'Correct-horse-battery-1';

/** A logged call that succeeds, and what its entry says. */
interface LoggedCall {
  readonly as?: Principal;
  readonly params?: Readonly<Record<string, string | number>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** The entry's details; # is an id that nobody chose. */
  readonly says: string;
  /** The same again changes nothing. */
  readonly again?: 'nothing';
}

type Prepare = (matrix: Matrix) => Promise<LoggedCall> | LoggedCall;

const accountOf = ({ world: { names } }: Matrix) => ({ id: names.own.id as string });
const property = ({ world: { names } }: Matrix) => names.own.property as number;

const definition = {
  reportName: secret,
  reportType: 'DEVICE_READING',
  sampling: 'DAILY',
  format: 'CSV',
};
const days = { startDate: '2026-01-01', endDate: '2026-01-31' };
const jobDefinition = {
  ...definition,
  reportType: 'DEVICE_READING_JOB',
  timeBackwards: 31,
  generationDay: 3,
};

const ofAccount = (matrix: Matrix): Insert => ({
  account_id: matrix.world.holders.own,
  country: 'PL',
  created_at: new Date(),
});
const addReport = (matrix: Matrix, status: string) =>
  addRow(matrix, 'report', { ...ofAccount(matrix), definition, status });
const addJob = (matrix: Matrix, is_paused: boolean) =>
  addRow(matrix, 'report_job', {
    ...ofAccount(matrix),
    definition: { ...jobDefinition, generationDay: 1 },
    next_run: '2099-01-01',
    is_paused,
  });
/** Leakages were turned on at an instant. */
async function takenBack(matrix: Matrix): Promise<LoggedCall> {
  const at = '2026-10-01T00:00:00.000Z';
  await matrix.database.pool.query(
    `INSERT INTO warning_limit (property_id, alert, is_on, limits, changed_by, changed_at)
     VALUES ($1, 'LEAKAGE', true, $2, 'holder-own', $3)
     ON CONFLICT (property_id, alert) DO UPDATE SET is_on = true, changed_at = excluded.changed_at,
       changed_by = excluded.changed_by`,
    [property(matrix), { litresPerHour: 5, criticalLitresPerHour: 50, hours: 24 }, at],
  );
  return { body: { alert: 'LEAKAGE', at }, says: 'alert: LEAKAGE' };
}
const addDocument = (matrix: Matrix, status: string) =>
  addRow(matrix, 'document', {
    property_id: property(matrix),
    document_type: 'CONTROL_HEAT',
    billing_type: 'HEAT',
    status,
    period_begin: '2025-01-01',
    period_end: '2025-12-31',
    created_at: new Date(),
    owner_name: secret,
    added_by: secret,
    file_name: `${secret}.pdf`,
    bytes: 3,
    stored_name: `documents/00/${'0'.repeat(32)}`,
    content_type: 'application/pdf',
    checksum: `${Math.random()}`.padEnd(64, 'c'),
  });
const addStaticFile = (matrix: Matrix, position: number) =>
  addRow(matrix, 'static_file', {
    country: 'PL',
    language: 'DK',
    position,
    tags: ['FORM'],
    uploaded_at: new Date(),
    label: secret,
    owner: secret,
    file_name: 'form.pdf',
    content_type: 'application/pdf',
    checksum: 'c'.repeat(64),
    bytes: 12,
    stored_name: `uploads/00/${'0'.repeat(32)}`,
  });
const addWarning = (matrix: Matrix) =>
  addRow(matrix, 'warning', {
    property_id: property(matrix),
    device_id: matrix.world.names.own.device,
    alert: 'HUMIDITY',
    state: 'ACTIVE',
    urgency: 5,
    note: secret,
    first_occurrence: new Date(),
    last_occurrence: new Date(),
    raised_at: new Date(),
  });
/** The world's own, and another which somebody has put to sleep. */
const twoWarnings = async (matrix: Matrix) => {
  await matrix.database.pool.query(`DELETE FROM warning WHERE alert = 'HUMIDITY'`);
  const snoozed = await addWarning(matrix);
  const own = matrix.world.names.own.warning;
  await matrix.database.pool.query(
    `UPDATE warning SET state = 'ACTIVE', acknowledged_at = NULL, snoozed_until = NULL WHERE id = $1`,
    [own],
  );
  await matrix.database.pool.query(
    `UPDATE warning SET snoozed_until = '2099-01-01', acknowledged_at = now() WHERE id = $1`,
    [snoozed],
  );
  return { warnings: [own, snoozed] };
};

const setting = (matrix: Matrix, limits: object) => ({
  properties: [property(matrix)],
  isOn: true,
  notifyByEmail: true,
  ...limits,
});

const signingSecret = `whsec_${Buffer.from(secret).toString('base64')}`;

const webhook = (matrix: Matrix, isOn: boolean) =>
  matrix.database.pool.query(
    `INSERT INTO alert_webhook (account_id, url, secret, is_on, created_at)
     VALUES ($1, $2, $3, $4, now())
     ON CONFLICT (account_id) DO UPDATE SET url = $2, is_on = $4, last_result = NULL, last_status = NULL`,
    [matrix.world.holders.own, `https://10.0.0.1/${secret}`, signingSecret, isOn],
  );

/** Of a type that says no more below: what is set is told of that type. */
const typesSaved = Object.fromEntries(
  Object.values(measuredKinds).map(({ type, calls, defaults, urgency }) => [
    `${calls}.save`,
    (matrix: Matrix) => ({
      body: setting(matrix, { ...defaults, ...(urgency !== null && { urgency }) }),
      says: expect.stringContaining(`alert: ${type}; `),
    }),
  ]),
) as Record<SettingCall<'save'>, Prepare>;

/** By operation: one that nobody calls here doesn't compile. */
export const loggedCalls: { readonly [Id in Logged]: Prepare } = {
  'language.save': (matrix) => ({
    params: accountOf(matrix),
    body: { language: 'EN' },
    says: 'language: PL → EN',
  }),
  'preferences.save': (matrix) => ({
    params: accountOf(matrix),
    body: { darkMode: true, graphColors: { hca: '#aabbcc' } },
    says: 'darkMode: – → true; graphColors.hca: #8a5a00 → #aabbcc',
  }),
  'alertChoice.save': () => ({
    body: {
      byEmail: false,
      timing: 'ALL',
      quietFrom: 20,
      quietUntil: 7,
      quietForCritical: false,
      monthlySummary: true,
    },
    says: 'timing: CRITICAL → ALL; byEmail: true → false; quietFrom: 21 → 20; quietUntil: 7; monthlySummary: true; quietForCritical: false',
  }),
  'webhook.save': async ({ database }) => {
    await database.pool.query('DELETE FROM alert_webhook');
    const body = { url: `https://example.com/${secret}` };
    return { body, says: 'state: NONE → ON', again: 'nothing' };
  },
  'webhook.remove': async (matrix) => {
    await webhook(matrix, true);
    return { says: 'state: ON → NONE', again: 'nothing' };
  },
  'webhook.switch': async (matrix) => {
    await webhook(matrix, true);
    return { body: { isOn: false }, says: 'isOn: false; state: ON → OFF', again: 'nothing' };
  },
  'webhook.test': async (matrix) => {
    await webhook(matrix, true);
    return { says: 'lastResult: – → ADDRESS_FORBIDDEN' };
  },
  'contact.send': async (matrix) => ({
    body: {
      subject: 'TECH_SUPPORT',
      message: secret,
      emailAddress: 'a@example.com',
      sendCopy: false,
      attachments: [await uploadFile(matrix, 'main user')],
    },
    says: 'id: #; subject: TECH_SUPPORT; sendCopy: false; attachments: 1',
  }),
  'supportMessage.change': ({ world: { names } }) => ({
    as: 'support',
    params: { message: names.own.message as number },
    body: { state: 'IN_WORK', note: secret },
    says: 'state: NEW → IN_WORK; message: #',
  }),
  'jobs.retry': async (matrix) => {
    await addFailedJob(matrix);
    return {
      as: 'support',
      params: { queue: 'report.make' },
      again: 'nothing',
      says: 'queue: report.make; failed: 1 → 0',
    };
  },
  'report.create': () => ({
    body: { ...definition, ...days },
    says: `id: #; format: CSV; endDate: 2026-01-31; sampling: DAILY; startDate: 2026-01-01; reportType: DEVICE_READING`,
  }),
  'reportPreset.start': () => ({
    params: { preset: 'reports.readings-month-end' },
    says: 'id: #; preset: reports.readings-month-end',
  }),
  'report.cancel': async (matrix) => ({
    params: { report: await addReport(matrix, 'AWAITED') },
    says: 'report: #; status: AWAITED → CANCELED',
  }),
  'report.retry': async (matrix) => ({
    params: { report: await addReport(matrix, 'FAILED') },
    says: 'report: #; status: FAILED → IN_QUEUE',
  }),
  'report.remove': async (matrix) => ({
    params: { report: await addReport(matrix, 'FAILED') },
    says: 'report: #; status: FAILED → –; reportType: DEVICE_READING → –',
  }),
  'reportJob.create': () => ({
    body: jobDefinition,
    says: 'id: #; format: CSV; sampling: DAILY; reportType: DEVICE_READING_JOB; generationDay: 3; timeBackwards: 31',
  }),
  'reportJob.save': async (matrix) => ({
    params: { jobId: await addJob(matrix, false) },
    body: jobDefinition,
    says: expect.stringMatching(
      /^jobId: #; format: CSV; nextRun: 2099-01-01 → \d{4}-\d\d-03; sampling: DAILY; reportType: DEVICE_READING_JOB; generationDay: 1 → 3; timeBackwards: 31$/,
    ),
  }),
  'reportJob.remove': async (matrix) => ({
    params: { jobId: await addJob(matrix, true) },
    says: 'jobId: #; format: CSV → –; nextRun: 2099-01-01 → –; isPaused: true → –; sampling: DAILY → –; reportType: DEVICE_READING_JOB → –; generationDay: 1 → –; timeBackwards: 31 → –',
  }),
  'reportJob.pause': async (matrix) => ({
    params: { jobId: await addJob(matrix, false) },
    says: 'jobId: #; isPaused: false → true',
  }),
  'reportJob.resume': async (matrix) => ({
    params: { jobId: await addJob(matrix, true) },
    says: expect.stringMatching(
      /^jobId: #; nextRun: 2099-01-01 → \d{4}-\d\d-01; isPaused: true → false$/,
    ),
  }),
  'reportJob.run': async (matrix) => ({
    params: { jobId: await addJob(matrix, true) },
    says: 'id: #; jobId: #',
  }),
  'warningSetting.switch': (matrix) => ({
    body: { alert: 'LEAKAGE', property: property(matrix), isOn: false },
    says: 'isOn: true → false; alert: LEAKAGE; property: 9101',
  }),
  'warningSetting.switchAll': () => ({
    body: { alert: 'LEAKAGE', isOn: false },
    says: 'isOn: false; alert: LEAKAGE',
    again: 'nothing',
  }),
  'warningSetting.switchBack': (matrix) => takenBack(matrix),
  ...typesSaved,
  'waterSpill.save': (matrix) => ({
    body: setting(matrix, { litresPerHour: 800, hours: 2, urgency: 5 }),
    says: 'isOn: – → true; alert: WATER_SPILL; hours: – → 2; urgency: – → 5; properties: 9101; litresPerHour: – → 800; notifyByEmail: – → true; notifyByMobile: – → false',
  }),
  'leakage.save': (matrix) => ({
    body: setting(matrix, { litresPerHour: 6, criticalLitresPerHour: 50, hours: 24 }),
    says: 'isOn: false → true; alert: LEAKAGE; hours: 24; properties: 9101; litresPerHour: 5 → 6; notifyByEmail: – → true; notifyByMobile: – → false; criticalLitresPerHour: 50',
  }),
  'temperature.save': (matrix) => ({
    body: setting(matrix, { lowest: 12, highest: null, hours: 6, urgency: 5 }),
    says: 'isOn: – → true; alert: TEMPERATURE; hours: – → 6; lowest: – → 12; urgency: – → 5; properties: 9101; notifyByEmail: – → true; notifyByMobile: – → false',
  }),
  'highWaterConsumption.save': (matrix) => ({
    body: setting(matrix, { litresPerDay: 500, timesUsual: null, days: 1, urgency: 5 }),
    says: 'days: – → 1; isOn: – → true; alert: HIGH_WATER_CONSUMPTION; urgency: – → 5; properties: 9101; litresPerDay: – → 500; notifyByEmail: – → true; notifyByMobile: – → false',
  }),
  'humidity.save': (matrix) => ({
    body: setting(matrix, { percent: 70, hours: 24, urgency: 5 }),
    says: 'isOn: – → true; alert: HUMIDITY; hours: – → 24; percent: – → 70; urgency: – → 5; properties: 9101; notifyByEmail: – → true; notifyByMobile: – → false',
  }),
  'co2.save': (matrix) => ({
    body: setting(matrix, { ppm: 1000, criticalPpm: 1400, hours: 2 }),
    says: 'ppm: – → 1000; isOn: – → true; alert: CO2; hours: – → 2; properties: 9101; criticalPpm: – → 1400; notifyByEmail: – → true; notifyByMobile: – → false',
  }),
  'warning.acknowledge': async (matrix) => ({
    body: { ...(await twoWarnings(matrix)), note: secret },
    says: 'warnings: #, #; isAcknowledged: false → true (#)',
  }),
  'warning.snooze': async (matrix) => ({
    body: { ...(await twoWarnings(matrix)), until: day(-3) },
    again: 'nothing',
    says: `until: ${day(-3)}; warnings: #, #; snoozedUntil: – → ${day(-3)} (#), 2099-01-01 → ${day(-3)} (#)`,
  }),
  'warning.resolve': async (matrix) => ({
    body: { ...(await twoWarnings(matrix)), note: secret },
    again: 'nothing',
    says: 'state: ACTIVE → RESOLVED; warnings: #, #',
  }),
  'managedDocument.create': async (matrix) => ({
    as: 'support',
    params: { property: property(matrix) },
    body: {
      upload: await uploadFile(matrix, 'support'),
      documentType: 'CONTROL_HEAT',
      billingType: 'HEAT',
      periodBegin: '2025-01-01',
      periodEnd: '2025-12-31',
      ownerName: secret,
      status: 'draft',
    },
    says: 'status: draft; property: 9101; periodEnd: 2025-12-31; billingType: HEAT; periodBegin: 2025-01-01; documentType: CONTROL_HEAT',
  }),
  'managedDocument.release': async (matrix) => ({
    as: 'support',
    params: { document: await addDocument(matrix, 'draft') },
    says: 'status: draft → final; document: #',
    again: 'nothing',
  }),
  'managedDocument.remove': async (matrix) => ({
    as: 'support',
    params: { document: await addDocument(matrix, 'final') },
    says: 'size: 3 → –; status: final → –; document: #; periodEnd: 2025-12-31 → –; periodBegin: 2025-01-01 → –; documentType: CONTROL_HEAT → –',
  }),
  'documentPackage.create': (matrix) => ({
    query: { packageName: secret },
    body: { propertyIds: [property(matrix)] },
    says: 'packageId: #; propertyIds: 9101',
  }),
  'documentPackage.remove': ({ world: { names } }) => ({
    params: { packageId: names.own.packageId as number },
    says: 'status: ERROR → –; packageId: #',
  }),
  'staticFile.create': async (matrix) => ({
    as: 'support',
    body: {
      label: secret,
      language: 'EN',
      tags: ['MENU'],
      upload: await uploadFile(matrix, 'support'),
    },
    says: 'id: #; tags: MENU; language: EN',
  }),
  'staticFile.save': async (matrix) => ({
    as: 'support',
    params: { staticFile: await addStaticFile(matrix, 1) },
    body: {
      label: secret,
      language: 'DK',
      tags: ['MENU', 'FORM'],
      upload: await uploadFile(matrix, 'support'),
    },
    says: expect.stringMatching(
      /^size: 12 → \d\d; tags: FORM → MENU, FORM; language: DK; staticFile: #$/,
    ),
  }),
  'staticFile.move': async (matrix) => {
    await matrix.database.pool.query(`DELETE FROM static_file WHERE language = 'DK'`);
    await addStaticFile(matrix, 1);
    return {
      as: 'support',
      params: { staticFile: await addStaticFile(matrix, 2) },
      body: { isUp: true },
      says: 'isUp: true; position: 2 → 0; staticFile: #',
      again: 'nothing',
    };
  },
  'staticFile.remove': async (matrix) => ({
    as: 'support',
    params: { staticFile: await addStaticFile(matrix, 1) },
    says: 'size: 12 → –; tags: FORM → –; language: DK → –; position: 1 → –; staticFile: #',
  }),
  'import.readings': () => anImport('a'),
  'import.file': () => anImport('b'),
  'import.start': async (matrix) => ({
    as: 'support',
    body: { upload: await uploadFile(matrix, 'support', 'serial;at;value\nnobody;2026-01-01;1\n') },
    says: 'importId: #',
  }),
  'setDate.change': (matrix) => ({
    as: 'support',
    body: { worksNo: `W-${property(matrix)}`, day: 30, month: 4 },
    says: 'day: 31 → 30; month: 12 → 4',
  }),
  'supplyFact.change': async (matrix) => ({
    as: 'support',
    body: {
      worksNo: `W-${property(matrix)}`,
      year: 2026,
      fact: 'TAX',
      name: 'VAT',
      value: 23,
      unit: '%',
      source: 'Act of 2004',
      isRemoved: false,
    },
    says: 'fact: TAX; year: 2026; value: – → 23; isRemoved: false',
  }),
  'readingQuestion.answer': async (matrix) => {
    const { device, at } = await addQuestion(matrix);
    return {
      as: 'support',
      body: {
        property: property(matrix),
        device,
        at,
        question: 'DROP',
        explanation: 'EXCHANGE',
      },
      says: 'device: #; property: 9101; question: DROP; explanation: EXCHANGE',
    };
  },
};

/** Of a file that is named so. */
function anImport(name: string): LoggedCall {
  const [one, other] = [day(2), day(1)];
  return {
    as: 'support',
    query: { fileName: `${secret} ${name}.csv` },
    body: `serial;at;value\nmark-own-device;${one}T01:00:00Z;9\nmark-own-device;${other}T00:00:00Z;9\n`,
    says: 'importId: #',
  };
}
