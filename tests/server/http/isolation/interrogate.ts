import { Readable } from 'node:stream';
import { expect } from 'vitest';
import { type OperationId, operations } from '../../../../schemas/api/operations.ts';
import type { Database } from '../../../../server/database/open.ts';
import { usualLimits } from '../../../../server/identity/limits.ts';
import { createTestDatabase } from '../../../support/database.ts';
import { startWholePortal, type WholePortal } from '../../../support/wholePortal.ts';
import { type Answer, all, ask, type Cell, cellsOf, isChange, withoutNames } from './calls.ts';
import {
  addPrincipals,
  hasParts,
  isPart,
  type Principal,
  secretsOf,
  sees,
  seesFloods,
} from './principals.ts';
import { addWorld, tellsFigures, type World } from './world.ts';

/** What a call tells though it looks like a secret. */
const mayTell: Partial<Record<OperationId, readonly string[]>> = {
  // That a device is silent concerns whoever is warned of anything in its building.
  'warning.silent': ['mark-featureless-data'],
  // Of a year and a building that were made up.
  'preferences.sampleLine': ['figures'],
};

/** Of the own session: what follows would be somebody else's call. */
const lastOnes: readonly OperationId[] = ['preview.start', 'preview.end', 'session.end'];

export interface Matrix {
  readonly database: Database;
  readonly portal: WholePortal;
  readonly world: World;
  readonly tokens: ReadonlyMap<Principal, string>;
}

/** A portal with everybody signed in, and things that they may and mustn't see. */
export async function createMatrix(): Promise<Matrix> {
  const database = await createTestDatabase();
  const limits = Object.keys(usualLimits).map((name) => [name, { points: 1e6, seconds: 1 }]);
  const portal = await startWholePortal(database, { limits: Object.fromEntries(limits) });
  const world = await addWorld(database, async (text) => {
    const content = Readable.from([Buffer.from(text)]);
    const { files } = portal.parts.archive;
    return (await files.keep('uploads', content, { maxBytes: 100 })).name;
  });
  return { database, portal, world, tokens: await addPrincipals(database, portal, world) };
}

export async function closeMatrix({ portal, database }: Matrix): Promise<void> {
  await portal.close();
  await database.close();
}

/** Changes of all that who asks may change: nothing of it is named. */
const changesAll: readonly OperationId[] = ['warningSetting.switchAll'];
const isUntouchable = (thing: string) => thing === 'foreign' || thing === 'unassigned';

/** Readings first, then changes of what isn't theirs, then what ends the session. */
function listCells(who: Principal, world: World): Cell[] {
  const rank = (id: OperationId) => 2 * lastOnes.indexOf(id) + Number(isChange(operations[id]));
  const ids = all.map(([id]) => id).toSorted((one, other) => rank(one) - rank(other));
  return ids
    .filter((id) => !(changesAll.includes(id) && sees[who].some(isUntouchable)))
    .flatMap((id) => cellsOf(id, world))
    .filter(
      (cell) => !isChange(operations[cell.id]) || cell.thing === undefined || isUnseen(who, cell),
    );
}

/** Whether what is asked about is to be like nothing for them. */
function isUnseen(who: Principal, { id, thing }: Cell): boolean {
  if (thing === undefined) return false;
  if (thing === 'nothing') return true;
  // Everybody in the market may have it.
  if (id === 'static.download' && thing === (who === 'other market' ? 'foreign' : 'own'))
    return false;
  return !sees[who].includes(thing) && !(hasParts(who) && isPart(thing));
}

function findLeaks(who: Principal, { id }: Cell, { status, text }: Answer): string[] {
  const told = secretsOf(who).filter((secret) => text.includes(secret));
  const hasFigures = !seesFloods(who) && status < 300 && tellsFigures(parse(text));
  if (hasFigures) told.push('figures');
  return told.filter((secret) => !mayTell[id]?.includes(secret));
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** What was wrong with the answers to somebody, and what they were shown of their own building. */
interface Findings {
  /** Answers with what they may not see. */
  readonly leaks: unknown[];
  /** Calls that tell something that they may not see from nothing at all. */
  readonly differing: unknown[];
  /** Answers that aren't meant to be. */
  readonly broken: unknown[];
  readonly shown: ReadonlySet<OperationId>;
}

/** Asks everything in somebody's name. */
export async function interrogate(
  { portal, world, tokens }: Matrix,
  who: Principal,
): Promise<Findings> {
  const shown = new Set<OperationId>();
  const found = {
    leaks: [] as unknown[],
    differing: [] as unknown[],
    broken: [] as unknown[],
    shown,
  };
  const unseen = new Map<string, Map<string, unknown>>();
  for (const cell of listCells(who, world)) {
    const { id, thing, over } = cell;
    const answer = await ask(portal, tokens.get(who), cell, world);
    const { status } = answer;
    if (status >= 500 || status === 429) found.broken.push([id, thing, answer]);
    const leaks = findLeaks(who, cell, answer);
    if (leaks.length > 0) found.leaks.push([id, thing, status, leaks]);
    if (thing === 'own' && status < 300) shown.add(id);
    if (!isUnseen(who, cell)) continue;
    const asked = `${id} ${JSON.stringify(over)}`;
    const answers = unseen.get(asked) ?? new Map();
    unseen.set(asked, answers.set(withoutNames(answer, cell, world), thing));
  }
  expect(unseen.size).toBeGreaterThan(50);
  found.differing.push(...[...unseen].filter(([, answers]) => answers.size > 1));
  return found;
}
