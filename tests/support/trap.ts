import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { canary, maxSteps } from './hostileNames.ts';

/**
 * A folder for stores, at the bottom of others that each have a canary: a PDF that would be taken,
 * with words that nobody may ever be answered.
 */
export function layTrap() {
  const home = mkdtempSync(path.join(tmpdir(), 'meterhouse-trap-'));
  const secret = randomBytes(24).toString('hex');
  const content = Buffer.from(`%PDF-1.7\n%\xe2\xe3\xcf\xd3\n${secret}\n%%EOF`, 'latin1');
  const heights = Array.from({ length: maxSteps }, (_, height) => `${height}`);
  const folder = path.join(home, ...heights);
  mkdirSync(folder, { recursive: true });
  for (let at = folder; at !== path.dirname(home); at = path.dirname(at)) {
    writeFileSync(path.join(at, canary), content);
  }
  mkdirSync(path.join(home, 'etc'));
  writeFileSync(path.join(home, 'etc/passwd'), content);

  /** Every file below, with what is in it; those of `stores`, whose names are folders in `folder`, apart. */
  function look(stores: RegExp) {
    const outside: [place: string, hash: string][] = [];
    const stored: string[] = [];
    let hasEscaped = false;
    for (const entry of readdirSync(home, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const place = path.join(entry.parentPath, entry.name);
      const bytes = readFileSync(place);
      const [store = '', ...way] = path.relative(folder, place).split(path.sep);
      if (stores.test(store)) {
        stored.push(way.join('/'));
        hasEscaped ||= bytes.includes(secret);
      } else outside.push([place, createHash('sha256').update(bytes).digest('hex')]);
    }
    return { outside: outside.toSorted(), stored, hasEscaped };
  }

  return { folder, secret, look, remove: () => rmSync(home, { recursive: true, force: true }) };
}
