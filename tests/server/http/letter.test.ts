import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defaultPreferences } from '../../../schemas/entities/defaultPreferences.ts';
import { type RealApp, startRealApp, type User } from './support/realApp.ts';

/** The specification's calls (§7) to the letter, on the whole app. */

let app: RealApp;
let user: User;

beforeAll(async () => {
  app = await startRealApp();
  user = await app.addUser({ roles: ['portal_admin'], features: ['CONSUMPTION_BASIC'] });
});
afterAll(() => app.close());

const send = async (method: string, to: string, body: unknown) => {
  const headers = { 'content-type': 'application/json' };
  const response = await app.call(to, user, { method, headers, body: JSON.stringify(body) });
  // biome-ignore lint/suspicious/noExplicitAny: answers of every kind.
  return { status: response.status, body: (await response.json()) as any };
};

describe('PUT /api/user/{id}/preferences', () => {
  const nine = [
    ...(['hca', 'hcaCompare', 'hotWater', 'hotWaterCompare', 'coldWater'] as const),
    ...(['coldWaterCompare', 'coldAndHotWater', 'coldAndHotWaterCompare'] as const),
    'propertyAverage' as const,
  ];

  it.each([
    ['dark mode alone', { darkMode: true }],
    ['one colour', { graphColors: { hca: '#123456' } }],
    [
      'the nine colours of the specification alone',
      { graphColors: Object.fromEntries(nine.map((name) => [name, '#abcdef'])) },
    ],
  ])('takes %s, and answers all of them', async (_what, body) => {
    const saved = await send('PUT', `/api/user/${user.subject}/preferences`, body);
    expect(saved).toMatchObject({ status: 200, body });
    expect(Object.keys(saved.body.graphColors).toSorted()).toEqual(
      [...nine, 'nationalAverage', 'degreeDays'].toSorted(),
    );
    expect(saved.body.graphColors.degreeDays).toBe(defaultPreferences.graphColors.degreeDays);
  });

  it('still refuses what is no colour, and what isn’t part of it', async () => {
    const body = { graphColors: { hca: 'red' }, size: 3 };
    const refused = await send('PUT', `/api/user/${user.subject}/preferences`, body);
    const fields = refused.body.errors.map(({ field }: { field: string }) => field);
    expect([refused.status, fields.toSorted()]).toEqual([
      400,
      ['body.graphColors.hca', 'body.size'],
    ]);
  });
});

it('addresses may end in a slash, as /api/consumptiongraph/ does', async () => {
  const query = '?property=1&timeframe=MONTHLY';
  // The property has no readings, or isn't theirs: what matters is that the call was found.
  const statusAt = async (path: string) => {
    const response = await app.call(`${path}${query}`, user);
    return ((await response.json()) as { status: string }).status;
  };
  expect(await statusAt('/api/consumptiongraph')).toBe('PROPERTY_NOT_FOUND');
  expect(await statusAt('/api/consumptiongraph/')).toBe('PROPERTY_NOT_FOUND');
  expect(await statusAt('/api/consumptiongraph//')).toBe('NOT_FOUND');
});

it('texts are trimmed before a form’s limits are asked', async () => {
  const message = {
    subject: 'TECH_SUPPORT',
    emailAddress: ' me@example.org ',
    sendCopy: false,
    additionalEmailAddress: ' other@example.org\n',
  };
  const short = await send('POST', '/api/contact', { ...message, message: '  too short   ' });
  expect(short.body.errors).toMatchObject([{ field: 'body.message', rule: 'minLength' }]);
  const sent = await send('POST', '/api/contact', { ...message, message: '  The gate is open.  ' });
  expect(sent.status).toBe(200);
});
