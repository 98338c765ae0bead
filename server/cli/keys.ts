import type { Database } from '../database/open.ts';
import { rotateProviderKeys } from '../identity/embedded/keys.repository.ts';

const usage = 'Say what to do: npm run portal -- keys rotate [--at-once]';

/** `portal keys rotate`: new keys of the embedded identity provider. Answers the exit code. */
export async function runKeys(
  [action, ...flags]: readonly string[],
  deps: {
    readonly issuer: string | undefined;
    readonly database: Pick<Database, 'transaction'>;
    readonly print: (line: string) => void;
    readonly complain?: (line: string) => void;
  },
): Promise<number> {
  const { issuer, database, print } = deps;
  const complain = deps.complain ?? ((line) => process.stderr.write(`${line}\n`));
  const isAtOnce = flags.includes('--at-once');
  if (action !== 'rotate' || flags.some((flag) => flag !== '--at-once')) {
    complain(usage);
    return 2;
  }
  if (issuer !== undefined) {
    complain(
      `OIDC_ISSUER is set, so tokens are signed by ${issuer}: rotate its keys there. The portal fetches them anew within ten minutes, and at once when a token names one that it doesn’t know.`,
    );
    return 1;
  }
  const kid = await rotateProviderKeys(database, { isAtOnce });
  print(`The key ${kid} signs from now on; a portal that runs takes it within ten seconds.`);
  print(
    isAtOnce
      ? 'The former keys verify nothing any more: who reloads a page signs in anew.'
      : 'The former keys still verify for a day: nobody has to sign in anew.',
  );
  return 0;
}
