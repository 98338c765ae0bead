import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { runTool } from '../bootstrap/tool.mjs';
import { canInstallPackages, installPackage } from './debian.mjs';

/**
 * Draws what the browser draws, without what only its windows need: journeys take a quarter less time
 * on it. CHROMIUM_PATH names another one.
 */
const headlessShell = 'chromium-headless-shell';

const candidates = [
  headlessShell,
  '/usr/bin/chromium',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** Ubuntu's chromium-browser may be a stub that only recommends a snap. @param {string} path */
const answers = (path) => spawnSync(path, ['--version'], { timeout: 20_000 }).status === 0;

function findChromium() {
  const given = process.env.CHROMIUM_PATH;
  if (given !== undefined) return given;
  const found = candidates.find(answers);
  if (found !== undefined) return resolveCommand(found);
  return existsSync(chromium.executablePath()) ? chromium.executablePath() : undefined;
}

/** @param {string} command */
function resolveCommand(command) {
  if (command.includes('/')) return command;
  return spawnSync('which', [command], { encoding: 'utf8' }).stdout.trim();
}

/** The path of a Chromium for Playwright; installs one where there is none, or no headless shell. */
export async function getChromium() {
  await installHeadlessShell();
  const found = findChromium();
  if (found !== undefined) return found;
  console.log('No Chromium on this machine: installing one.');
  await runTool('@playwright/test', 'playwright', ['install', 'chromium']);
  const installed = findChromium();
  if (installed === undefined) {
    throw new Error('No Chromium could be installed: install one and set CHROMIUM_PATH to it.');
  }
  return installed;
}

async function installHeadlessShell() {
  const isGiven = process.env.CHROMIUM_PATH !== undefined;
  if (isGiven || answers(headlessShell) || !canInstallPackages()) return;
  console.log('Installing Chromium’s headless shell.');
  await installPackage(headlessShell).catch((/** @type {Error} */ error) => {
    console.log(`It could not be installed: ${error.message}`);
  });
}
