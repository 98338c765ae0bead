import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runQuietly, ToolError } from '../../bootstrap/execute.mjs';
import { house } from '../../bootstrap/house.mjs';
import { canInstallPackages, installPackage } from '../debian.mjs';

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
 * The program `st` in a virtual environment of its own, made once and kept beside the packages; or
 * why there is none here.
 * @returns {Promise<{ program: string } | { hindrance: string }>}
 */
export async function getSchemathesis() {
  const wanted = readFileSync(requirements, 'utf8');
  const folder = join(house, 'node_modules', '.schemathesis');
  const programs = join(folder, process.platform === 'win32' ? 'Scripts' : 'bin');
  const ready = join(folder, 'ready');
  const program = join(programs, 'st');
  if (existsSync(ready) && readFileSync(ready, 'utf8') === wanted) return { program };
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
  writeFileSync(ready, wanted);
  return { program };
}
