import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';

/** What tests make themselves, or what is too large and never changed. */
const leftOut = new Set(
  'node_modules .git .meterhouse data test-results playwright-report'.split(' '),
);

/**
 * Copies a house to where a fault can be written into its files: programs that tests start see it
 * too, and the user's own files never have it. Goes when this process ends.
 * @param {string} house
 */
export function copyHouse(house) {
  const copy = mkdtempSync(join(tmpdir(), 'meterhouse-mutants-'));
  process.once('exit', () => rmSync(copy, { recursive: true, force: true }));
  cpSync(house, copy, {
    recursive: true,
    filter: (source) => !leftOut.has(relative(house, source)),
  });
  symlinkSync(join(house, 'node_modules'), join(copy, 'node_modules'), 'junction');
  return copy;
}
