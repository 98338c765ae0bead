import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Config } from '../config.ts';
import { salvageManifests } from '../manifests/serve/readManifests.ts';
import { type Finding, fault, good, notice, reasonOf } from './finding.ts';

const root = path.resolve(import.meta.dirname, '../..');

export async function checkManifests({ MANIFESTS_DIR }: Pick<Config, 'MANIFESTS_DIR'>) {
  try {
    const { faults } = await salvageManifests({
      manifestsDirectory: MANIFESTS_DIR,
      localesDirectory: path.join(root, 'locales'),
    });
    if (faults.length === 0) return [good(`${MANIFESTS_DIR} is sound.`)];
    const mend = 'Run «npm run portal -- manifest check», which names them.';
    return [fault(`${MANIFESTS_DIR} has ${faults.length} faults.`, mend)];
  } catch (error) {
    return [fault(`No manifests can be used: ${reasonOf(error)}`, 'Look at MANIFESTS_DIR.')];
  }
}

export async function checkPages(): Promise<Finding[]> {
  return existsSync(path.join(root, 'dist/renderer/index.html'))
    ? [good('The pages are built.')]
    : [notice('The pages aren’t built yet.', 'npm start builds them.')];
}

/** Whether a portal answers where this one would listen, and where browsers look for it. */
export async function checkAddresses(
  { HOST, PORT, PUBLIC_URL }: Pick<Config, 'HOST' | 'PORT' | 'PUBLIC_URL'>,
  signal: AbortSignal,
): Promise<Finding[]> {
  const every: Record<string, string> = { '0.0.0.0': '127.0.0.1', '::': '[::1]' };
  const own = `http://${every[HOST] ?? HOST}:${PORT}`;
  const here = await askHealth(own, signal);
  const findings = [describeHere(own, here)];
  if (PUBLIC_URL === own) return findings;
  const outside = await askHealth(PUBLIC_URL, signal);
  if (outside.isPortal) return [...findings, good(`${PUBLIC_URL} leads to a portal.`)];
  const text = `${PUBLIC_URL} doesn’t lead to a portal from here: ${outside.reason}`;
  const mend =
    'Look at the proxy in front and at its name in DNS. Browsers may still reach it where this machine may not.';
  return [...findings, notice(text, mend)];
}

function describeHere(own: string, { isPortal, status }: Health): Finding {
  if (isPortal) return good(`A portal runs at ${own}.`);
  if (status === undefined) return notice(`No portal runs at ${own}.`);
  return fault(`Another program answers at ${own}.`, 'Stop it, or set PORT to a free one.');
}

interface Health {
  readonly isPortal: boolean;
  /** Undefined: nothing answers. */
  readonly status: number | undefined;
  readonly reason: string;
}

async function askHealth(address: string, signal: AbortSignal): Promise<Health> {
  try {
    const response = await fetch(`${address}/healthz`, { signal });
    const body = (await response.json().catch(() => undefined)) as { status?: unknown } | undefined;
    const isPortal = response.ok && body?.status === 'up';
    return { isPortal, status: response.status, reason: `it answers ${response.status}` };
  } catch (error) {
    return { isPortal: false, status: undefined, reason: reasonOf(error) };
  }
}
