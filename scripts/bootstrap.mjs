// Runs before anything is installed, on any Node from 20 on: only node: modules here.
import { join } from 'node:path';
import { parseCommandLine } from './bootstrap/commandLine.mjs';
import { areDependenciesFresh, installDependencies } from './bootstrap/dependencies.mjs';
import { environmentOfPortal, environmentOfPrograms } from './bootstrap/environment.mjs';
import { doExclusively, isOccupied } from './bootstrap/exclusive.mjs';
import {
  endWithNpm,
  exitCodeOf,
  findReceivedSignal,
  forwardSignals,
  runProgram,
  startProgram,
  stopPrograms,
  ToolError,
} from './bootstrap/execute.mjs';
import { house } from './bootstrap/house.mjs';
import { createProgress } from './bootstrap/progress.mjs';
import {
  buildRenderer,
  compressRenderer,
  isRendererBuilt,
  isRendererCompressed,
} from './bootstrap/renderer.mjs';
import { findRuntime, installRuntime } from './bootstrap/runtime.mjs';

/**
 * @typedef {import('./bootstrap/commandLine.mjs').ProgramName} ProgramName
 * @typedef {import('./bootstrap/dependencies.mjs').PackageSet} PackageSet
 * @typedef {{ script: string, packages: PackageSet, speaksOn: NodeJS.WriteStream,
 *   showsPages?: boolean, isBesidePortal?: boolean }} Program
 */

/** @type {Record<ProgramName, Program>} */
const programs = {
  start: {
    script: 'server/main.ts',
    packages: 'portal',
    speaksOn: process.stdout,
    showsPages: true,
  },
  test: { script: 'scripts/test.mjs', packages: 'all', speaksOn: process.stdout },
  dev: { script: 'scripts/dev.mjs', packages: 'all', speaksOn: process.stdout },
  mutants: { script: 'scripts/mutants.mjs', packages: 'all', speaksOn: process.stdout },
  pictures: { script: 'scripts/pictures.mjs', packages: 'all', speaksOn: process.stdout },
  keycloak: { script: 'scripts/keycloak.mjs', packages: 'all', speaksOn: process.stdout },
  // Their output is read by other programs: progress must not get into it.
  portal: {
    script: 'server/cli/main.ts',
    packages: 'portal',
    speaksOn: process.stderr,
    isBesidePortal: true,
  },
  bench: { script: 'bench/main.ts', packages: 'all', speaksOn: process.stderr },
};

const home = join(house, '.meterhouse');
const host = { version: process.versions.node, path: process.execPath };
const runtime = () => findRuntime(house, host);

/** @param {Program} program */
const isInstalled = ({ packages }) => areDependenciesFresh(house, packages) && runtime().isReady;

/** Brings the packages and the Node that are missing, at the same time. @param {Program} program */
async function install({ packages, speaksOn }) {
  const show = createProgress(speaksOn);
  const { isBrought } = runtime();
  if (areDependenciesFresh(house, packages)) {
    await show('Fetching Node', () => installRuntime(house, async () => undefined));
    return;
  }
  const bringPackages = () => installDependencies(house, packages);
  await show(`Installing packages${isBrought ? ' and Node' : ''}`, () =>
    isBrought ? installRuntime(house, bringPackages) : bringPackages(),
  );
}

/**
 * The portal prepares its database while its pages are built, and listens when it hears of them.
 * @param {Program} program
 * @param {string[]} args
 */
async function startBesidePages({ script, speaksOn }, args) {
  const { node } = runtime();
  const env = environmentOfPortal(environmentOfPrograms(process.env, house, node));
  const portal = startProgram(node, [join(house, script), '--pages-follow', ...args], { env });
  try {
    const show = createProgress(speaksOn, { isAlone: false });
    await show('Building the pages', () => buildRenderer(house, node));
  } catch (error) {
    stopPrograms();
    await portal.exit;
    throw error;
  }
  portal.send('pages');
  return portal;
}

/** What is sent compressed is so a little later: that takes as long as to build it. */
async function compressPages() {
  if (isRendererCompressed(house)) return;
  try {
    await compressRenderer(house, runtime().node);
  } catch (error) {
    // The pages are served as they are, and the next start does it.
    if (error instanceof ToolError && !error.isInterrupted) console.error(error.message);
  }
}

async function main() {
  const { name, args } = parseCommandLine(process.argv.slice(2));
  const program = programs[name];
  const { script, speaksOn, showsPages = false, isBesidePortal = false } = program;
  const arePagesMissing = () => showsPages && !isRendererBuilt(house);
  const prepare = async () => {
    if (!isInstalled(program)) await install(program);
    return { portal: arePagesMissing() ? await startBesidePages(program, args) : undefined };
  };
  // A command that came before the first start's portal would find a database without accounts.
  const isBehind = isBesidePortal && isOccupied(home);
  const isReady = isInstalled(program) && !arePagesMissing() && !isBehind;
  const onWait = () => speaksOn.write('Waiting for another start to finish its preparations …\n');
  const { portal = undefined } = isReady ? {} : await doExclusively(home, prepare, onWait);
  const { node } = runtime();
  const ofPrograms = environmentOfPrograms(process.env, house, node);
  const env = name === 'start' ? environmentOfPortal(ofPrograms) : ofPrograms;
  const exit = portal?.exit ?? runProgram(node, [join(house, script), ...args], { env });
  if (showsPages) void compressPages();
  const code = await exit;
  stopPrograms();
  return code;
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
