import { parseArgs } from 'node:util';
import type { MarketFile } from '../../schemas/manifest/files.ts';
import type { Database } from '../database/open.ts';
import { ensureDemo } from '../demo/ensureDemo.ts';
import { demoPassword } from '../identity/demoAccounts.ts';

const options = {
  properties: { type: 'string' },
  months: { type: 'string' },
  seed: { type: 'string' },
} as const;

/** `portal demo`: loads demo data of a size of one's choice into an empty database. */
export async function runDemo(
  args: string[],
  deps: { database: Database; markets: readonly MarketFile[]; print: (line: string) => void },
): Promise<number> {
  const { database, markets, print } = deps;
  let values: Record<string, string | undefined>;
  try {
    ({ values } = parseArgs({ args, options }));
  } catch (error) {
    print(`${(error as Error).message}\nUse: demo [--properties N] [--months M] [--seed S]`);
    return 2;
  }
  const numbers = Object.entries(values).map(([name, value]) => [name, Number(value)] as const);
  const wrong = numbers.find(([, value]) => !Number.isInteger(value) || value < 1);
  if (wrong) {
    print(`--${wrong[0]} must be a whole number from 1 on.`);
    return 2;
  }
  const demo = await ensureDemo(database, {
    markets,
    log: print,
    now: () => new Date(),
    password: demoPassword,
    // Who asks for so many properties means the small ones.
    size: { ...Object.fromEntries(numbers), buildings: values['properties'] === undefined },
  });
  demo.continueInBackground();
  await demo.done;
  print('Demo: all loaded. (A database with data of its own is left as it is.)');
  return 0;
}
