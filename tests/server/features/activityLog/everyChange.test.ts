import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Operation } from '../../../../schemas/api/operation.ts';
import { type OperationId, operations } from '../../../../schemas/api/operations.ts';
import type { ActivityType } from '../../../../schemas/entities/activity.ts';
import { createBackgroundWork } from '../../../../server/backgroundWork.ts';
import type { Database } from '../../../../server/database/open.ts';
import { AppError } from '../../../../server/errors.ts';
import { withActivityLog } from '../../../../server/features/activityLog/loggedHandlers.ts';
import { tellChange } from '../../../../server/features/activityLog/tellChange.ts';
import type { Handlers } from '../../../../server/http/handler.ts';
import { createTestDatabase } from '../../../support/database.ts';
import { addAccounts, anAccount } from '../../identity/support/accounts.ts';

const all = Object.entries(operations) as [OperationId, Operation][];
const changing = all.filter(([, { method, reads }]) => method !== 'GET' && !reads);
const declared = changing.filter(([, { logs }]) => logs !== undefined);

/** What writes entries of its own, in the words that only it knows. */
const byThemselves: Partial<Record<OperationId, readonly ActivityType[]>> = {
  'session.end': ['SIGN_OUT'],
  'sessions.endOne': ['SIGN_OUT'],
  'profile.save': ['PROFILE_CHANGED'],
  'notifications.save': ['NOTIFICATIONS_ON', 'NOTIFICATIONS_OFF'],
  'subscription.change': ['NOTIFICATIONS_ON', 'NOTIFICATIONS_OFF'],
  'password.change': ['PASSWORD_CHANGED'],
  'password.forgot': ['PASSWORD_FORGOTTEN'],
  'password.reset': ['PASSWORD_RESET'],
  'lock.open': ['ACCOUNT_UNLOCKED'],
  'email.change': ['EMAIL_CHANGE_ASKED'],
  'email.confirm': ['EMAIL_CHANGED'],
  'totp.confirm': ['TOTP_ENABLED'],
  'totp.remove': ['TOTP_REMOVED'],
  'totp.turnOff': ['TOTP_REMOVED'],
  'administrator.create': ['ACCOUNT_CREATED'],
  'administrator.save': ['ACCOUNT_CHANGED', 'EMAIL_CHANGE_ASKED', 'EMAIL_CHANGED'],
  'administrator.takeEmailBack': ['EMAIL_CHANGE_TAKEN_BACK'],
  'administrator.switch': ['ACCOUNT_DISABLED', 'ACCOUNT_ENABLED'],
  'administrator.invite': ['ACCOUNT_INVITED'],
  'administrator.assign': ['ACCESS_ASSIGNED'],
  'administrator.withdraw': ['ACCESS_WITHDRAWN'],
  'subAdministrator.create': ['ACCOUNT_CREATED'],
  'subAdministrator.save': ['ACCOUNT_CHANGED', 'EMAIL_CHANGE_ASKED', 'EMAIL_CHANGED'],
  'subAdministrator.takeEmailBack': ['EMAIL_CHANGE_TAKEN_BACK'],
  'subAdministrator.switch': ['ACCOUNT_DISABLED', 'ACCOUNT_ENABLED'],
  'subAdministrator.invite': ['ACCOUNT_INVITED'],
  'subAdministrator.remove': ['ACCOUNT_DELETED', 'ACCOUNT_DISABLED'],
  'subAdministrator.restore': ['ACCOUNT_RESTORED', 'ACCOUNT_ENABLED'],
  'subAdministrator.share': ['ACCESS_ASSIGNED'],
  'subAdministrator.withdraw': ['ACCESS_WITHDRAWN'],
  'subAdministrator.createOf': ['ACCOUNT_CREATED'],
  'subAdministrator.saveOf': ['ACCOUNT_CHANGED', 'EMAIL_CHANGE_ASKED', 'EMAIL_CHANGED'],
  'subAdministrator.takeEmailBackOf': ['EMAIL_CHANGE_TAKEN_BACK'],
  'subAdministrator.switchOf': ['ACCOUNT_DISABLED', 'ACCOUNT_ENABLED'],
  'subAdministrator.inviteOf': ['ACCOUNT_INVITED'],
  'subAdministrator.removeOf': ['ACCOUNT_DELETED', 'ACCOUNT_DISABLED'],
  'subAdministrator.restoreOf': ['ACCOUNT_RESTORED', 'ACCOUNT_ENABLED'],
  'subAdministrator.shareOf': ['ACCESS_ASSIGNED'],
  'subAdministrator.withdrawOf': ['ACCESS_WITHDRAWN'],
  'preview.start': ['PREVIEW_STARTED'],
  'preview.end': ['PREVIEW_ENDED'],
  'module.switch': ['MODULE_SWITCHED'],
  'module.rollBack': ['MODULE_SWITCHED'],
  'permissionPackage.create': ['PACKAGE_CREATED'],
  'permissionPackage.save': ['PACKAGE_CHANGED'],
  'permissionPackage.remove': ['PACKAGE_DELETED'],
};

