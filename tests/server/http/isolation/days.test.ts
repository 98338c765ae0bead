import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Operation } from '../../../../schemas/api/operation.ts';
import { type OperationId, operations } from '../../../../schemas/api/operations.ts';
import type { Database } from '../../../../server/database/open.ts';
import { usualLimits } from '../../../../server/identity/limits.ts';
import { createTestDatabase } from '../../../support/database.ts';
import { startWholePortal, type WholePortal } from '../../../support/wholePortal.ts';
import { createTelling } from '../../features/alerts/support/telling.ts';
import { ask, type Cell } from './calls.ts';
import { addHistory, type History, type Since } from './history.ts';
import { questionsOf, readingIds } from './questions.ts';
import type { Names } from './world.ts';

/**
 * Days before «access since», and before who lives in a flat moved in, stay hidden: whatever the past
 * is, no answer is another by a byte, and no mail. Every reading operation is asked, in all its ways;
 * then the past is another, and all is asked again. A new operation is asked by itself; one that can't
 * be asked fails till it is named here with its reason.
 */

/** Reading operations that tell a customer nothing, whatever is asked. */
const unanswered: Readonly<Record<string, readonly OperationId[]>> = {
  'for a ticket alone, which is a change': [
    ...(['supportMessage.file', 'report.file', 'document.file'] as const),
    ...(['documentPackage.file', 'managedDocument.file'] as const),
  ],
  'of what an account has had made: its rows are those of live.data': [
    ...(['report.get', 'report.definition', 'report.latest', 'reportDefinition.file'] as const),
    ...(['reportJob.get', 'reportJob.definition', 'reportJob.latest'] as const),
  ],
  'of sub-users, who have rights and no days': [
    ...(['subAdministrator.get', 'subAdministrator.properties'] as const),
    ...(['subAdministrator.accessChanges', 'subAdministrator.sharingForecast'] as const),
  ],
  'of more buildings than there are: day by day, none before the first': [
    'consumption.averageNational',
  ],
  'of the weather, which is everybody’s': ['consumption.degreeDays'],
  'of staff, by its module’s own rule': [
    ...(['import.list', 'import.get', 'import.rejections', 'import.rejectionsFile'] as const),
    ...(['import.forecast', 'import.sources'] as const),
    ...(['readingQuestion.list', 'jobs.status', 'jobs.failures'] as const),
  ],
  'of the portal itself': ['manifest.screen', 'static.download'],
};

/**
 * Where an answer may tell of days before, and why. What an account sees of a warning that still goes
 * on when its first day begins, such as its state and how urgent it is, is a fact of that day; no past
 * here changes it.
 */
const mayTell: Readonly<Record<Since, Partial<Record<OperationId, string>>>> = {
  access: {},
  'moving in': {
    'live.data': 'a flat has its rows whoever lives there: before, they name nobody',
    'resource.list': 'errors and silence are a device’s, whoever lives there',
    'warning.silent': 'silence is a device’s, whoever lives there',
    'property.unread': 'silence is a device’s, whoever lives there',
    'document.list': 'who has moved in since is marked in it',
    'document.choices': 'documents are the archive’s, whoever lives there',
    'document.periods': 'documents are the archive’s, whoever lives there',
    'search.find': 'documents are the archive’s, whoever lives there',
    'waterBalance.get': 'meters are a building’s: who has moved in since isn’t named',
    'waterBalance.graph': 'meters are a building’s',
  },
};

/** What would tell of the other past, were there no first day: that it is another is no matter of luck. */
const tellsOfPast: readonly OperationId[] = [
  ...(['consumption.graph', 'consumption.overview', 'consumption.tenants'] as const),
  ...(['consumption.deviation', 'consumption.information', 'live.data', 'resource.list'] as const),
  'consumption.supply',
  ...(['warning.list', 'warning.get', 'warning.history', 'warning.days'] as const),
  ...(['warning.properties', 'warning.statuses'] as const),
];
/** Of a whole building, which is the same in both pasts where only its flats differ. */
const tellsOfBuilding: readonly OperationId[] = [
  ...(['consumption.month', 'consumption.changes', 'consumption.averageProperty'] as const),
  ...(['consumption.year'] as const),
  ...(['property.list', 'property.get', 'property.locations', 'warning.count'] as const),
  // For those of flats alone see tests/server/features/warnings/warnings.test.ts.
  ...(['leakage.forecast', 'waterSpill.forecast', 'temperature.forecast', 'co2.forecast'] as const),
  ...(['highWaterConsumption.forecast', 'humidity.forecast'] as const),
  ...(['document.list', 'search.find', 'waterBalance.get', 'waterBalance.graph'] as const),
];

const forecastPoints = 5000;
let database: Database;
let portal: WholePortal;
beforeAll(async () => {
  // What was measured of today is as much in each answer.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
  database = await createTestDatabase();
  const wide = Object.keys(usualLimits).map((name) => [name, { points: 1e6, seconds: 1 }]);
  portal = await startWholePortal(database, {
    limits: { ...Object.fromEntries(wide), forecast: { points: forecastPoints, seconds: 300 } },
  });
});
afterAll(async () => {
  vi.useRealTimers();
  await portal.close();
  await database.close();
});

