import { execFile, spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { DockerfileParser } from 'dockerfile-ast';
import { describe, expect, it, onTestFinished } from 'vitest';
import { parse } from 'yaml';
import { pinnedNode } from '../../scripts/bootstrap/versions.mjs';
import { findFolders, listServerPackages } from '../../scripts/image/packages.mjs';
import { findFreePort } from '../../scripts/testing/freePort.mjs';
import { isLongRun } from '../../scripts/testing/seed.mjs';
import { readConfig } from '../../server/config.ts';

/** What containers are made of, as far as it can be told without one. */

const root = path.resolve(import.meta.dirname, '../..');
const fileOf = (name: string) => readFileSync(path.join(root, name), 'utf8');

function newFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'image-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

describe('the Dockerfile', () => {
  const dockerfile = DockerfileParser.parse(fileOf('Dockerfile'));
  const steps = dockerfile.getInstructions().map((step) => ({
    keyword: step.getKeyword(),
    text: step.getArgumentsContent() ?? '',
  }));
  const last = steps.slice(steps.findLastIndex(({ keyword }) => keyword === 'FROM'));
  const of = (keyword: string, among = steps) =>
    among.filter((step) => step.keyword === keyword).map(({ text }) => text);

  it('builds on versions that are named, with the Node that npm start takes', () => {
    expect(of('ARG')).toEqual([`NODE=${pinnedNode}`]);
    const bases = dockerfile.getFROMs().map((from) => from.getImageTag());
    expect(bases).toHaveLength(2);
    for (const tag of bases) expect(tag).toMatch(/^(\$\{NODE\}-alpine)?\d+\.\d+$/);
  });

  it('installs packages before it copies what changes more often', () => {
    const copied = of('COPY').findIndex((text) => text === '. .');
    const order = steps.map(({ text }) => text);
    expect(copied).toBeGreaterThan(0);
    expect(order.indexOf('npm ci --omit=dev')).toBeLessThan(order.indexOf('. .'));
  });

  it('runs as nobody special, without a shell, and says whether it is ready', () => {
    expect(of('USER', last)).toEqual(['10001:10001']);
    expect(last.findIndex(({ keyword }) => keyword === 'USER')).toBeGreaterThan(
      last.findLastIndex(({ keyword }) => keyword === 'RUN' || keyword === 'COPY'),
    );
    for (const keyword of ['ENTRYPOINT', 'CMD']) {
      expect(() => JSON.parse(of(keyword, last)[0] as string)).not.toThrow();
    }
    expect(of('HEALTHCHECK', last)[0]).toContain('/readyz');
    expect([of('ADD'), of('RUN').filter((text) => /sudo|curl|latest/.test(text))]).toEqual([
      [],
      [],
    ]);
  });

  it('is given what it copies, and neither data nor what git knows', () => {
    const [first, ...allowed] = fileOf('.dockerignore').trim().split('\n');
    expect(first).toBe('*');
    const given = allowed.map((line) => line.replace(/^!/, ''));
    expect(allowed).toEqual(given.map((name) => `!${name}`));
    for (const name of ['.git', 'data', 'node_modules', 'dist', 'deploy']) {
      expect(given).not.toContain(name);
    }
    const parts = /const parts = \[(.*)\]/.exec(fileOf('scripts/image.mjs'))?.[1] ?? '';
    const built = ['dist/renderer'];
    const needed = Array.from(parts.matchAll(/'([^']+)'/g), ([, part]) => part as string);
    expect(given).toEqual(expect.arrayContaining(needed.filter((part) => !built.includes(part))));
  });
});

describe('the compose file', () => {
  interface Service {
    readonly image: string;
    readonly read_only?: boolean;
    readonly environment: Record<string, string>;
  }
  const { services } = parse(fileOf('deploy/compose.yaml')) as {
    services: Record<string, Service>;
  };

  it('gives the portal variables that it knows, which a production starts with', () => {
    const { environment, read_only } = services['portal'] as Service;
    expect(read_only).toBe(true);
    const filled = Object.entries(environment).map(([name, value]) => [
      name,
      value
        .replaceAll(/\$\{\w+:\+(.*?)\}/g, '$1')
        .replaceAll(/\$\{\w+:[-?]\}/g, '0123456789abcdef'),
    ]);
    expect(JSON.stringify(filled)).not.toContain('$');
    const given = Object.fromEntries(filled) as Record<string, string>;
    const config = readConfig({ NODE_ENV: 'production', DATA_DIR: '/data', ...given });
    expect(Object.keys(given).filter((name) => !(name in config))).toEqual([]);
    expect(config.OIDC_ADMIN_CLIENT_ID).toBe('meterhouse-directory');
  });

  it('names versions, and asks for each secret that deploy/example.env names', () => {
    const text = fileOf('deploy/compose.yaml');
    for (const { image } of Object.values(services)) expect(image).toMatch(/:(local|\d[\w.-]+)$/);
    const asked = new Set(Array.from(text.matchAll(/\$\{(\w+)/g), ([, name]) => name));
    const named = Array.from(
      fileOf('deploy/example.env').matchAll(/^(\w+)=/gm),
      ([, name]) => name,
    );
    expect([...asked].sort()).toEqual(named.toSorted());
  });
});

describe('the packages of an image', () => {
  it('are those that the server names and what they need, and none of the pages', () => {
    const names = listServerPackages(root);
    expect(names).toEqual(
      expect.arrayContaining(['hono', 'pg', 'prom-client', 'dejavu-fonts-ttf']),
    );
    const folders = findFolders(root, names);
    expect(folders).toEqual(expect.arrayContaining(['node_modules/pg-pool', 'node_modules/zod']));
    expect(folders.filter((folder) => /blueprintjs|vite|react-dom/.test(folder))).toEqual([]);
  });

  it('are found as Node finds them: nested, optional, and missing', () => {
    const house = newFolder();
    const add = (place: string, manifest: object) => {
      mkdirSync(path.join(house, place), { recursive: true });
      writeFileSync(path.join(house, place, 'package.json'), JSON.stringify(manifest));
    };
    add('node_modules/a', { dependencies: { b: '2' }, optionalDependencies: { gone: '1' } });
    add('node_modules/a/node_modules/b', { peerDependencies: { c: '1', absent: '1' } });
    add('node_modules/b', { dependencies: { d: '1' } });
    add('node_modules/c', { dependencies: { a: '1' } });
    expect(findFolders(house, ['a'])).toEqual([
      'node_modules/a',
      'node_modules/a/node_modules/b',
      'node_modules/c',
    ]);
    expect(() => findFolders(house, ['b'])).toThrow('d, which node_modules/b needs');
  });
});

/** Makes what a container holds, and starts it in a bare folder that can't be written. */
it.runIf(isLongRun())(
  'an image’s content starts by itself, in less than 115 MB',
  async () => {
    const folder = path.join(newFolder(), 'portal');
    await promisify(execFile)(process.execPath, ['scripts/image.mjs', folder], { cwd: root });
    const { stdout } = await promisify(execFile)('du', ['-sm', '--apparent-size', folder]);
    expect(Number.parseInt(stdout, 10)).toBeLessThan(115);
    chmodSync(folder, 0o555);
    const port = await findFreePort();
    const child = spawn(process.execPath, ['server/main.ts'], {
      cwd: folder,
      env: { DATA_DIR: path.join(newFolder(), 'data'), DEMO: 'off', PORT: `${port}` },
    });
    onTestFinished(() => void child.kill());
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += text));
    await expect.poll(() => said, { timeout: 120_000 }).toContain('Meterhouse is ready');
    const answers = await Promise.all(
      ['/', '/readyz', '/api/openapi.json'].map((to) => fetch(`http://127.0.0.1:${port}${to}`)),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await answers[0]?.text()).toContain('<div id="root"');
  },
  300_000,
);
