import assert from 'node:assert/strict';
import { answerOf, readSound, withApp } from './support.ts';

/** It is offered, its texts are served with English in their gaps, and profiles have it. */

await readSound();
await withApp(async (app) => {
  const { languages } = await answerOf(await app.call('/api/manifest'));
  assert.ok(languages.includes('de'));
  const texts = await answerOf(await app.call('/api/manifest/texts/de'));
  const english = await answerOf(await app.call('/api/manifest/texts/en'));
  assert.equal(texts.contact.title, 'Kontakt');
  assert.equal(texts.contact.send, english.contact.send);
  const user = await app.addUser({ roles: ['portal_user'] });
  const saved = await app.call(`/api/user/${user.subject}/language`, user, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ language: 'DE' }),
  });
  assert.equal((await answerOf(saved)).language, 'DE');
  assert.equal((await answerOf(await app.call('/api/session', user))).language, 'DE');
});
