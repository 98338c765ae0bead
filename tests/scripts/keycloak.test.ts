import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'meterhouse-keycloak-test-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** On a machine whose only programs are those of the folder. */
function runJourneys() {
  const env = { PATH: folder, HOME: folder };
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/keycloak.mjs'], {
    encoding: 'utf8',
    env,
  });
  return { status, said: `${stdout}${stderr}`.trim() };
}

it('the journeys on Keycloak are skipped, and say so, where there is no Java', () => {
  expect(runJourneys()).toEqual({
    status: 0,
    said: 'SKIPPED: there is no Java on this machine.',
  });
});

it.each(['1.8.0_392', '11.0.21'])('they are skipped on Java %s', (version) => {
  const java = join(folder, 'java');
  writeFileSync(java, `#!/bin/sh\necho 'openjdk version "${version}" 2023-10-17' >&2\n`);
  chmodSync(java, 0o755);
  const { status, said } = runJourneys();
  expect(status).toBe(0);
  expect(said).toMatch(/^SKIPPED: Java (8|11) is too old, Keycloak needs 17\.$/);
});
