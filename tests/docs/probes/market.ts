import assert from 'node:assert/strict';
import type { Country } from '../../../schemas/entities/market.ts';
import { answerOf, readSound, withApp } from './support.ts';

/** Its hosts lead to it, in its language, and its people sign in to it. */

await readSound();
await withApp(async (app) => {
  const { market } = await answerOf(await app.call('http://portal.example.se/api/manifest'));
  const { country, instance, language, timeZone } = market;
  assert.deepEqual(
    { country, instance, language, timeZone },
    { country: 'SE', instance: 13, language: 'sv', timeZone: 'Europe/Stockholm' },
  );
  const texts = await answerOf(await app.call('/api/manifest/texts/sv'));
  assert.equal(texts.contact.title, 'Kontakt');
  const user = await app.addUser({ country: 'SE' as Country, roles: ['portal_admin'] });
  const session = await answerOf(await app.call('/api/session', user));
  assert.deepEqual([session.country, session.instance], ['SE', 13]);
});
