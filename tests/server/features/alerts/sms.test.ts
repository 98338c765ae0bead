import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../../../server/database/open.ts';
import { cutSms, toGsm } from '../../../../server/features/alerts/smsText.ts';
import { createTestDatabase } from '../../../support/database.ts';
import { type Receiving, startReceiving } from './support/receiving.ts';
import { createTelling, later, night, noon, type Telling } from './support/telling.ts';

/** Messages to phones, by a gateway of the operator's. */

let database: Database;
let gateway: Receiving;
const json = '{"to":"{to}","text":"{text}","id":"{id}"}';

beforeEach(async () => {
  await database?.close();
  database = await createTestDatabase();
  gateway = await startReceiving();
});
afterEach(() => gateway.close());
afterAll(() => database.close());

async function begin(body = json): Promise<Telling> {
  const telling = createTelling(database, {
    gateway: { url: gateway.url, body, authorization: 'Bearer word' },
  });
  await telling.addHouse();
  await telling.addReceiver('anna', { byEmail: false, byMobile: true });
  await database.pool.query(`UPDATE account SET phone = '+48 600 700 800'`);
  return telling;
}

describe('a message', () => {
  it('tells of what is critical, at once and once', async () => {
    const telling = await begin();
    await telling.addWarning(10);
    await telling.addWarning(10);
    await telling.addWarning(5);
    await telling.tell(night);
    await telling.tell(noon);
    expect(gateway.received).toHaveLength(1);
    const [{ headers, body } = { headers: {}, body: '{}' }] = gateway.received;
    expect(headers.authorization).toBe('Bearer word');
    const { to, text, id } = JSON.parse(body);
    expect(to).toBe('+48600700800');
    expect(text).toMatch(/^Meterhouse: Leakage \(critical\), Lipowa 1, S-\S+, since .*Others: 1$/);
    expect(text.length).toBeLessThanOrEqual(160);
    expect(headers['idempotency-key']).toBe(id);
    expect(await telling.history()).toEqual(['anna, SMS', 'anna, SMS']);
  });

  it('may be posted as a form, and is tried again under the same id', async () => {
    const telling = await begin('To={to}&Body={text}&Id={id}');
    await telling.addWarning(10);
    gateway.status = 503;
    await expect(telling.tell(noon)).rejects.toThrow('503');
    gateway.status = 201;
    await telling.tell(later(noon, 1));
    const forms = gateway.received.map(({ body }) => new URLSearchParams(body));
    expect(forms.map((form) => form.get('To'))).toEqual(['+48600700800', '+48600700800']);
    expect(forms[0]?.get('Id')).toBe(forms[1]?.get('Id'));
    expect(forms[0]?.get('Body')).toContain('Lipowa 1');
  });

  it('goes to nobody without a number', async () => {
    const telling = await begin();
    await database.pool.query(`UPDATE account SET phone = '600 700 800'`);
    await telling.addWarning(10);
    await telling.tell(noon);
    expect(gateway.received).toHaveLength(0);
    const { rows } = await database.pool.query('SELECT FROM warning_told');
    expect(rows).toHaveLength(0);
  });
});

it('has letters that take one place each, and no more than one message has', () => {
  expect(toGsm('Wyciek wody – Łąkowa 5, «Źródło» č ř [x] 🔥')).toBe(
    'Wyciek wody - Lakowa 5, "Zrodlo" c r -x- ?',
  );
  expect(toGsm('−4 °C')).toBe('-4 ?C');
  expect(toGsm('Größe à è é')).toBe('Größe à è é');
  expect(cutSms('ż'.repeat(200))).toBe(`${'z'.repeat(157)}...`);
});
