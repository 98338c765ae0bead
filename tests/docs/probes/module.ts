import assert from 'node:assert/strict';
import { answerOf, type Free, readSound, withApp } from './support.ts';

/** The page is served and stands in the navigation where its module is on, and nowhere else. */

await readSound();
await withApp(async (app) => {
  for (const [country, isThere] of [
    ['PL', true],
    ['CZ', false],
  ] as const) {
    const user = await app.addUser({ country, roles: ['portal_user'] });
    const { navigation } = await answerOf(await app.call('/api/manifest', user));
    assert.equal(
      navigation.some(({ path }: Free) => path === '/saving'),
      isThere,
      country,
    );
    const page = await app.call('/api/manifest/screens/saving.index', user);
    assert.equal(page.status, isThere ? 200 : 404, country);
  }
});
