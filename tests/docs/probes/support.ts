import assert from 'node:assert/strict';
import path from 'node:path';
import { readManifests } from '../../../server/manifests/serve/readManifests.ts';
import type { ManifestSet } from '../../../server/manifests/session/manifestSet.ts';
import { type RealApp, startRealApp } from '../../server/http/support/realApp.ts';

/**
 * Probes run in a copy of the repository to which newcomers' jobs were done, by Node alone. They are
 * type-checked where they weren't, so they name what a job adds in strings only.
 */

// biome-ignore lint/suspicious/noExplicitAny: answers are looked into freely.
export type Free = any;

const house = path.resolve(import.meta.dirname, '../../..');

export const copyDirectories = {
  manifestsDirectory: path.join(house, 'manifests'),
  localesDirectory: path.join(house, 'locales'),
};

/** The manifests of the copy, without a fault. */
export async function readSound(): Promise<ManifestSet> {
  const { set, faults } = await readManifests(copyDirectories);
  assert.deepEqual(faults, []);
  assert.ok(set);
  return set;
}

/** The copy's whole app on a database of its own, for as long as the probe asks. */
export async function withApp(probe: (app: RealApp) => Promise<void>): Promise<void> {
  const app = await startRealApp();
  try {
    await probe(app);
  } finally {
    await app.close();
  }
}

/** What a call answers that must not be refused. */
export async function answerOf(response: Response): Promise<Free> {
  const text = await response.text();
  assert.equal(response.status, 200, text);
  return JSON.parse(text);
}
