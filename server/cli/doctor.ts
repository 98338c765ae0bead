import { parseArgs } from 'node:util';
import type { Config } from '../config.ts';
import { checkDatabase } from '../doctor/databaseCheck.ts';
import { type Finding, fault } from '../doctor/finding.ts';
import { checkAddresses, checkManifests, checkPages } from '../doctor/portalChecks.ts';
import { checkProvider } from '../doctor/providerCheck.ts';
import {
  checkDisk,
  checkFiles,
  checkImportFolder,
  checkListener,
  checkMail,
} from '../doctor/serviceChecks.ts';

type Check = (config: Config, signal: AbortSignal) => Promise<Finding[]>;

/** All that a portal stands on, the most needed first. */
const checks: Readonly<Record<string, Check>> = {
  database: checkDatabase,
  provider: checkProvider,
  mail: checkMail,
  files: checkFiles,
  disk: checkDisk,
  manifests: checkManifests,
  pages: checkPages,
  addresses: checkAddresses,
  imports: checkImportFolder,
  meters: ({ meters }, signal) =>
    checkListener({ name: 'METERS_MQTT_URL', url: meters?.url }, signal),
  sms: ({ SMS_URL: url }, signal) => checkListener({ name: 'SMS_URL', url }, signal),
};

const patienceMilliseconds = 10_000;
const marks = { good: '✓', notice: '!', fault: '✗' } as const;
const indent = ' '.repeat(14);

interface Deps {
  readonly config: Config;
  readonly print: (line: string) => void;
  readonly milliseconds?: number;
}

/**
 * Looks at all that the portal stands on, or at the checks that are named, changes nothing, and says
 * what to do about each fault. Answers 1 when there is one, 2 for an unknown name.
 */
export async function runDoctor(args: readonly string[], deps: Deps): Promise<number> {
  const { config, print, milliseconds = patienceMilliseconds } = deps;
  const { positionals, values } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { json: { type: 'boolean', default: false } },
  });
  const unknown = positionals.filter((name) => !Object.hasOwn(checks, name));
  if (unknown.length > 0) {
    print(`There is no check ${unknown.join(', ')}. There are ${Object.keys(checks).join(', ')}.`);
    return 2;
  }
  const chosen = Object.entries(checks).filter(
    ([name]) => positionals.length === 0 || positionals.includes(name),
  );
  // All at once; what is printed keeps its order.
  const running = chosen.map(([name, check]) => ({
    name,
    found: within(milliseconds, (signal) => check(config, signal)),
  }));
  const all: (Finding & { readonly check: string })[] = [];
  for (const { name, found } of running) {
    for (const [at, finding] of (await found).entries()) {
      all.push({ check: name, ...finding });
      if (values.json) continue;
      const { state, text, mend } = finding;
      print(`${marks[state]} ${(at === 0 ? name : '').padEnd(indent.length - 2)}${text}`);
      if (mend !== undefined) print(`${indent}→ ${mend}`);
    }
  }
  const faults = all.filter(({ state }) => state === 'fault').length;
  if (values.json) print(JSON.stringify(all, undefined, 2));
  else print(summaryOf(faults, all.filter(({ state }) => state === 'notice').length));
  return faults > 0 ? 1 : 0;
}

function summaryOf(faults: number, notices: number): string {
  const count = (number: number, word: string) => `${number} ${word}${number === 1 ? '' : 's'}`;
  return `\n${count(faults, 'fault')}, ${count(notices, 'notice')}.`;
}

/** What a check finds; that it has found nothing in time is a fault as well. */
async function within(
  milliseconds: number,
  check: (signal: AbortSignal) => Promise<Finding[]>,
): Promise<Finding[]> {
  const ended = new AbortController();
  let clock: NodeJS.Timeout | undefined;
  const late = new Promise<Finding[]>((resolve) => {
    clock = setTimeout(() => {
      ended.abort();
      const text = `No answer within ${milliseconds / 1000} seconds.`;
      resolve([fault(text, 'Look whether a firewall drops what is sent there.')]);
    }, milliseconds);
  });
  try {
    return await Promise.race([check(ended.signal), late]);
  } finally {
    clearTimeout(clock);
  }
}
