import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Operation } from '../../../../schemas/api/operation.ts';
import { type OperationId, operations } from '../../../../schemas/api/operations.ts';
import type { ActivityType } from '../../../../schemas/entities/activity.ts';
import { describeDetail } from '../../../../server/features/activityLog/describeDetail.ts';
import { tellDifferences } from '../../../../server/features/activityLog/differences.ts';
import {
  idsAnswered,
  logIds,
  logRequest,
} from '../../../../server/features/activityLog/logRequest.ts';

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
  'administrator.undoAccess': ['ACCESS_RESTORED'],
  'subAdministrator.create': ['ACCOUNT_CREATED'],
  'subAdministrator.save': ['ACCOUNT_CHANGED', 'EMAIL_CHANGE_ASKED', 'EMAIL_CHANGED'],
  'subAdministrator.takeEmailBack': ['EMAIL_CHANGE_TAKEN_BACK'],
  'subAdministrator.switch': ['ACCOUNT_DISABLED', 'ACCOUNT_ENABLED'],
  'subAdministrator.invite': ['ACCOUNT_INVITED'],
  'subAdministrator.remove': ['ACCOUNT_DELETED', 'ACCOUNT_DISABLED'],
  'subAdministrator.restore': ['ACCOUNT_RESTORED', 'ACCOUNT_ENABLED'],
  'subAdministrator.share': ['ACCESS_ASSIGNED'],
  'subAdministrator.withdraw': ['ACCESS_WITHDRAWN'],
  'subAdministrator.undoAccess': ['ACCESS_RESTORED'],
  'subAdministrator.createOf': ['ACCOUNT_CREATED'],
  'subAdministrator.saveOf': ['ACCOUNT_CHANGED', 'EMAIL_CHANGE_ASKED', 'EMAIL_CHANGED'],
  'subAdministrator.takeEmailBackOf': ['EMAIL_CHANGE_TAKEN_BACK'],
  'subAdministrator.switchOf': ['ACCOUNT_DISABLED', 'ACCOUNT_ENABLED'],
  'subAdministrator.inviteOf': ['ACCOUNT_INVITED'],
  'subAdministrator.removeOf': ['ACCOUNT_DELETED', 'ACCOUNT_DISABLED'],
  'subAdministrator.restoreOf': ['ACCOUNT_RESTORED', 'ACCOUNT_ENABLED'],
  'subAdministrator.shareOf': ['ACCESS_ASSIGNED'],
  'subAdministrator.withdrawOf': ['ACCESS_WITHDRAWN'],
  'subAdministrator.undoAccessOf': ['ACCESS_RESTORED'],
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
      const told = logRequest(operation, { body });
      expect(JSON.stringify(told), id).not.toContain(secret);
    }
    expect(typed).toBeGreaterThan(5);
  });

  it('is the object, and what is a number, a choice or a day', () => {
    const body = {
      upload: 'x'.repeat(32),
      documentType: 'IMS_INVOICE',
      billingType: 'HEAT',
      tenant: 4,
      periodBegin: '2025-01-01',
      periodEnd: '2025-12-31',
      status: 'draft',
      ownerName: 'Jan',
    };
    const request = { params: { property: 12 }, body };
    expect(logRequest(operations['managedDocument.create'], request)).toEqual({
      property: 12,
      documentType: 'IMS_INVOICE',
      periodBegin: '2025-01-01',
      tenant: 4,
      periodEnd: '2025-12-31',
      status: 'draft',
      billingType: 'HEAT',
    });
    const several = { body: { warningIds: [3, 4], note: 'my password' } };
    const schema = z.object({ warningIds: z.array(z.int()), note: z.string() });
    expect(logRequest({ body: schema }, several)).toEqual({ warningIds: '3, 4' });
    const many = { body: { warningIds: Array.from({ length: 21 }, () => 1) } };
    expect(logRequest({ body: schema }, many)).toEqual({ warningIds: '21' });
    const colours = { body: { graphColors: { hca: '#aabbcc' }, dateFormat: 'DD.MM.YYYY' } };
    expect(logRequest(operations['preferences.save'], colours)).toEqual({
      'graphColors.hca': '#aabbcc',
      dateFormat: 'DD.MM.YYYY',
    });
  });

  it('is nothing of a file, and of the caller’s own id', () => {
    const operation = operations['language.save'];
    const request = { params: { id: 'subject-1' }, body: { language: 'EN' } };
    expect(logRequest(operation, request)).toEqual({ language: 'EN' });
    expect(logRequest(operations['import.file'], {})).toEqual({});
    const ids = idsAnswered(operations['import.file']);
    expect(logIds(ids, { importId: 3, id: 4, accepted: 9, uri: secret }, {})).toEqual({
      importId: 3,
    });
    expect(logIds(['id'], { id: 3 }, { document: 3 })).toEqual({});
  });

  const schema = z.object({
    limit: z.number().nullable(),
    state: z.enum(['ON', 'OFF']),
    tags: z.array(z.enum(['A'])),
    note: z.string(),
    secret: z.string().nullable(),
  });
  const objects = (...rows: [number, object][]) => new Map(rows);

  it.each([
    ['as it was', { limit: 20, state: 'ON' }, { limit: 20, state: 'ON' }, {}, ''],
    [
      ...(['changed', { limit: 20, state: 'ON' }, { limit: 25, state: 'ON' }] as const),
      ...([{ limit: { before: 20, after: 25 } }, 'limit: 20 → 25'] as const),
    ],
    [
      ...(['with a list', { tags: ['A'] }, { tags: [] }] as const),
      ...([{ tags: { before: 'A', after: '' } }, 'tags: A → –'] as const),
    ],
    [
      ...(['with nothing before', { limit: null }, { limit: 0 }] as const),
      ...([{ limit: { after: 0 } }, 'limit: – → 0'] as const),
    ],
    [
      ...(['gone', { limit: 20, state: 'ON' }, undefined] as const),
      {
        limit: { before: 20 },
        state: { before: 'ON' },
      },
      'limit: 20 → –; state: ON → –',
    ],
    ['in its texts', { note: 'a', secret: null }, { note: 'b', secret: 'c' }, {}, ''],
    ['where nobody looks', { other: 1 }, { other: 2 }, {}, ''],
  ])('is what it was and is: %s', (_, was, is, told, words) => {
    const differences = tellDifferences(
      schema,
      objects([1, was]),
      is ? objects([1, is]) : objects(),
    );
    expect(differences).toEqual(told);
    expect(describeDetail(differences)).toBe(words);
  });

  it('says of several objects which were changed how', () => {
    const before = objects(
      [1, { limit: 20 }],
      [2, { limit: 20 }],
      [3, { limit: 22 }],
      [4, { limit: 25 }],
    );
    const after = objects(...[1, 2, 3, 4].map((id): [number, object] => [id, { limit: 25 }]));
    expect(describeDetail(tellDifferences(schema, before, after))).toBe(
      'limit: 20 → 25 (1, 2), 22 → 25 (3)',
    );
    const [two, both] = [
      objects([1, { limit: 20 }], [2, { limit: 20 }]),
      objects([1, {}], [2, {}]),
    ];
    expect(describeDetail(tellDifferences(schema, two, both))).toBe('limit: 20 → –');
  });

  it('is shown readably in entries of earlier releases, too', () => {
    const before = { name: 'Basic', features: ['A', 'B'] };
    expect(describeDetail({ before: 'a', after: 'b' })).toBe('before: a; after: b');
    expect(describeDetail({ package: 5, before })).toBe(
      'package: 5; before: {"name":"Basic","features":["A","B"]}',
    );
  });
});