const aTicket = 'lets its caller read one file once, and changes nothing';
const anUpload = 'waits a day for the call that claims it, which is logged';
const exceptions: Partial<Record<OperationId, string>> = {
  'document.ticket': aTicket,
  'documentPackage.ticket': aTicket,
  'managedDocument.ticket': aTicket,
  'report.ticket': aTicket,
  'supportMessage.ticket': aTicket,
  'upload.create': anUpload,
  'upload.remove': anUpload,
  'totp.begin': 'counts for nothing until a code confirms it, which is logged',
  'webhook.keepSecret': 'says that the secret was copied: it is shown no more',
  'period.billing': 'reads billing periods, by a POST because their list is long',
};

describe('every operation that changes something', () => {
  it('is logged, or is named with its reason', () => {
    expect(declared.length).toBeGreaterThan(30);
    const named = new Set([...Object.keys(byThemselves), ...Object.keys(exceptions)]);
    const silent = changing.filter(([id, { logs }]) => !logs && !named.has(id));
    expect(silent.map(([id]) => id)).toEqual([]);
    const twice = declared.filter(([id]) => named.has(id));
    expect(twice.map(([id]) => id)).toEqual([]);
    const changingIds = changing.map(([id]) => id);
    expect(changingIds).toEqual(expect.arrayContaining([...named]));
  });

  it('and no reading one says that it is', () => {
    const reading = all.filter(([, { method, reads }]) => method === 'GET' || reads);
    expect(reading.length).toBeGreaterThan(50);
    expect(reading.filter(([, { logs }]) => logs)).toEqual([]);
  });
});

const secret = 'Correct-horse-battery-1';

/** A value of the schema, with a secret in each text that a person could type. */
function fill(schema: z.core.$ZodType): unknown {
  if (schema instanceof z.ZodObject) {
    return Object.fromEntries(
      Object.entries(schema.shape).map(([name, one]) => [name, fill(one as z.ZodType)]),
    );
  }
  if (schema instanceof z.ZodArray) return [fill(schema.element)];
  if (schema instanceof z.ZodEnum) return schema.options[0];
  if (schema instanceof z.ZodLiteral) return [...schema.values][0];
  if (schema instanceof z.ZodISODate) return '2026-01-31';
  if (schema instanceof z.ZodNumber) return 7;
  if (schema instanceof z.ZodBoolean) return true;
  if (schema instanceof z.ZodPipe) return fill(schema.in);
  if ('unwrap' in schema) return fill((schema as z.ZodOptional).unwrap());
  if (schema instanceof z.ZodUnion) return fill(schema.options[0] as z.ZodType);
  return secret;
}

