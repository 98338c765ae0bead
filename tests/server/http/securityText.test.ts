import { Hono } from 'hono';
import { expect, it } from 'vitest';
import { readConfig } from '../../../server/config.ts';
import { mountSecurityText } from '../../../server/http/securityText.ts';

const ask = (contact?: string) => {
  const app = new Hono();
  mountSecurityText(app, { contact, publicUrl: 'https://portal.example' });
  return app.request('/.well-known/security.txt');
};

it('says where faults are reported, for less than a year, or 404 without a contact', async () => {
  const answer = await ask('mailto:security@portal.example');
  expect(answer.headers.get('content-type')).toMatch(/^text\/plain; ?charset=utf-8$/i);
  const fields = Object.fromEntries(
    (await answer.text())
      .trim()
      .split('\n')
      .map((line) => line.split(/: (.*)/).slice(0, 2)),
  );
  expect(fields).toEqual({
    Contact: 'mailto:security@portal.example',
    'Preferred-Languages': 'en, pl, cs',
    Canonical: 'https://portal.example/.well-known/security.txt',
    Expires: expect.any(String),
  });
  const days = (Date.parse(fields['Expires'] as string) - Date.now()) / 86_400_000;
  expect([days > 90, days < 365]).toEqual([true, true]);
  expect((await ask()).status).toBe(404);
});

it.each(['security@portal.example', 'http://portal.example/', 'mailto:a@b.example\nEvil: 1'])(
  'the contact %j is refused at the start',
  (SECURITY_CONTACT) => {
    expect(() => readConfig({ SECURITY_CONTACT })).toThrow('SECURITY_CONTACT');
  },
);
