import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { runScript } from './bootstrap/execute.mjs';
import { house } from './bootstrap/house.mjs';
import { completeRenderer } from './bootstrap/renderer.mjs';
import { runTool } from './bootstrap/tool.mjs';
import { getChromium } from './testing/chromium.mjs';

/** `npm run pictures`: every screen as every kind of account sees it, by e2e/pictures. */

const usage = `Usage: npm run pictures -- [OPTIONS]

  --address URL       of a portal that runs with the demo; without it two are started
  --account NAME,…    admin.pl, support.dk … or visitor; by default one of each role
  --screen NAME,…     consumption.property, or warnings for all that begin so; by default all
  --out FOLDER        by default pictures/
`;

function readCommandLine() {
  const { values } = parseArgs({
    options: {
      address: { type: 'string' },
      account: { type: 'string', multiple: true },
      screen: { type: 'string', multiple: true },
      out: { type: 'string', default: join(house, 'pictures') },
      help: { type: 'boolean', default: false },
    },
  });
  return { ...values, out: resolve(values.out) };
}

/** Leaves nothing of an earlier run, and nothing else is taken for one. @param {string} folder */
function emptyFolder(folder) {
  const isOurs = existsSync(join(folder, 'index.html'));
  if (existsSync(folder) && readdirSync(folder).length > 0 && !isOurs) {
    throw new Error(`${folder} holds something else than pictures: name another by --out.`);
  }
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
}

/** @returns {Promise<number>} */
async function takePictures() {
  const { address, account = [], screen = [], out, help } = readCommandLine();
  if (help) {
    console.log(usage);
    return 0;
  }
  emptyFolder(out);
  if (address === undefined) await completeRenderer(house, process.execPath);
  const config = ['--config', join('e2e', 'pictures', 'playwright.config.ts')];
  return runTool('@playwright/test', 'playwright', ['test', ...config], {
    CHROMIUM_PATH: await getChromium(),
    PICTURES_FOLDER: out,
    PICTURES_ADDRESS: address ?? '',
    PICTURES_ACCOUNTS: account.join(','),
    PICTURES_SCREENS: screen.join(','),
  });
}

await runScript(takePictures);
