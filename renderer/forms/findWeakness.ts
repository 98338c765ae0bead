import { passwordRules } from '../../schemas/passwordPolicy.ts';

/** Why a password is easily guessed, by locale key. */
export type Weakness = 'named' | 'common';

const shortestName = 4;

/** What a password that the policy allows is warned of. `names` are such as a user name or an e-mail address. */
export async function findWeakness(
  password: string,
  names: readonly string[],
): Promise<Weakness | undefined> {
  const typed = password.toLowerCase();
  if (names.flatMap(partsOf).some((part) => typed.includes(part))) return 'named';
  // Shorter ones are refused anyway, and whoever still types needn't hear of it.
  if (!passwordRules.length(password)) return undefined;
  const { isCommon } = await import('./commonPasswords.ts');
  return isCommon(password) ? 'common' : undefined;
}

/** `anna.nowak@example.org` is known by `anna` and `nowak`; its mail server is anybody's. */
function partsOf(name: string): string[] {
  const [local = ''] = name.toLowerCase().split('@');
  const parts = [local, ...local.split(/[^\p{L}\p{N}]+/u)];
  return parts.filter((part) => part.length >= shortestName);
}
