import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { drawIndex } from '../../e2e/pictures/support/writeIndex.ts';

const picture = {
  account: 'admin.pl',
  screen: 'consumption.index',
  path: '/consumption?a=1&b=2',
  width: 390,
  colour: 'dark',
  file: 'admin.pl/one.png',
  faults: ['axe: <b> says nothing'],
} as const;

test('pictures of a page stand beside each other, the widest first, under what is wrong', () => {
  const wide = { ...picture, width: 1440, file: 'admin.pl/wide.png', faults: [] };
  const other = { ...picture, account: 'sub.pl', faults: [] };
  const html = drawIndex([picture, other, wide]);
  expect(html).toContain('3 pictures of 2 pages');
  expect(html).toContain('390 dark: axe: &lt;b> says nothing');
  expect(html).toContain('/consumption?a=1&amp;b=2');
  const [first = ''] = html.split('</section>');
  expect(first.indexOf('wide.png')).toBeLessThan(first.indexOf('one.png'));
  expect(first).toContain('one.png');
});

test('a folder with something else in it is left as it is', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'meterhouse-pictures-'));
  try {
    writeFileSync(path.join(folder, 'thesis.txt'), 'years of work');
    const command = ['scripts/pictures.mjs', '--out', folder, '--address', 'http://127.0.0.1:9'];
    const { status, stderr } = spawnSync(process.execPath, command, { encoding: 'utf8' });
    expect([status, stderr]).toEqual([1, expect.stringContaining('something else than pictures')]);
    expect(readdirSync(folder)).toEqual(['thesis.txt']);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test('the set-up of portals of their own is found from the pictures’ config', async () => {
  const { default: config } = await import('../../e2e/pictures/playwright.config.ts');
  const folder = path.resolve(import.meta.dirname, '../../e2e/pictures');
  for (const file of [config.globalSetup, config.globalTeardown].flat()) {
    expect(existsSync(path.resolve(folder, `${file}`)), `${file}`).toBe(true);
  }
});
