import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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
  principals,
  secretsOf,
  sees,
  seesFloods,
} from './principals.ts';
import { addWorld, readUntouchables, tellsFigures, type World } from './world.ts';

/**
 * Everybody asks everything about everything: who they are, times the operations of the API, times
 * what they may and mustn't see. A new operation is asked by itself; a parameter that nothing is
 * known of fails, so that somebody says what it names.
 */

/** What a call tells though it looks like a secret. */
const mayTell: Partial<Record<OperationId, readonly string[]>> = {
  // That a device is silent concerns whoever is warned of anything in its building.
  'warning.silent': ['mark-featureless-data'],
  // Of a year and a building that were made up.
  'preferences.sampleLine': ['figures'],
};

/** Reading calls that get no answer about the holder's own building, and why. */
const neverShown: readonly OperationId[] = [
  // Of more buildings than there are, and of weather that nobody imported.
  ...(['consumption.averageNational', 'consumption.degreeDays'] as const),
  // For tickets alone, which are changes: see their own tests.
  ...(['supportMessage.file', 'report.file', 'document.file'] as const),
  ...(['documentPackage.file', 'managedDocument.file'] as const),
];

/** Of the own session: what follows would be somebody else's call. */
const lastOnes: readonly OperationId[] = ['preview.start', 'preview.end', 'session.end'];

let database: Database;
let portal: WholePortal;
let world: World;
let tokens: ReadonlyMap<Principal, string>;

beforeAll(async () => {
  database = await createTestDatabase();
  const limits = Object.keys(usualLimits).map((name) => [name, { points: 1e6, seconds: 1 }]);
  portal = await startWholePortal(database, { limits: Object.fromEntries(limits) });
  world = await addWorld(database, async (text) => {
    const content = Readable.from([Buffer.from(text)]);
    const { files } = portal.parts.archive;
    return (await files.keep('uploads', content, { mostBytes: 100 })).name;
  });
  tokens = await addPrincipals(database, portal, world);
});
afterAll(async () => {
  await portal.close();
  await database.close();
});

/** Readings first, then changes of what isn't theirs, then what ends the session. */
function listCells(who: Principal): Cell[] {
  const rank = (id: OperationId) => 2 * lastOnes.indexOf(id) + Number(isChange(operations[id]));
  const ids = all.map(([id]) => id).toSorted((one, other) => rank(one) - rank(other));
  return ids
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

/** What they were asked, and what to make of the answers. */
async function interrogate(who: Principal) {
  const found = { leaks: [] as unknown[], differing: [] as unknown[], broken: [] as unknown[] };
  const unseen = new Map<string, Map<string, unknown>>();
  for (const cell of listCells(who)) {
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

/** Reading calls that were answered about the building of who asked. */
const shown = new Set<OperationId>();

describe('the matrix', () => {
  let before: string;
  beforeAll(async () => {
    before = await readUntouchables(database, world);
    expect(before.split('\n').length).toBeGreaterThan(30);
  });

  it.each(principals)(
    '%s is told nothing of what they may not see',
    async (who) => {
      expect(await interrogate(who)).toEqual({ leaks: [], differing: [], broken: [] });
    },
    120_000,
  );

  it('has left everything as it was', async () => {
    expect(await readUntouchables(database, world)).toBe(before);
  });

  it('was answered where one may ask', () => {
    const reading = all.filter(([id, operation]) => {
      return !isChange(operation) && cellsOf(id, world).length > 1;
    });
    expect(reading.length).toBeGreaterThan(50);
    expect(reading.map(([id]) => id).filter((id) => !shown.has(id))).toEqual(neverShown);
  });
});
