// Runs before anything is installed, on any Node from 20 on: only node: modules here.
import { join } from 'node:path';
import { parseCommandLine } from './bootstrap/commandLine.mjs';
import { areDependenciesFresh, installDependencies } from './bootstrap/dependencies.mjs';
import { environmentOfPrograms } from './bootstrap/environment.mjs';
import { doExclusively } from './bootstrap/exclusive.mjs';
import {
  endWithNpm,
  exitCodeOf,
  findReceivedSignal,
  forwardSignals,
  runProgram,
  ToolError,
} from './bootstrap/execute.mjs';
import { house } from './bootstrap/house.mjs';
import { createProgress } from './bootstrap/progress.mjs';
import { buildRenderer, isRendererFresh } from './bootstrap/renderer.mjs';
import { findRuntime, installRuntime } from './bootstrap/runtime.mjs';

/** @typedef {import('./bootstrap/commandLine.mjs').ProgramName} ProgramName */

/** @type {Record<ProgramName, { script: string, needsRenderer: boolean, speaksOn: NodeJS.WriteStream }>} */
const programs = {
  start: { script: 'server/main.ts', needsRenderer: true, speaksOn: process.stdout },
  test: { script: 'scripts/test.mjs', needsRenderer: false, speaksOn: process.stdout },
  dev: { script: 'scripts/dev.mjs', needsRenderer: false, speaksOn: process.stdout },
  mutants: { script: 'scripts/mutants.mjs', needsRenderer: false, speaksOn: process.stdout },
  keycloak: { script: 'scripts/keycloak.mjs', needsRenderer: false, speaksOn: process.stdout },
  // Their output is read by other programs: progress must not get into it.
  portal: { script: 'server/cli/main.ts', needsRenderer: false, speaksOn: process.stderr },
  bench: { script: 'bench/main.ts', needsRenderer: false, speaksOn: process.stderr },
};

/** @param {typeof programs[ProgramName]} program @returns {Promise<string>} the Node to run it on */
async function prepare({ needsRenderer, speaksOn }) {
  const show = createProgress(speaksOn);
  const host = { version: process.versions.node, path: process.execPath };
  const runtime = () => findRuntime(house, host);
  const arePagesFresh = () => !needsRenderer || isRendererFresh(house);
  if (areDependenciesFresh(house) && runtime().isReady && arePagesFresh()) return runtime().node;
  const install = async () => {
    if (!areDependenciesFresh(house)) {
      await show('Installing dependencies', () => installDependencies(house));
    }
    if (!runtime().isReady) await show('Fetching Node', () => installRuntime(house));
    if (!arePagesFresh()) {
      await show('Building the pages', () => buildRenderer(house, runtime().node));
    }
    return runtime().node;
  };
  const onWait = () => speaksOn.write('Waiting for another start to finish its preparations …\n');
  return doExclusively(join(house, '.meterhouse'), install, onWait);
}

async function main() {
  const { name, args } = parseCommandLine(process.argv.slice(2));
  const program = programs[name];
  const node = await prepare(program);
  const env = environmentOfPrograms(process.env, house, node);
  return runProgram(node, [join(house, program.script), ...args], { env });
}

forwardSignals();
endWithNpm();
try {
  process.exitCode = await main();
} catch (error) {
  const signal = findReceivedSignal();
  // What a tool says about being interrupted is no news to whoever interrupted it.
  if (signal !== undefined) process.exit(exitCodeOf(signal));
  if (error instanceof ToolError) console.error(error.output.trimEnd());
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
