import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { doExclusively } from '../../bootstrap/exclusive.mjs';
import { runQuietly, ToolError } from '../../bootstrap/execute.mjs';
import { canInstallPackages, installPackage } from '../debian.mjs';
import { toolFolder } from '../toolFolder.mjs';

const requirements = join(import.meta.dirname, 'requirements.txt');
const candidates = ['python3', 'python', 'python3.14', 'python3.13', 'python3.12', 'python3.11'];
const check = 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))';

/** The first Python that schemathesis runs on and that makes virtual environments. */
function findPython() {
  return candidates.find(
    (name) => spawnSync(name, ['-c', check], { timeout: 20_000 }).status === 0,
  );
}

async function getPython() {
  const found = findPython();
  if (found !== undefined || !canInstallPackages()) return found;
  console.log('No Python with virtual environments on this machine: installing one.');
  await installPackage('python3-venv');
  return findPython();
}

/**
 * The program `st` in a virtual environment of its own, made once for all clones; or why there is
 * none here.
 * @returns {Promise<{ program: string } | { hindrance: string }>}
 */
export function getSchemathesis() {
  const wanted = readFileSync(requirements, 'utf8');
  const hash = createHash('sha256').update(wanted).digest('hex').slice(0, 12);
  const home = toolFolder(`schemathesis-${hash}`);
  return doExclusively(home, () => findOrInstall(home));
}

/** @param {string} home @returns {ReturnType<typeof getSchemathesis>} */
async function findOrInstall(home) {
  const folder = join(home, 'environment');
  const programs = join(folder, process.platform === 'win32' ? 'Scripts' : 'bin');
  const ready = join(folder, 'ready');
  const program = join(programs, 'st');
  if (existsSync(ready)) return { program };
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  try {
    const python = await getPython();
    if (python === undefined) return { hindrance: 'it needs Python 3.11 or newer with venv' };
    await runQuietly(python, ['-m', 'venv', folder], { mend: 'Is its module venv whole?' });
    const install = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check'];
    await runQuietly(join(programs, 'python'), [...install, '--requirement', requirements], {
      mend: 'Is PyPI within reach?',
    });
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    const reason = error.output.trim().split('\n').at(-1) ?? '';
    return { hindrance: `it could not be installed. ${error.message} ${reason}`.trim() };
  }
  writeFileSync(ready, '');
  return { program };
}
