import type { Logger } from 'pino';
import type { Statements } from '../database/statements.ts';
import { AppError } from '../errors.ts';
import type { IdentityDirectory } from './directory.ts';

interface Parts {
  readonly statements: Statements;
  readonly directory: Pick<IdentityDirectory, 'findRoles'>;
  readonly logger: Pick<Logger, 'warn'>;
}

/**
 * Gives an account the roles that the directory says it has, and logs a change. True when they
 * changed. A directory that says nothing, or can't be reached, leaves them as they are.
 */
export async function takeOverRoles(
  { statements, directory, logger }: Parts,
  subject: string,
): Promise<boolean> {
  const roles = await directory.findRoles(subject).catch((err: unknown) => {
    if (!(err instanceof AppError)) throw err;
    logger.warn({ err, subject }, 'The directory does not tell its roles; the known ones stay');
  });
  if (!roles) return false;
  const changed = await statements.run(
    `WITH old AS (
       SELECT id, roles FROM account WHERE subject = $1
         AND NOT (roles @> $2::text[] AND roles <@ $2::text[])
     ), changed AS (
       UPDATE account SET roles = $2 FROM old WHERE account.id = old.id
       RETURNING account.id, username, country, array_to_string(old.roles, ', ') AS before
     )
     INSERT INTO activity_log (at, type, actor_id, actor, affected_id, affected, country, detail)
     SELECT now(), 'ROLES_CHANGED', NULL, '', id, username, country,
       jsonb_build_object('roles',
         jsonb_build_object('before', before, 'after', array_to_string($2::text[], ', ')))
     FROM changed`,
    [subject, roles],
  );
  return changed === 1;
}
