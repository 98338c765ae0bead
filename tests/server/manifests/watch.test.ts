import { readdirSync, readFileSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { isLongRun } from '../../../scripts/testing/seed.mjs';
import { watchDirectories } from '../../../server/manifests/serve/watch.ts';

const patterns = ['write', 'rename', 'delete', 'folder', 'replacedFolder', 'copy'] as const;

/** Puts a text into a file in one of the ways in which editors and tools do. */
async function replace(pattern: (typeof patterns)[number], file: string, text: string) {
  const folder = path.dirname(file);
  await mkdir(folder, { recursive: true });
  if (pattern === 'write') {
    await writeFile(file, text);
  } else if (pattern === 'rename') {
    await writeFile(`${file}~`, text);
    await rename(`${file}~`, file);
  } else if (pattern === 'delete') {
    await rm(file, { force: true });
    await writeFile(file, text);
  } else if (pattern === 'folder') {
    await rm(folder, { recursive: true });
    await mkdir(folder);
    await writeFile(file, text);
  } else if (pattern === 'replacedFolder') {
    await cp(folder, `${folder}.new`, { recursive: true });
    await writeFile(path.join(`${folder}.new`, path.basename(file)), text);
    await rename(folder, `${folder}.old`);
    await rename(`${folder}.new`, folder);
    await rm(`${folder}.old`, { recursive: true });
  } else {
    await writeFile(`${file}.source`, text);
    await cp(`${file}.source`, file, { preserveTimestamps: true });
  }
}

async function start(options?: { idleMilliseconds: number }) {
  const root = await mkdtemp(path.join(tmpdir(), 'watch-'));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  let seen = '';
  const read = () => {
    const names = readdirSync(root, { recursive: true }).map(String).toSorted();
    const files = names.filter((name) => name.endsWith('.json'));
    seen = files.map((name) => `${name} ${readFileSync(path.join(root, name), 'utf8')}`).join('\n');
  };
  const onChange = vi.fn(() => {
    try {
      read();
    } catch {
      // It went away meanwhile, which is a change of its own.
    }
  });
  const stop = watchDirectories([root], onChange, options);
  onTestFinished(stop);
  await vi.waitFor(() => expect(onChange).toHaveBeenCalled());
  return { root, onChange, stop, seen: () => seen };
}

const replacements = isLongRun() ? 200 : 18;
test(`${replacements} replacements in all ways are all noticed`, { timeout: 120_000 }, async () => {
  // What the system's events don't tell would not be noticed in time.
  const { root, seen } = await start({ idleMilliseconds: 60_000 });
  for (let at = 0; at < replacements; at += 1) {
    const pattern = patterns[at % patterns.length] ?? 'write';
    const name = `modules/m${at % 7}/${at % 3}.screen.json`;
    // Of the same length, as an edit of one letter is.
    const text = `text ${String(at).padStart(4, '0')}`;
    await replace(pattern, path.join(root, name), text);
    // Some of them while the one before is not yet read.
    if (at % 5 === 0) continue;
    await vi.waitFor(() => expect(seen()).toContain(`${name} ${text}`), {
      interval: 20,
      timeout: 10_000,
    });
  }
});

test('what no event tells is noticed by a look', async () => {
  const { root, seen } = await start({ idleMilliseconds: 300 });
  const elsewhere = await mkdtemp(path.join(tmpdir(), 'watch-'));
  onTestFinished(() => rm(elsewhere, { recursive: true, force: true }));
  await writeFile(path.join(elsewhere, 'pl.json'), 'text');
  await rename(root, `${root}.old`);
  onTestFinished(() => rm(`${root}.old`, { recursive: true, force: true }));
  await symlink(elsewhere, root);
  await vi.waitFor(() => expect(seen()).toBe('pl.json text'));
  // Events belong to where the link led.
  await mkdir(`${elsewhere}.new`);
  onTestFinished(() => rm(`${elsewhere}.new`, { recursive: true, force: true }));
  await writeFile(path.join(`${elsewhere}.new`, 'pl.json'), 'next');
  await symlink(`${elsewhere}.new`, `${root}.next`);
  await rename(`${root}.next`, root);
  await vi.waitFor(() => expect(seen()).toBe('pl.json next'));
});

test('the same file replaced again and again, seconds apart, is noticed each time', async () => {
  const { root, seen } = await start({ idleMilliseconds: 60_000 });
  for (const text of ['one', 'two', 'three']) {
    await replace('rename', path.join(root, 'pl.json'), text);
    await vi.waitFor(() => expect(seen()).toContain(text));
    await sleep(1200);
  }
});

test('files that are written without end are read all the same', { timeout: 20_000 }, async () => {
  const { root, onChange, seen } = await start();
  onChange.mockClear();
  for (let at = 0; at < 100; at += 1) {
    await writeFile(path.join(root, 'pl.json'), `text ${at}`);
    await sleep(20);
  }
  expect(onChange).toHaveBeenCalled();
  await vi.waitFor(() => expect(seen()).toBe('pl.json text 99'));
});

test('nothing is looked at when nothing changed, nor after the end', async () => {
  const { root, onChange, stop } = await start();
  onChange.mockClear();
  await sleep(800);
  expect(onChange).not.toHaveBeenCalled();
  stop();
  await writeFile(path.join(root, 'pl.json'), 'text');
  await sleep(800);
  expect(onChange).not.toHaveBeenCalled();
});