describe('what an entry says of a change', () => {
  const withBody = declared.filter(([, { body }]) => body && body !== 'stream');

  it('is never a text that somebody typed', () => {
    expect(withBody.length).toBeGreaterThan(15);
    let typed = 0;
    for (const [id, operation] of withBody) {
      const body = fill(operation.body as z.ZodType);
      if (JSON.stringify(body).includes(secret)) typed += 1;
      const told = tellChange(operation, { body }, { secret, uri: secret, id: 12 });
      expect(JSON.stringify(told), id).not.toContain(secret);
      expect(told, id).toMatchObject({ id: 12 });
    }
    expect(typed).toBeGreaterThan(5);
  });

  it('is the object, and what is a number, a choice or a day', () => {
    const body = {
      ...{ upload: 'x'.repeat(32), documentType: 'INVOICE', billingType: 'HEAT', tenant: 4 },
      ...{ periodBegin: '2025-01-01', periodEnd: '2025-12-31', status: 'draft', ownerName: 'Jan' },
    };
    const request = { params: { property: 12 }, body };
    expect(
      tellChange(operations['managedDocument.create'], request, { fileName: 'a.pdf' }),
    ).toEqual({
      ...{ property: 12, documentType: 'INVOICE', periodBegin: '2025-01-01', tenant: 4 },
      ...{ periodEnd: '2025-12-31', status: 'draft', billingType: 'HEAT' },
    });
    const several = { body: { warningIds: [3, 4], note: 'my password' } };
    const schema = z.object({ warningIds: z.array(z.int()), note: z.string() });
    expect(tellChange({ body: schema }, several, {})).toEqual({ warningIds: '3, 4' });
    const many = { body: { warningIds: Array.from({ length: 21 }, () => 1) } };
    expect(tellChange({ body: schema }, many, {})).toEqual({ warningIds: '21' });
  });

  it('is nothing of a file, and of the caller’s own id', () => {
    const operation = operations['language.save'];
    const request = { params: { id: 'subject-1' }, body: { language: 'EN' } };
    expect(tellChange(operation, request, {})).toEqual({ language: 'EN' });
    expect(tellChange(operations['import.file'], {}, { importId: 3, accepted: 9 })).toEqual({
      importId: 3,
    });
  });
});

describe('handlers', () => {
  let database: Database;
  let accountId: number;
  const failures: unknown[] = [];
  const background = createBackgroundWork({ error: (entry: unknown) => void failures.push(entry) });

  beforeAll(async () => {
    database = await createTestDatabase();
    accountId = (await addAccounts(database, [anAccount('one')])).get('one') as number;
  });
  afterAll(() => database.close());

  const call = (
    id: OperationId,
    request: object,
    handle: () => unknown,
    parts: Pick<Database, 'statements'> = database,
  ) => {
    const handlers = { [id]: async () => handle() } as unknown as Handlers;
    const handler = withActivityLog(handlers, { database: parts, background })[id];
    return (handler as unknown as (...given: unknown[]) => Promise<unknown>)(request, {
      session: { accountId },
    });
  };
  const entries = async () =>
    (
      await database.pool.query(
        'SELECT type, actor, affected, country, detail FROM activity_log ORDER BY id',
      )
    ).rows;

  it('log what they changed once, and about whom', async () => {
    const answer = { language: 'EN' };
    expect(await call('language.save', { body: answer }, () => answer)).toBe(answer);
    await call('managedDocument.release', { params: { document: 5 } }, () => ({ id: 5 }));
    await call('managedDocument.property', { params: { property: 5 } }, () => ({ worksId: 5 }));
    expect(await entries()).toEqual([
      {
        ...{ type: 'LANGUAGE_CHANGED', actor: 'one', affected: 'one', country: 'PL' },
        detail: { language: 'EN' },
      },
      {
        ...{ type: 'DOCUMENT_RELEASED', actor: 'one', affected: '', country: 'PL' },
        detail: { document: 5, id: 5 },
      },
    ]);
  });

  it('log nothing of what was refused', async () => {
    const before = await entries();
    const refuse = () => {
      throw new AppError('CONFLICT', 'It has no file yet.');
    };
    const refused = call('managedDocument.release', { params: { document: 5 } }, refuse);
    await expect(refused).rejects.toThrow('It has no file yet.');
    expect(await entries()).toEqual(before);
  });

  it('answer all the same when the log takes nothing, which is told the operator', async () => {
    const broken = {
      insert: () => ({ values: () => Promise.reject(new Error('The log is away.')) }),
    } as unknown as Database['statements'];
    const answer = { id: 5 };
    const asked = { params: { document: 5 } };
    expect(await call('managedDocument.release', asked, () => answer, { statements: broken })).toBe(
      answer,
    );
    await background.idle();
    expect(failures).toEqual([{ err: new Error('The log is away.') }]);
  });
});
