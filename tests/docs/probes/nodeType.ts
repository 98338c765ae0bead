import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { compileScreen } from '../../../server/manifests/session/compile.ts';
import { type Free, readSound } from './support.ts';

/** A page may have a note, a session gets it, and the renderer's registry draws it. */

const file = 'manifests/modules/resources/app-download.screen.json';
const before = await readFile(file, 'utf8');
const page = JSON.parse(before);
page.children.note = { type: 'note', text: 'resources:app.lead', intent: 'warning' };
await writeFile(file, JSON.stringify(page));
const { markets } = await readSound().finally(() => writeFile(file, before));

const anybody = { signedIn: false, country: 'PL', roles: [], features: [] } as const;
const screen = compileScreen(markets.PL, 'resources.app-download', anybody) as Free;
assert.deepEqual(
  screen.root.children.find(({ type }: Free) => type === 'note'),
  { id: 'note', type: 'note', text: 'resources:app.lead', intent: 'warning' },
);

const test = 'tests/renderer/nodes/drawnNote.test.tsx';
await copyFile('tests/docs/probes/drawnNote.tsx', test);
execFileSync(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', test], { stdio: 'pipe' });
