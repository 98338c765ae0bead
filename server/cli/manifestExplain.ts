import { parseArgs } from 'node:util';
import type { AccessSubject } from '../../schemas/accessRule.ts';
import { features } from '../../schemas/entities/access.ts';
import { type Locale, locales } from '../../schemas/entities/languages.ts';
import type { Country } from '../../schemas/entities/market.ts';
import { readSwitches } from '../features/module/moduleSwitch.repository.ts';
import { countRights, findRights } from '../identity/accountRights.repository.ts';
import { listFaults } from '../manifests/ground/faults.ts';
import { wordsIn } from '../manifests/read/texts.ts';
import type { ManifestSet } from '../manifests/session/manifestSet.ts';
import { layerSwitches } from '../manifests/session/switchModules.ts';
import { type Explanation, explain as explainThings } from '../manifestTools/explain.ts';
import { forecastAccounts, forecastDifferences } from '../manifestTools/forecast.ts';
import type { ToldReason } from '../manifestTools/reasons.ts';
import { buildSwitched, type Switches } from '../manifestTools/switchModule.ts';
import { createTeller, type Teller } from '../manifestTools/words.ts';
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
      language: { type: 'string' },
    },
  });
  const { enable, disable, user } = values;
  const language =
    values.language === undefined
      ? readLanguage(surroundings.environment)
      : oneOf(locales, values.language, 'language');
  if (enable.length + disable.length > 0) {
    const sound = await readSound(surroundings);
    const country = readCountry(values.country, sound.set);
    const known = [...sound.loaded.modules.keys()];
    const switches = new Map([
      ...enable.map((module) => [oneOf(known, module, 'module'), true] as const),
      ...disable.map((module) => [oneOf(known, module, 'module'), false] as const),
    ]);
    return explainSwitches(sound, country, switches, { ...surroundings, language });
  }
  if (user !== undefined && values.role.length + values.feature.length > 0) {
    throw new UsageError('Say either --user or --role and --feature: an account has its own.');
  }
  const address = positionals.join(' ');
  if (!address) throw new UsageError('Say what: manifest explain --country CZ /reports');
  const sound = await readSound(surroundings);
  const { subject, set, faults } =
    user === undefined
      ? { subject: readSubject(values, sound.set), set: sound.set, faults: [] }
      : await readUser(user, sound.set, surroundings);
  for (const fault of faults) surroundings.print(fault);
  const tell = createTeller(wordsIn(sound.set.texts, language), language);
  const found = explainThings({ ...sound, set }, subject, address);
  if ('nearest' in found) {
    const list = found.nearest.map((one) => `"${one}"`).join(', ');
    throw new UnknownNameError(
      tell.text('unknown', { country: subject.country, address, nearest: list }),
    );
  }
  const session = nameSession(subject, tell, user);
  for (const line of describe(found.found, session, tell)) surroundings.print(line);
  return exitCodes.fine;
};

/** What POSIX asks for messages; English where that is none of ours. */
function readLanguage({ LC_ALL, LC_MESSAGES, LANG }: Surroundings['environment'] = {}): Locale {
  const [wanted = ''] = (LC_ALL || LC_MESSAGES || LANG || '').toLowerCase().split(/[_.@-]/);
  return locales.find((one) => one === wanted) ?? 'en';
}

/** The rights of an account as they are now, and the manifests with what support has switched. */
async function readUser(
  username: string,
  files: ManifestSet,
  { withDatabase = (work) => work(undefined) }: Surroundings,
): Promise<{ subject: AccessSubject; set: ManifestSet; faults: readonly string[] }> {
  return withDatabase(async (database) => {
    if (!database) {
      throw new UnknownNameError(
        'There is no database to ask: start the portal once, or say --role.',
      );
    }
    const subject = await findRights(database.statements, username);
    if (!subject) throw new UnknownNameError(`There is no account "${username}".`);
    return { subject, ...layerSwitches(files, await readSwitches(database.statements)) };
  });
}

function nameSession(
  { signedIn, country, roles, features: held }: AccessSubject,
  tell: Teller,
  user?: string,
) {
  if (!signedIn) return tell.text('session.visitor', { country });
  const everything = held.length === features.length ? tell.text('session.every') : '';
  const plan = everything || held.join(', ') || tell.text('session.nothing');
  const own = roles.join(` ${tell.text('session.and')} `);
  const who = user === undefined ? own : `${user} (${own})`;
  return tell.text('session.account', { who, country, plan });
}

/** One line for each thing, then the details of each. */
function describe(found: readonly Explanation[], session: string, tell: Teller): string[] {
  const nameOf = ({ thing }: Explanation) =>
    `${tell.noun(thing.noun)} ${thing.address}${thing.of === 'route' ? ` (${thing.path})` : ''}`;
  const stateOf = ({ state }: Explanation) => tell.text(`state.${state}`);
  const width = Math.max(...found.map((one) => nameOf(one).length));
  const tellEach = (lead: string, reasons: readonly ToldReason[]) =>
    reasons.flatMap((reason) => [
      `  ${tell.text(lead).padEnd(3)} ${tell.reason(reason)}`,
      ...(reason.place ? [`      ${tell.place(reason.place)}`] : []),
    ]);
  const details = found.flatMap((one) => {
    const is = tell.text('is', { thing: nameOf(one), state: stateOf(one) });
    return [
      '',
      one.place ? `${is} ${tell.text('written', { place: tell.place(one.place) })}` : is,
      ...tellEach('no', one.reasons),
      ...tellEach('but', one.notes),
    ];
  });
  return [
    tell.text('session.to', { session }),
    ...found.map((one) => `${nameOf(one).padEnd(width)}  ${stateOf(one)}`),
    ...details,
  ];
}

async function explainSwitches(
  { set, loaded }: Sound,
  country: Country,
  switches: Switches,
  {
    print,
    language,
    withDatabase = (work) => work(undefined),
  }: Surroundings & { readonly language: Locale },
): Promise<number> {
  // Lines are cut short: names as files have them take least.
  const { explanations = {} } = wordsIn(set.texts, language);
  const tell = createTeller({ explanations }, language);
  const switched = buildSwitched(loaded, country.toLowerCase(), switches);
  const lines = [...switches].map(([module, isOn]) => `"${module}": ${isOn}`).join(', ');
  const change = { switches: lines, file: `markets/${country.toLowerCase()}.json` };
  if (!switched.set) {
    print(tell.text('forecast.faults', change));
    for (const fault of listFaults(switched.faults)) print(`  ${fault}`);
    return exitCodes.faults;
  }
  const forecast = { loaded, before: set, after: switched.set, country };
  print(tell.text('forecast.title', change));
  printDifferences(forecastDifferences(forecast, tell), { print, tell });
  const counted = await withDatabase(async (database) =>
    database ? countRights(database.statements, country) : undefined,
  );
  if (!counted) {
    print(tell.text('forecast.noDatabase'));
  } else {
    const accounts = counted.reduce((sum, one) => sum + one.accounts, 0);
    print(tell.count('forecast.of', accounts, { country }));
    for (const line of forecastAccounts(forecast, counted, tell)) print(`  ${line}`);
  }
  return exitCodes.fine;
}
