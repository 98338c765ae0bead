import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { house } from '../../scripts/bootstrap/house.mjs';

const memory = tmpdir();

/** The temporary folder of a process that asked for one in memory, and whether it was there. */
function askFor(place: { memory: string; needed: number }, own?: string) {
  const program = `
    import { existsSync } from 'node:fs';
    import { keepFilesInMemory } from ${JSON.stringify(join(house, 'scripts/testing/memoryFolder.mjs'))};
    keepFilesInMemory(${JSON.stringify(place)});
    const folder = process.env.TMPDIR ?? null;
    console.log(JSON.stringify({ folder, isThere: folder !== null && existsSync(folder) }));`;
  const { TMPDIR: _, ...others } = process.env;
  const env = own === undefined ? others : { ...others, TMPDIR: own };
  const output = execFileSync(process.execPath, ['--input-type=module', '--eval', program], {
    env,
  });
  return JSON.parse(output.toString()) as { folder: string | null; isThere: boolean };
}

test('files lie in a folder in memory, which goes with the process', () => {
  const { folder, isThere } = askFor({ memory, needed: 1 });
  expect(folder?.startsWith(join(memory, 'meterhouse-'))).toBe(true);
  expect(isThere).toBe(true);
  expect(existsSync(folder as string)).toBe(false);
});

test('they stay where they were without room, without such a folder, and where TMPDIR says', () => {
  expect(askFor({ memory, needed: 2 ** 60 }).folder).toBe(null);
  expect(askFor({ memory: join(memory, 'no-such-folder'), needed: 1 }).folder).toBe(null);
  expect(askFor({ memory, needed: 1 }, '/elsewhere').folder).toBe('/elsewhere');
});
