import { afterAll, beforeAll, expect, it } from 'vitest';
import type { OperationId } from '../../../../schemas/api/operations.ts';
import { drawOnEmbedded } from '../../../support/alsoOnServer.ts';
import { all, cellsOf, isChange } from './calls.ts';
import { closeMatrix, createMatrix, interrogate, type Matrix } from './interrogate.ts';
import { principals } from './principals.ts';
import { readUntouchables } from './world.ts';

/**
 * Everybody asks everything about everything: who they are, times the operations of the API, times
 * what they may and mustn't see. A new operation is asked by itself; a parameter that nothing is
 * known of fails, so that somebody says what it names.
 */

/** Reading calls that get no answer about the holder's own building, and why. */
const neverShown: readonly OperationId[] = [
  // Of more buildings than there are, and of weather that nobody imported.
  ...(['consumption.averageNational', 'consumption.degreeDays'] as const),
  // For tickets alone, which are changes: see their own tests.
  ...(['supportMessage.file', 'report.file', 'document.file'] as const),
  ...(['documentPackage.file', 'managedDocument.file'] as const),
];

let matrix: Matrix;
let before: string;
beforeAll(async () => {
  matrix = await createMatrix();
  before = await readUntouchables(matrix.database, matrix.world);
  expect(before.split('\n').length).toBeGreaterThan(30);
});
afterAll(() => closeMatrix(matrix));

/** What was told of the building of who asked. */
const shown = new Set<OperationId>();

const asking = drawOnEmbedded(principals, 2, 'isolation');

it.each(asking)(
  '%s is told nothing of what they may not see',
  async (who) => {
    const { shown: shownToThem, ...faults } = await interrogate(matrix, who);
    expect(faults).toEqual({ leaks: [], differing: [], broken: [] });
    for (const id of shownToThem) shown.add(id);
  },
  120_000,
);

it('has left everything as it was', async () => {
  expect(await readUntouchables(matrix.database, matrix.world)).toBe(before);
});

it.skipIf(asking.length < principals.length)('was answered where one may ask', () => {
  const reading = all.filter(([id, operation]) => {
    return !isChange(operation) && cellsOf(id, matrix.world).length > 1;
  });
  expect(reading.length).toBeGreaterThan(50);
  expect(reading.map(([id]) => id).filter((id) => !shown.has(id))).toEqual(neverShown);
});
