import { homedir } from 'node:os';
import { join } from 'node:path';

/**
 * Where a tool of the tests is kept that was built or fetched once, for all clones of this user.
 * @param {string} name with its version
 */
export const toolFolder = (name) =>
  join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'meterhouse', name);
