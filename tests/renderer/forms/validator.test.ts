import { beforeAll, describe, expect, it } from 'vitest';
import { loadValidator } from '../../../renderer/forms/validator.ts';
import { roles } from '../../../schemas/entities/access.ts';
import { countries } from '../../../schemas/entities/market.ts';
import type { CompiledForm, JsonSchema } from '../../../schemas/manifest/compiledForm.ts';
import { createValidatorStore } from '../../../server/forms/validators.ts';
import { readManifests } from '../../../server/manifests/serve/readManifests.ts';
import { createManifestCache } from '../../../server/manifests/serve/serve.ts';
import { realDirectories } from '../../server/manifests/directories.ts';
import { holder, visitor } from '../../server/manifests/subjects.ts';
import { validatorOf } from '../support/validatorOf.ts';

/** Every form that is shipped, judged in the browser by the functions that the server made of it. */

const signIn = { authority: 'https://sign-in.example', clientId: 'portal', scope: 'openid' };
const store = createValidatorStore();
const forms = new Map<string, CompiledForm>();

beforeAll(async () => {
  const { set } = await readManifests(realDirectories);
  if (!set) throw new Error('The manifests have faults.');
  const cache = createManifestCache(set, { signIn, problems: [] }, store.keep);
  for (const country of countries) {
    const subjects = [visitor(country), ...roles.map((role) => holder(country, role))];
    for (const id of set.markets[country].screens.keys()) {
      for (const subject of subjects) {
        const { body = 'null' } = cache.findScreen(id, subject) ?? {};
        JSON.parse(body, (key, value) => {
          if (key === 'form') forms.set(value.validator, value);
          return value;
        });
      }
    }
  }
});

/** Nothing, too much, and one wrong value at a time. */
function samplesOf({ properties = {} }: JsonSchema): unknown[] {
  const wrong = [null, '', 'x'.repeat(5000), -1, 1e9 + 0.123, true, [], [1, 1], {}, '2026-02-31'];
  const each = Object.keys(properties).flatMap((name) => wrong.map((value) => ({ [name]: value })));
  return [{}, { nobodyKnows: 1 }, ...each];
}

const wordsOf = (errors: readonly { instancePath?: string; keyword?: string }[] | undefined) =>
  (errors ?? []).map(({ instancePath, keyword }) => `${instancePath} ${keyword}`).toSorted();

describe('the forms’ validators', () => {
  it('find in the browser what they find on the server', async () => {
    expect(forms.size).toBeGreaterThan(10);
    for (const { id, schema, validator } of forms.values()) {
      const loaded = await loadValidator(schema, validatorOf(schema));
      const name = validator.replace(/^.*\/|\.js$/g, '');
      for (const sample of samplesOf(schema)) {
        const { errors } = loaded.rawValidation<{ instancePath: string; keyword: string }>(
          schema as object,
          sample as object,
        );
        const what = `${id}: ${JSON.stringify(sample).slice(0, 60)}`;
        expect([what, wordsOf(errors)]).toEqual([what, wordsOf(store.validate(name, sample))]);
      }
    }
  });

  it('are asked of the server by their name, and fail when it doesn’t know them', async () => {
    await expect(loadValidator({}, '/api/manifest/validators/none.js')).rejects.toThrow();
  });

  it('say what they lack of ajv’s runtime', async () => {
    const code = 'export default (require) => require("ajv/dist/runtime/uri")';
    await expect(
      loadValidator({}, `data:text/javascript,${encodeURIComponent(code)}`),
    ).rejects.toThrow('A form’s validator needs ajv/dist/runtime/uri: add it');
  });
});
