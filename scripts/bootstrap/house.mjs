import { fileURLToPath } from 'node:url';

/** The folder package.json lies in, without a slash at its end. */
export const house = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '');
