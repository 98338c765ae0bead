import { drawBySeed } from '../../scripts/testing/seed.mjs';

/** Whether the same file runs on a server in this run, too. */
export const isAlsoOnServer = process.env.TEST_ALSO_ON_SERVER === '1';

/** All of a list, or what a plain run tries of it on the embedded database after a server had it all. */
export function drawOnEmbedded<T>(list: readonly T[], count: number, salt: string): T[] {
  return isAlsoOnServer ? drawBySeed(list, count, salt) : [...list];
}
