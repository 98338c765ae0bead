import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { house } from '../bootstrap/house.mjs';

/**
 * What a plain run of tests leaves to others is drawn by a seed: `TEST_SEED`, else the commit, so that
 * a run that is red is red again, and the next commit looks at something else. `TEST_LONG=1` leaves
 * nothing to others.
 */

/** @type {string | undefined} */
let ofCommit;

/** `TEST_SEED`, else the commit's hash, else (a house without git) the day. */
export function testSeed() {
  const given = process.env.TEST_SEED;
  if (given) return given;
  ofCommit ??= readCommit() ?? new Date().toISOString().slice(0, 10);
  return ofCommit;
}

function readCommit() {
  try {
    const given = { cwd: house, encoding: /** @type {const} */ ('utf8') };
    const output = execFileSync('git', ['rev-parse', 'HEAD'], { ...given, stdio: 'pipe' });
    return output.trim();
  } catch {
    return undefined;
  }
}

/** Whether this run leaves nothing to others. */
export const isLongRun = () => process.env.TEST_LONG === '1';

/**
 * `count` of a list, in its order, the same ones for the same seed, list and salt; all of them in a
 * long run. Over all seeds each is drawn as often as any other.
 * @template T
 * @param {readonly T[]} list @param {number} count @param {string} salt what they are drawn for
 * @returns {T[]}
 */
export function drawBySeed(list, count, salt) {
  if (isLongRun() || count >= list.length) return [...list];
  const seed = testSeed();
  const keyed = list.map((one, at) => ({
    one,
    at,
    key: createHash('sha256').update(`${seed}\n${salt}\n${at}`).digest('hex'),
  }));
  const drawn = keyed.sort((a, b) => (a.key < b.key ? -1 : 1)).slice(0, count);
  return drawn.sort((a, b) => a.at - b.at).map(({ one }) => one);
}
