import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { fileTypes, type Operation } from '../../../schemas/api/operation.ts';
import type { FieldError } from '../../../schemas/errors.ts';
import { AppError } from '../../../server/errors.ts';
import { createRequestReader } from '../../../server/http/readRequest.ts';

const params = z.object({ id: z.coerce.number().int() });
const query = z.object({
  page: z.coerce.number().min(-9).default(0),
  list: z.array(z.string()).optional(),
  word: z.string().max(3).optional(),
});
const body = z.object({ name: z.string().max(5), tags: z.array(z.string()).optional() });

/** What a handler would get of a call, or what it is refused with. */
async function read(
  operation: Partial<Operation>,
  {
    to = '/1',
    type = 'application/json',
    text,
  }: { to?: string; type?: string; text?: string } = {},
  findFormFaults: (body: unknown) => readonly FieldError[] | undefined = () => [],
) {
  const app = new Hono();
  const reader = createRequestReader(operation as Operation);
  let given: unknown;
  app.all('/:id', async (http) => {
    given = await reader(http, findFormFaults);
    return http.body(null);
  });
  app.onError((error) => {
    if (!(error instanceof AppError)) throw error;
    const { code, message, details } = error;
    given = { code, message, details };
    return new Response();
  });
  const init =
    text === undefined ? {} : { method: 'POST', headers: { 'content-type': type }, body: text };
  await app.request(to, init);
  return given;
}
const send = (value: unknown) => ({ text: JSON.stringify(value) });
const fieldsOf = (given: unknown) =>
  (given as { details: FieldError[] }).details.map(({ field }) => field);

describe('what a call is asked with', () => {
  it('is read by the schemas, and what it has none of is nothing', async () => {
    expect(await read({})).toEqual({ params: undefined, query: undefined, body: undefined });
    expect(
      await read({ params, query, body }, { to: '/7?list=a&word=b', ...send({ name: ' a ' }) }),
    ).toEqual({
      params: { id: 7 },
      query: { page: 0, list: ['a'], word: 'b' },
      body: { name: 'a' },
    });
  });

  it.each([
    ['-3', { page: -3 }],
    ['0007', { page: 7 }],
    ['1'.repeat(16), { page: Number('1'.repeat(16)) }],
  ])('takes %s for a number', async (page, expected) => {
    expect(await read({ query }, { to: `/1?page=${page}` })).toMatchObject({ query: expected });
  });

  it.each(['0x1', '1e1', '', '1.5', '--1', '%2B1', '1'.repeat(17), '1%20'])(
    'takes «%s» for no number, and a text may look like one',
    async (text) => {
      expect(fieldsOf(await read({ query }, { to: `/1?page=${text}` }))).toEqual(['query.page']);
      const any = z.object({ word: z.string() });
      expect(await read({ query: any }, { to: `/1?word=${text}` })).toMatchObject({
        query: { word: decodeURIComponent(text) },
      });
    },
  );

  it.each<[string, object, string[]]>([
    ['a list where there is one value', { to: '/1?word=a&word=b' }, ['query.word']],
    ['what the query doesn’t have', { to: '/1?colour=red' }, ['query']],
    ['what is too long', { to: '/1?word=abcd' }, ['query.word']],
    [
      'what is wrong in several places',
      { to: '/x?page=y&word=abcd' },
      ['params.id', 'query.page', 'query.word'],
    ],
    ['what a body doesn’t have', send({ name: 'a', nam: 'b' }), ['body']],
    ['what is wrong within a body', send({ name: 'a', tags: ['a', 7] }), ['body.tags.1']],
    ['a body that is none', send(null), ['body']],
    ['NUL deep in a body', send({ name: 'a', tags: ['b', '\0'] }), ['body.tags.1']],
    ['half of a character in a field’s name', send({ name: 'a', '\ud800': 1 }), ['body']],
    [
      'what nobody can keep in several places, of which twenty are enough',
      send({ name: '\0', tags: Array.from({ length: 30 }, () => '\ud800') }),
      ['body.name', ...Array.from({ length: 19 }, (_, index) => `body.tags.${index}`)],
    ],
  ])('refuses %s with its place', async (_name, request, fields) => {
    const given = await read({ params, query, body }, { ...send({ name: 'a' }), ...request });
    expect(fieldsOf(given)).toEqual(fields);
    expect(given).toMatchObject({ code: 'VALIDATION_FAILED' });
    const { details, message } = given as { details: FieldError[]; message: string };
    const told = details.map((fault) => `${fault.field}: ${fault.message}`).join('; ');
    expect(message).toBe(`The request is not valid. ${told}`);
  });
});

describe('a body', () => {
  it('is judged by the forms that would send it, and by its schema only when they let it pass', async () => {
    const heard: unknown[] = [];
    const fault = { field: 'body.name', message: 'too long for this form' };
    const given = await read({ body }, send({ name: ' much too long ' }), (one) => {
      heard.push(one);
      return [fault];
    });
    expect(given).toMatchObject({ details: [fault] });
    expect(heard).toEqual([{ name: 'much too long' }]);
    expect(fieldsOf(await read({ body }, send({ name: 'much too long' })))).toEqual(['body.name']);
  });

  it('for which there is no form is forbidden, and what has no body needs none', async () => {
    const none = () => undefined;
    expect(await read({ body }, send({ name: 'a' }), none)).toMatchObject({ code: 'FORBIDDEN' });
    expect(await read({ query }, {}, none)).toMatchObject({ query: { page: 0 } });
    const stream = await read({ body: 'stream' }, { text: 'a;b', type: 'text/csv' }, none);
    expect(stream).toEqual({ params: undefined, query: undefined, body: undefined });
  });

  it.each([
    ['text/plain', '{}', 'UNSUPPORTED_FORMAT'],
    ['', '{}', 'UNSUPPORTED_FORMAT'],
    ['application/json', '{', 'BAD_REQUEST'],
    ['application/json', '', 'BAD_REQUEST'],
    ['application/json', `${'['.repeat(31)}${']'.repeat(31)}`, 'VALIDATION_FAILED'],
    ['application/json', `${'['.repeat(32)}${']'.repeat(32)}`, 'BAD_REQUEST'],
    [
      'application/json;charset=utf-8',
      `{"name":${'['.repeat(31)}1${']'.repeat(31)}}`,
      'BAD_REQUEST',
    ],
    ['application/json5', '{}', 'UNSUPPORTED_FORMAT'],
  ])('of type %j that is %s is refused as %s', async (type, text, code) => {
    expect(await read({ body }, { type, text })).toMatchObject({ code });
  });

  it.each([...fileTypes, 'Text/CSV; charset=utf-8', ''])(
    'that is a file may be %j',
    async (type) => {
      const given = await read({ body: 'stream' }, { type, text: 'a;b' });
      expect(given).toEqual({ params: undefined, query: undefined, body: undefined });
    },
  );

  it.each(['multipart/form-data; boundary=b', 'application/xml', 'text/csvx'])(
    'that is a file is refused as %j, and how to send it is said',
    async (type) => {
      const [said = ''] = type.split(';');
      expect(await read({ body: 'stream' }, { type, text: 'a;b' })).toMatchObject({
        code: 'UNSUPPORTED_FORMAT',
        message: expect.stringMatching(
          new RegExp(`the Content-Type ${said}, .*not a form.*: text/csv, text/plain, `),
        ),
      });
    },
  );
});
