import { distance } from 'fastest-levenshtein';
import { AppError } from '../errors.ts';
import { createIdentity } from '../identity/createIdentity.ts';
import { listUsernames } from '../identity/embedded/signIn.repository.ts';
import type { GivenDeps, IdentityConfig } from '../identity/identityDeps.ts';

const tokenSeconds = 300;

/**
 * `portal token USER`: prints a bearer token and nothing else, so that it can stand in `$(…)`.
 * Answers the exit code; faults go to `complain`.
 */
export async function runToken(
  username: string | undefined,
  deps: {
    config: IdentityConfig;
    database: GivenDeps['database'];
    print: (line: string) => void;
    complain?: (line: string) => void;
  },
): Promise<number> {
  const complain = deps.complain ?? ((line) => process.stderr.write(`${line}\n`));
  if (!username) {
    complain('Say whose token: npm run portal -- token USER');
    return 2;
  }
  // The log goes nowhere: what matters comes back as an error.
  const logger = { error: () => undefined, warn: () => undefined };
  try {
    const identity = await createIdentity({ ...deps, logger });
    deps.print(await identity.issueToken(username, tokenSeconds));
    return 0;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    complain(error.message);
    if (error.code === 'NOT_FOUND') {
      complain(suggest(username, await listUsernames(deps.database.statements)));
    }
    return 1;
  }
}

function suggest(username: string, known: readonly string[]): string {
  if (known.length === 0)
    return 'There are no accounts yet: start the portal once to load the demo.';
  const nearest = known
    .map((one) => ({ one, steps: distance(username.toLowerCase(), one.toLowerCase()) }))
    .filter(({ steps }) => steps <= 3)
    .sort((a, b) => a.steps - b.steps)[0];
  if (nearest) return `Did you mean «${nearest.one}»?`;
  const shown = known.slice(0, 30);
  const more = known.length > shown.length ? ` and ${known.length - shown.length} more` : '';
  return `Known accounts: ${shown.join(', ')}${more}.`;
}