const absent = 999_999;
const nothing = Object.fromEntries(
  [
    ...['report', 'job', 'jobId', 'packageId', 'message', 'attachment', 'import', 'package'],
    ...['adminId', 'identifier', 'staticFile'],
  ].map((name) => [name, absent]),
);

const isOfStaff = (id: OperationId) => {
  const { access }: Operation = operations[id];
  const roles = access as { anyRole?: readonly string[] } | undefined;
  return roles?.anyRole !== undefined && !roles.anyRole.includes('portal_admin');
};

type Answers = ReadonlyMap<string, string>;
const keyOf = ({ id, query, over }: Cell) =>
  JSON.stringify([id, query, over], (_, value) => (value === undefined ? 'none' : value));
const idOf = (key: string) => (JSON.parse(key) as [OperationId])[0];

async function createAsk({ names, username }: History) {
  const token = await portal.tokenOf(username);
  const { rows } = await database.pool.query<{ subject: string }>(
    'SELECT subject FROM account WHERE username = $1',
    [username],
  );
  const own: Names = { ...nothing, ...names, username, id: rows[0]?.subject as string };
  return (question: Cell) => ask(portal, token, question, { names: { own } as never });
}

/** What every answer to an account says, by question; briefly, of only some of the questions. */
async function askAll(history: History, isBrief = false): Promise<Answers> {
  const askOne = await createAsk(history);
  const answers = new Map<string, string>();
  const waiting = readingIds
    .filter((id) => !isOfStaff(id))
    .flatMap((id) => questionsOf(id).slice(0, isBrief ? 8 : undefined));
  const askOn = async () => {
    for (let question = waiting.shift(); question; question = waiting.shift()) {
      const { status, text } = await askOne(question);
      answers.set(keyOf(question), `${status} ${text.replaceAll(/"timestamp":"[^"]*"/g, '')}`);
    }
  };
  await Promise.all([askOn(), askOn(), askOn(), askOn()]);
  return answers;
}

/** All that an account is mailed of warnings, as if nobody had ever been. */
async function mailAll(): Promise<string[]> {
  await database.pool.query(`DELETE FROM warning_told`);
  const telling = createTelling(database);
  await telling.tell(new Date());
  await database.pool.query(`DELETE FROM warning_event WHERE event = 'TOLD'`);
  return telling.sent.map(({ to, subject, text }) => `${to} ${subject} ${text}`);
}

/** By operation, the first question whose answers differ, from where they do. */
function differencesOf(one: Answers, other: Answers): Record<string, unknown> {
  const found: Record<string, unknown> = {};
  for (const [key, text] of one) {
    const second = other.get(key) ?? '';
    if (text === second || idOf(key) in found) continue;
    const at = [...text].findIndex((letter, index) => letter !== second[index]);
    const from = Math.max(0, at - 80);
    found[idOf(key)] = [key, text.slice(from, at + 120), second.slice(from, at + 120)];
  }
  return found;
}

describe.each(['access', 'moving in'] as Since[])('since %s', (since) => {
  let before: Answers;
  let after: Answers;
  let openBefore: Answers;
  let openAfter: Answers;
  const mails: string[][] = [];
  let history: History;
  beforeAll(async () => {
    history = await addHistory(database, since);
    before = await askAll(history);
    mails.push(await mailAll());
    await history.open();
    openBefore = await askAll(history, true);
    await history.change();
    openAfter = await askAll(history, true);
    await history.close();
    after = await askAll(history);
    mails.push(await mailAll());
  }, 600_000);

  it('no answer tells what was before', () => {
    const differences = differencesOf(before, after);
    for (const id of Object.keys(mayTell[since])) delete differences[id];
    expect(differences).toEqual({});
  });

  it('nor does a mail', () => {
    expect(mails[0]?.length).toBeGreaterThan(0);
    expect(mails[1]).toEqual(mails[0]);
  });

  it('what was before would be told otherwise', () => {
    const told = Object.keys(differencesOf(openBefore, openAfter));
    const awaited = since === 'access' ? [...tellsOfPast, ...tellsOfBuilding] : tellsOfPast;
    expect(awaited.filter((id) => !told.includes(id))).toEqual([]);
  });

  it('every reading operation is answered, or named', () => {
    const answered = new Set(
      [...before].filter(([, text]) => text.startsWith('2')).map(([key]) => idOf(key)),
    );
    const mute = readingIds.filter((id) => !isOfStaff(id) && !answered.has(id));
    expect(mute.toSorted()).toEqual(Object.values(unanswered).flat().toSorted());
  });

  it('forecasts are refused after so many, and say when they may be tried again', async () => {
    const spend = () => portal.parts.limits.spend('forecast', `forecast:${history.account}`);
    await expect(async () => {
      for (let left = forecastPoints; left >= 0; left--) await spend();
    }).rejects.toThrow('tried too often');
    const askOne = await createAsk(history);
    const question = questionsOf('leakage.forecast').find(({ over }) => over?.['hours'] === 24);
    const { status, retryAfter, text } = await askOne(question as Cell);
    expect(`${status} ${text}`).toContain('429 ');
    expect(Number(retryAfter)).toBeGreaterThan(0);
    expect(Number(retryAfter)).toBeLessThanOrEqual(300);
  });
});
