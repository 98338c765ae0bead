import type { BackgroundWork } from '../../backgroundWork.ts';
import type { Database } from '../../database/open.ts';
import { type AppError, faultOf, InvalidRequest } from '../../errors.ts';
import type { Identity } from '../../identity/identity.ts';
import type { Limits } from '../../identity/limits.ts';
import type { Mailer } from '../../mail/mailer.ts';
import type { ManifestService } from '../../manifests/serve/service.ts';
import type { Said } from '../../said.ts';
import { type Addressee, findAddressee } from './account.repository.ts';
import { type AccountMail, createAccountMails } from './accountMails.ts';

/** What everything about the own account is made of. */
export interface AccountDeps {
  readonly database: Database;
  readonly identity: Pick<Identity, 'directory' | 'endSession' | 'onLocked' | 'openLock'>;
  readonly manifests: Pick<ManifestService, 'words' | 'market'>;
  readonly mailer: Mailer;
  readonly background: BackgroundWork;
  readonly limits: Limits;
  readonly now: () => Date;
  /** Whether messages to phones can be sent. */
  readonly phoneMessages?: boolean;
  /** How long after the answer a forgotten password is looked into; shorter in tests. */
  readonly forgottenDelayMs?: number;
  /** The portal's address in the browser, without a path. */
  readonly publicUrl: string;
}

/** The address of a mailed link. Its secret is in the fragment, which no server gets to see. */
export function linkTo(publicUrl: string, path: string, token: string): string {
  return `${publicUrl}${path}#token=${token}`;
}

type Mailing = (
  mail: AccountMail,
  owner: number | Addressee,
  values?: Readonly<Record<string, string>>,
) => Promise<void>;

/** Mails the owner of an account; rejects when the mail can't be sent. */
export function createMailing({
  database,
  manifests,
  mailer,
}: Pick<AccountDeps, 'database' | 'mailer'> & {
  readonly manifests: Pick<ManifestService, 'words'>;
}): Mailing {
  const write = createAccountMails(manifests);
  return async (mail, owner, values = {}) => {
    const addressee =
      typeof owner === 'number' ? await database.read((tx) => findAddressee(tx, owner)) : owner;
    if (addressee) await mailer.send(write(mail, addressee, values));
  };
}

/** Tells the owner of an account what happened to it, without making anybody wait. */
export function createNotice(deps: AccountDeps): (...of: Parameters<Mailing>) => void {
  const send = createMailing(deps);
  return (mail, ...of) => deps.background.run(`The mail «${mail}»`, () => send(mail, ...of));
}

/** A fault of one field, which its form shows beside it. */
export function fieldFault(field: string, rule: string, words: Said): AppError {
  return new InvalidRequest([faultOf(`body.${field}`, words, rule)]);
}
