import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Operation } from '../../../schemas/api/operation.ts';
import { type OperationId, operations } from '../../../schemas/api/operations.ts';
import { forOwnerAlone } from '../../../schemas/fields.ts';
import { createWithholding } from '../../../server/http/withholding.ts';
import { type RealApp, startRealApp, type User } from '../http/support/realApp.ts';

/** What is told to an account's owner alone is told to nobody who looks at the account. */

const all = Object.entries(operations) as [OperationId, Operation][];

/** Each reading call that has something of the kind, and what. */
const withheld: Partial<Record<OperationId, readonly string[]>> = {
  'webhook.get': ['url', 'secret'],
  'totp.get': ['uri', 'secret', 'recoveryCodes'],
  'sessions.own': ['address', 'browser'],
};

interface ToldField {
  readonly entity: string;
  readonly field: string;
}

/** Each field of an answer that isn't taken out of it, at any depth. */
function listFields(schema: z.core.$ZodType, around: string): ToldField[] {
  if (schema instanceof z.ZodArray) return listFields(schema.element, around);
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((one) => listFields(one, around));
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) {
    return listFields(schema.unwrap(), around);
  }
  if (!(schema instanceof z.ZodObject)) return [];
  const entity = z.globalRegistry.get(schema)?.id ?? around;
  const fields = Object.entries(schema.shape) as [string, z.ZodType][];
  return fields.flatMap(([field, of]) => [
    ...(createWithholding(of) ? [] : [{ entity, field }]),
    ...listFields(of, entity),
  ]);
}

describe('in the schemas', () => {
  it('it is in these calls', () => {
    const found = all
      .filter(([, { method, reads }]) => method === 'GET' || reads)
      .filter(([, { response }]) => createWithholding(response));
    expect(found.map(([id]) => id).toSorted()).toEqual(Object.keys(withheld).toSorted());
  });

  it('is every field that is called like a secret, or says that it is none', () => {
    const none: Readonly<Record<string, string>> = {
      'DownloadTicket.token': 'of who asks, and ends with the preview',
      'Profile.passwordKeeper': 'says where it is kept',
      'Totp.recoveryCodesLeft': 'says how many there are',
    };
    const told = all.flatMap(([, { response }]) => listFields(response, ''));
    const names = told
      .filter(({ field }) => /secret|token|password|recovery|credential|otp/i.test(field))
      .map(({ entity, field }) => `${entity}.${field}`);
    expect([...new Set(names)].toSorted()).toEqual(Object.keys(none).toSorted());
  });

  it('is found in lists, and in what may be missing; in a union it is refused', () => {
    const secret = forOwnerAlone(z.string().nullable(), 'A test.');
    const other = forOwnerAlone(z.string().optional(), 'A test.');
    const inside = z.object({ name: z.string(), secret, other });
    const withhold = createWithholding(z.object({ rows: z.array(inside.nullable()).optional() }));
    const row = { name: 'N', secret: 's', other: 'o' };
    expect(withhold?.({ rows: [row, null] })).toEqual({
      rows: [{ name: 'N', secret: null, other: undefined }, null],
    });
    expect(withhold?.({})).toEqual({});
    expect(createWithholding(z.object({ name: z.string() }))).toBeUndefined();
    expect(() => createWithholding(z.union([z.string(), inside]))).toThrow('union');
  });
});

describe('at the server', () => {
  let app: RealApp;
  let support: User;
  let customer: User;

  beforeAll(async () => {
    app = await startRealApp();
    support = await app.addUser({ roles: ['portal_user', 'portal_support'] });
    customer = await app.addUser({
      roles: ['portal_user', 'portal_admin'],
      features: ['CONSUMPTION_BASIC', 'WARNING_CO2'],
    });
    const kept = await ask(customer, 'webhook.save', { url: 'https://hooks.example/T0/secret' });
    expect(kept.secret).toEqual(expect.any(String));
    await app.database.pool.query(
      `INSERT INTO portal_session (sid, account_id, started_at, last_seen_at, address, user_agent)
       VALUES ('elsewhere', $1, now(), now(), '203.0.113.7', 'Firefox/140.0 Windows')`,
      [customer.id],
    );
    expect((await ask(customer, 'totp.begin')).state).toBe('PENDING');
  });
  afterAll(() => app.close());

  async function ask(user: User, id: OperationId, body?: object) {
    const { method, path } = operations[id];
    const to = `http://portal.example.pl${path.replace('{id}', customer.subject)}`;
    const response = await app.call(to, user, {
      method,
      ...(body && {
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json' },
      }),
    });
    // biome-ignore lint/suspicious/noExplicitAny: looked at field by field.
    return (await response.json()) as any;
  }

  it.each(Object.entries(withheld) as [OperationId, readonly string[]][])(
    '%s has it for the owner, and for nobody in a preview',
    async (id, fields) => {
      const rowsOf = (answer: { content?: object[] }) => answer.content ?? [answer];
      const known = (answer: { content?: object[] }) =>
        fields.filter((field) =>
          rowsOf(answer).some((row) => (row as Record<string, unknown>)[field] != null),
        );
      expect(known(await ask(customer, id))).toEqual(fields);
      const { rows } = await app.database.pool.query('SELECT username FROM account WHERE id = $1', [
        customer.id,
      ]);
      await ask(support, 'preview.start', { username: rows[0].username });
      const seen = await ask(support, id);
      expect(seen.status ?? 'fine').toBe('fine');
      expect(known(seen)).toEqual([]);
      expect(rowsOf(seen).length).toBeGreaterThan(0);
      await ask(support, 'preview.end');
    },
  );
});
