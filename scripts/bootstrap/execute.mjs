import { spawn } from 'node:child_process';
import { constants } from 'node:os';

/** @typedef {import('node:child_process').ChildProcess} ChildProcess */
/** @typedef {{ cwd?: string, env?: NodeJS.ProcessEnv, shell?: boolean }} ExecuteOptions */

/** A tool ended badly: what it printed, and a sentence that says how to mend it. */
export class ToolError extends Error {
  /** @param {string} message @param {string} output @param {boolean} [isInterrupted] */
  constructor(message, output, isInterrupted = false) {
    super(message);
    this.name = 'ToolError';
    this.output = output;
    /** Whether it was asked to end. */
    this.isInterrupted = isInterrupted;
  }
}

const forwarded = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);

/** @type {Set<ChildProcess>} */
const running = new Set();

/** @type {NodeJS.Signals | undefined} */
let received;

let isStopping = false;

/** The signal that asked this process to end, if one did. */
export const findReceivedSignal = () => received;

/** @param {NodeJS.Signals} signal */
export const exitCodeOf = (signal) => 128 + constants.signals[signal];

/** @param {NodeJS.Signals} signal */
function stopFor(signal) {
  received = signal;
  if (running.size === 0) process.exit(exitCodeOf(signal));
  // A terminal has sent Ctrl-C to the children already; twice means "at once" to some.
  if (signal === 'SIGINT' && process.stdin.isTTY) return;
  for (const child of running) child.kill(signal);
}

/**
 * From now on a signal to this process ends its children first, and then this process with the
 * code of its program; without a child it ends at once.
 */
export function forwardSignals() {
  for (const signal of forwarded) process.on(signal, () => stopFor(signal));
}

/** Ends as on SIGTERM when the npm that runs this script is killed and can't say so any more. */
export function endWithNpm() {
  if (process.env.npm_lifecycle_event === undefined) return;
  const npm = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === npm) return;
    clearInterval(watch);
    stopFor('SIGTERM');
  }, 500);
  watch.unref();
}

/** Asks every running child to end. */
export function stopPrograms() {
  isStopping = true;
  for (const child of running) child.kill('SIGTERM');
}

/** @param {ChildProcess} child @returns {Promise<number>} */
function waitFor(child) {
  running.add(child);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => {
      running.delete(child);
      resolve(code ?? (signal === null ? 1 : exitCodeOf(signal)));
    });
  });
}

/**
 * Runs a program in the foreground, on this terminal, and gives its exit code (128 + n for a
 * signal).
 * @param {string} command
 * @param {string[]} args
 * @param {ExecuteOptions} [options]
 */
export function runProgram(command, args, options = {}) {
  return waitFor(spawn(command, args, { ...options, stdio: 'inherit' }));
}

/**
 * The same with a channel to the program: `send` does nothing once it has ended.
 * @param {string} command
 * @param {string[]} args
 * @param {ExecuteOptions} [options]
 */
export function startProgram(command, args, options = {}) {
  const child = spawn(command, args, {
    ...options,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  return {
    exit: waitFor(child),
    /** @param {string} message */
    send(message) {
      if (child.connected) child.send(message);
    },
  };
}

/**
 * Runs a tool silently and gives what it printed; a ToolError carrying that and `mend` when it
 * fails.
 * @param {string} command
 * @param {string[]} args
 * @param {ExecuteOptions & { mend: string }} options
 */
export async function runQuietly(command, args, { mend, ...options }) {
  let output = '';
  const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
  }
  const code = await waitFor(child).catch((error) => {
    throw new ToolError(`${command} could not be started. ${mend}`, String(error));
  });
  if (code !== 0 || received !== undefined) {
    const isInterrupted = isStopping || received !== undefined;
    throw new ToolError(`${command} ended with code ${code}. ${mend}`, output, isInterrupted);
  }
  return output;
}

/**
 * A script's whole run: ends with the work's code, with that of a signal that ended it, or with 1
 * and what was wrong.
 * @param {() => Promise<number>} work
 */
export async function runScript(work) {
  forwardSignals();
  try {
    const code = await work();
    process.exitCode = received === undefined ? code : exitCodeOf(received);
  } catch (error) {
    if (error instanceof ToolError) console.error(error.output.trimEnd());
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
