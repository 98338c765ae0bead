import { existsSync } from 'node:fs';
import { runQuietly } from '../bootstrap/execute.mjs';

/** Whether packages can be installed here: root on a Debian or one of its children. */
export function canInstallPackages() {
  return process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
}

/** Installs a Debian package. @param {string} name */
export async function installPackage(name) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const mend = `Install ${name} by hand, or see whether the Debian mirror can be reached.`;
  await runQuietly('apt-get', ['update'], { env, mend });
  await runQuietly('apt-get', ['install', '-y', '--no-install-recommends', name], { env, mend });
}
