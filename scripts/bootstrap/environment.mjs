import { delimiter, dirname, join } from 'node:path';

/** @param {NodeJS.ProcessEnv} env */
const pathKeyOf = (env) => Object.keys(env).find((key) => key.toUpperCase() === 'PATH') ?? 'PATH';

/**
 * The environment for npm itself: without the folders npm puts before PATH, since `npm ci` would
 * otherwise run on the very Node in node_modules that it deletes.
 * @param {NodeJS.ProcessEnv} env
 */
export function environmentOfNpm(env) {
  const key = pathKeyOf(env);
  const folders = (env[key] ?? '').split(delimiter);
  const own = folders.filter((folder) => !/[\\/]node_modules[\\/]\.bin[\\/]?$/.test(folder));
  // npm as root of a production machine would leave out what builds the renderer.
  const { NODE_ENV: _, ...rest } = env;
  return { ...rest, [key]: own.join(delimiter) };
}

/**
 * The environment for programs of the house: its tools and the given Node come first,
 * and Node keeps what it has compiled, so that the next start takes a sixth less.
 * @param {NodeJS.ProcessEnv} env
 * @param {string} house
 * @param {string} node path of the executable
 * @returns {NodeJS.ProcessEnv}
 */
export function environmentOfPrograms(env, house, node) {
  const key = pathKeyOf(env);
  const folders = [join(house, 'node_modules', '.bin'), dirname(node), env[key] ?? ''];
  const compiled = join(house, '.meterhouse', 'compiled');
  return { NODE_COMPILE_CACHE: compiled, ...env, [key]: folders.join(delimiter) };
}

/**
 * What glibc's memory takes by itself is an arena for each thread, each of which keeps what was once
 * used: a fifth of an idle portal. Elsewhere nobody reads these. What the operator says goes before.
 * @param {NodeJS.ProcessEnv} env
 * @returns {NodeJS.ProcessEnv}
 */
export function environmentOfPortal(env) {
  return { MALLOC_ARENA_MAX: '2', MALLOC_TRIM_THRESHOLD_: '200000', ...env };
}
