import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { contactMessageSchema } from '../../../schemas/entities/contact.ts';
import { emailChangeSchema, passwordResetSchema } from '../../../schemas/entities/profile.ts';
import { reportDefinitionSchema } from '../../../schemas/entities/report.ts';
import { trimTexts } from '../../../server/http/trimTexts.ts';

describe('texts of a body', () => {
  it('are trimmed, addresses too, wherever they stand', () => {
    const schema = z.object({
      name: z.string(),
      more: z.object({ list: z.array(z.string().nullable()) }).optional(),
    });
    const given = { name: ' a b ', more: { list: [' c', null, 'd '] }, other: ' e ' };
    expect(trimTexts(schema, given)).toEqual({
      name: 'a b',
      more: { list: ['c', null, 'd'] },
      other: ' e ',
    });
    expect(
      contactMessageSchema.parse(
        trimTexts(contactMessageSchema, {
          subject: 'TECH_SUPPORT',
          message: '  The gate is open.\n',
          emailAddress: ' one@example.org ',
          additionalEmailAddress: '\ttwo@example.org',
          sendCopy: false,
        }),
      ),
    ).toMatchObject({
      message: 'The gate is open.',
      emailAddress: 'one@example.org',
      additionalEmailAddress: 'two@example.org',
    });
  });

  it.each([
    ['passwords', passwordResetSchema, { token: 't', password: ' a ', repeatedPassword: 'a ' }],
    ['the password that proves', emailChangeSchema, { email: 'a@b.cz', currentPassword: ' a ' }],
    ['separators', reportDefinitionSchema, { columnSeparator: ' ' }],
    ['what fills columns', reportDefinitionSchema, { columnCompletionCharacter: ' ' }],
    ['what isn’t a text', z.object({ count: z.number() }), { count: ' 1 ' }],
    ['what isn’t a list', z.object({ list: z.array(z.string()) }), { list: 7 }],
    ['an object in place of a list', z.array(z.string()), { a: ' a ' }],
    ['a list in place of an object', z.array(z.object({ a: z.string() })), [[{ a: ' a ' }]]],
    ['what isn’t an object', z.object({ name: z.string() }), [' a ']],
  ])('are kept as typed: %s', (_what, schema, body) => {
    expect(trimTexts(schema, body)).toEqual(body);
  });
});
