import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runProgram } from './execute.mjs';
import { house } from './house.mjs';

/**
 * Runs a command of a package in node_modules on this Node, in the foreground; gives its exit
 * code.
 * @param {string} packageName
 * @param {string} command as in the package's "bin"
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} [env] added to ours
 */
export function runTool(packageName, command, args, env = {}) {
  const folder = join(house, 'node_modules', packageName);
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const script = join(folder, typeof bin === 'string' ? bin : bin[command]);
  return runProgram(process.execPath, [script, ...args], {
    cwd: house,
    env: { ...process.env, ...env },
  });
}
