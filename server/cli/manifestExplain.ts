import { parseArgs } from 'node:util';
import type { AccessSubject } from '../../schemas/accessRule.ts';
import { features } from '../../schemas/entities/access.ts';
import type { Country } from '../../schemas/entities/market.ts';
import { countRights, findRights } from '../identity/accountRights.repository.ts';
import { listFaults } from '../manifests/faults.ts';
import { type Explanation, explain as explainThings } from '../manifests/tools/explain.ts';
import { forecastAccounts, forecastDifferences } from '../manifests/tools/forecast.ts';
import { buildSwitched, type Switches } from '../manifests/tools/switchModule.ts';
import {
  exitCodes,
  oneOf,
  readCountry,
  readSound,
  readSubject,
  type Sound,
  type Subcommand,
  type Surroundings,
  subjectOptions,
  UnknownNameError,
  UsageError,
} from './manifestArguments.ts';
import { printDifferences } from './manifestSnapshot.ts';

/** Whether a session has something, and every reason why not; or what switches would change. */
export const explain: Subcommand = async (args, surroundings) => {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      ...subjectOptions,
      user: { type: 'string' },
      enable: { type: 'string', multiple: true, default: [] as string[] },
      disable: { type: 'string', multiple: true, default: [] as string[] },
    },
  });
  const { enable, disable, user } = values;
  if (enable.length + disable.length > 0) {
    const sound = await readSound(surroundings);
    const country = readCountry(values.country, sound.set);
    const known = [...sound.loaded.modules.keys()];
    const switches = new Map([
      ...enable.map((module) => [oneOf(known, module, 'module'), true] as const),
      ...disable.map((module) => [oneOf(known, module, 'module'), false] as const),
    ]);
    return explainSwitches(sound, country, switches, surroundings);
  }
  if (user !== undefined && values.role.length + values.feature.length > 0) {
    throw new UsageError('Say either --user or --role and --feature: an account has its own.');
  }
  const address = positionals.join(' ');
  if (!address) throw new UsageError('Say what: manifest explain --country CZ /reports');
  const sound = await readSound(surroundings);
  const subject =
    user === undefined ? readSubject(values, sound.set) : await readUser(user, surroundings);
  const found = explainThings(sound, subject, address);
  if ('nearest' in found) {
    const list = found.nearest.map((one) => `"${one}"`).join(', ');
    throw new UnknownNameError(
      `Nothing in ${subject.country} is called "${address}". The nearest are ${list}.`,
    );
  }
  for (const line of describe(found.found, nameSession(subject, user))) surroundings.print(line);
  return exitCodes.fine;
};

/** The rights of an account as they are now. */
async function readUser(
  username: string,
  { withDatabase = (work) => work(undefined) }: Surroundings,
): Promise<AccessSubject> {
  return withDatabase(async (database) => {
    if (!database) {
      throw new UnknownNameError(
        'There is no database to ask: start the portal once, or say --role.',
      );
    }
    const subject = await findRights(database.statements, username);
    if (!subject) throw new UnknownNameError(`There is no account "${username}".`);
    return subject;
  });
}

function nameSession({ signedIn, country, roles, features: held }: AccessSubject, user?: string) {
  if (!signedIn) return `a visitor in ${country}`;
  const plan = held.length === features.length ? 'every feature' : held.join(', ') || 'no feature';
  const who = user === undefined ? roles.join(' and ') : `${user} (${roles.join(' and ')})`;
  return `${who} in ${country} with ${plan}`;
}

const states = { shown: 'shown', locked: 'shown LOCKED', hidden: 'NOT shown' };

/** One line for each thing, then the details of each. */
function describe(found: readonly Explanation[], session: string): string[] {
  const nameOf = ({ thing }: Explanation) =>
    `${thing.noun} ${thing.address}${thing.of === 'route' ? ` (${thing.path})` : ''}`;
  const width = Math.max(...found.map((one) => nameOf(one).length));
  const details = found.flatMap((one) => {
    const { state, place, reasons, notes } = one;
    return [
      '',
      `${nameOf(one)} is ${states[state]}.${place ? ` It is written in ${place}.` : ''}`,
      ...reasons.flatMap(({ words, place }) => [
        `  NO  ${words}`,
        ...(place ? [`      ${place}`] : []),
      ]),
      ...notes.flatMap(({ words, place }) => [
        `  but ${words}`,
        ...(place ? [`      ${place}`] : []),
      ]),
    ];
  });
  return [
    `To ${session}:`,
    ...found.map((one) => `${nameOf(one).padEnd(width)}  ${states[one.state]}`),
    ...details,
  ];
}

async function explainSwitches(
  { set, loaded }: Sound,
  country: Country,
  switches: Switches,
  { print, withDatabase = (work) => work(undefined) }: Surroundings,
): Promise<number> {
  const switched = buildSwitched(loaded, country.toLowerCase(), switches);
  const lines = [...switches].map(([module, isOn]) => `"${module}": ${isOn}`).join(', ');
  const where = `markets/${country.toLowerCase()}.json`;
  if (!switched.set) {
    print(`With ${lines} in ${where} the manifests would have faults:`);
    for (const fault of listFaults(switched.faults)) print(`  ${fault}`);
    return exitCodes.faults;
  }
  const change = { loaded, before: set, after: switched.set, country };
  print(`With ${lines} in ${where}:`);
  printDifferences(forecastDifferences(change), print);
  const counted = await withDatabase(async (database) =>
    database ? countRights(database.statements, country) : undefined,
  );
  if (!counted) {
    print('There is no database whose accounts could be asked.');
  } else {
    const accounts = counted.reduce((sum, one) => sum + one.accounts, 0);
    print(`Of the ${accounts} accounts in ${country}:`);
    for (const line of forecastAccounts(change, counted)) print(`  ${line}`);
  }
  return exitCodes.fine;
}
