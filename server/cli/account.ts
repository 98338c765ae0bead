import { pino } from 'pino';
import { z } from 'zod';
import { roleSchema } from '../../schemas/entities/access.ts';
import { countrySchema } from '../../schemas/entities/market.ts';
import { lineSchema } from '../../schemas/fields.ts';
import { createBackgroundWork } from '../backgroundWork.ts';
import type { Config } from '../config.ts';
import type { Database } from '../database/open.ts';
import { AppError } from '../errors.ts';
import { createAdministration } from '../features/account/administration.service.ts';
import { createIdentity } from '../identity/createIdentity.ts';
import { createLimits } from '../identity/limits.ts';
import { createMailer } from '../mail/mailer.ts';
import { createManifestService } from '../manifests/serve/createManifestService.ts';

const usage = `  account create USER EMAIL COUNTRY ROLE[,ROLE…] [NAME]   mails how to sign in
  account disable USER       refused from the next call on
  account enable USER
  account remove-totp USER   for who has lost app and recovery codes`;

const newAccountSchema = z.object({
  username: z.string().regex(/^[\w.@-]{1,100}$/, 'expected letters, digits and . _ @ -'),
  email: z.email(),
  country: countrySchema,
  roles: z.array(roleSchema).min(1),
  name: lineSchema.min(1).max(200),
});

interface Parts {
  readonly config: Config;
  readonly database: Database;
  readonly localesDirectory: string;
  readonly print: (line: string) => void;
  readonly complain?: (line: string) => void;
}

/** `portal account …`: accounts here and at the identity provider. Answers the exit code. */
export async function runAccount(
  [action = '', username = '', ...rest]: readonly string[],
  deps: Parts,
): Promise<number> {
  const complain = deps.complain ?? ((line) => process.stderr.write(`${line}\n`));
  const { print } = deps;
  if (!username || !/^(create|disable|enable|remove-totp)$/.test(action)) {
    complain(`Say what to do with which account:\n${usage}`);
    return 2;
  }
  const { administration, manifests, close } = await open(deps, complain);
  try {
    if (action === 'create') {
      const [email, country, roles = '', ...name] = rest;
      const words = name.join(' ') || username;
      const given = { username, email, country, roles: roles.split(','), name: words };
      const parsed = newAccountSchema.safeParse(given);
      if (!parsed.success) {
        complain(`${z.prettifyError(parsed.error)}\n${usage}`);
        return 2;
      }
      const { language } = manifests.market(parsed.data.country);
      await administration.create({ ...parsed.data, language });
      print(`Made the account ${username}; a mail about it goes to ${email}.`);
    } else if (action === 'remove-totp') {
      await administration.removeTotp(username);
      print(`${username} signs in without a code.`);
    } else {
      await administration.setEnabled(username, action === 'enable');
      print(`${username} is ${action}d.`);
    }
    return 0;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    complain(error.message);
    return 1;
  } finally {
    await close();
  }
}

async function open(
  { config, database, localesDirectory }: Parts,
  complain: (line: string) => void,
) {
  const logger = pino({ level: 'silent' });
  const error = (_details: unknown, words?: string) => complain(words ?? 'A mail failed.');
  const background = createBackgroundWork({ error } as Pick<typeof logger, 'error'>);
  const identity = await createIdentity({ config, database, logger });
  const manifests = await createManifestService({
    manifestsDirectory: config.MANIFESTS_DIR,
    localesDirectory,
    signIn: identity.signIn,
  });
  const administration = createAdministration({
    database,
    identity,
    manifests,
    background,
    limits: createLimits(),
    mailer: createMailer(config, logger),
    now: () => new Date(),
    publicUrl: config.PUBLIC_URL,
  });
  return {
    administration,
    manifests,
    async close() {
      await background.idle();
      manifests.close();
      identity.close();
    },
  };
}
