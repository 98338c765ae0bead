import { suggest } from '../manifests/ground/faults.ts';
import {
  exitCodes,
  FaultyManifestsError,
  isUsageFault,
  type Subcommand,
  type Surroundings,
  UnknownNameError,
} from './manifestArguments.ts';

const usage = `manifest check [--strict] [--accept]   all faults of the manifests and texts; --strict: also what
                                       is missing or unused; --accept: who may enter what is
                                       meant as it is now
manifest status                        what a running server serves, and what is saved but not
                                       in effect, and why
manifest schema [--out DIR] [--check]  JSON Schemas for editors; --check only compares
manifest docs [--out DIR] [--check]    the reference in docs/; --check only compares
manifest list                          every module, screen, form and part, and where it is on
manifest show --country PL [--role R]… [--feature F]… [/path or screen]
    [--provenance]                     what one session gets; without a role, a visitor;
                                       with the file and line of each value as written
manifest show --expanded FILE [--country PL]
                                       a screen, form or module with everything that came along
manifest snapshot --out DIR [--country PL]… [--language en]… [--force]
                                       what every country and role gets, in every language
manifest diff A B [--country PL]… [--language en]… [--json]
                                       how two snapshots or manifest directories differ; of one
                                       language, in that language
manifest explain --user USER | --country CZ [--role R]… [--feature F|all]…
    [--language pl] /path, screen, part or entry
                                       whether it is shown, and every reason why not; with
                                       --user as it is in effect, modules that support has
                                       switched included
manifest explain --country DK [--enable MODULE]… [--disable MODULE]… [--language pl]
                                       what switches would change, for whom; writes nothing
manifest migrate [--write]             files of older versions in the newest
Exit codes: 0 fine, 1 something was found, 2 the manifests have faults, 64 called wrongly.`;

/** Each is loaded when it is asked for: a check needs nothing of the database. */
const subcommands: Readonly<Record<string, () => Promise<Subcommand>>> = {
  check: async () => (await import('./manifestCheck.ts')).check,
  status: async () => (await import('./manifestStatus.ts')).status,
  schema: async () => (await import('./manifestGenerated.ts')).schema,
  docs: async () => (await import('./manifestGenerated.ts')).docs,
  list: async () => (await import('./manifestShow.ts')).list,
  show: async () => (await import('./manifestShow.ts')).show,
  snapshot: async () => (await import('./manifestSnapshot.ts')).snapshot,
  diff: async () => (await import('./manifestSnapshot.ts')).diff,
  explain: async () => (await import('./manifestExplain.ts')).explain,
  migrate: async () => (await import('./manifestCheck.ts')).migrate,
};

/** The manifest tools for product owners, testers and support. Answers the exit code. */
export async function runManifestCommand(
  [name = '', ...args]: string[],
  surroundings: Surroundings,
): Promise<number> {
  const { print } = surroundings;
  const isHelp = (one: string) => one === '--help' || one === '-h';
  if (isHelp(name)) {
    print(usage);
    return exitCodes.fine;
  }
  const load = Object.hasOwn(subcommands, name) ? subcommands[name] : undefined;
  if (!load) {
    if (name) print(`There is no "manifest ${name}"${suggest(name, Object.keys(subcommands))}`);
    print(usage);
    return exitCodes.misuse;
  }
  if (args.some(isHelp)) {
    print(usageOf(name));
    return exitCodes.fine;
  }
  try {
    const subcommand = await load();
    return await subcommand(args, surroundings);
  } catch (error) {
    if (error instanceof FaultyManifestsError) {
      print(error.message);
      for (const fault of error.faults) print(`  ${fault}`);
      return exitCodes.faults;
    }
    if (!isUsageFault(error)) throw error;
    print((error as Error).message);
    if (!(error instanceof UnknownNameError)) print(usageOf(name));
    return exitCodes.misuse;
  }
}

/** What is said of one command, in each of its forms. */
function usageOf(name: string): string {
  const [codes = ''] = usage.split('\n').slice(-1);
  const forms = usage.split(/\n(?=manifest |Exit codes)/);
  return [...forms.filter((form) => new RegExp(`^manifest ${name}\\b`).test(form)), codes].join(
    '\n',
  );
}
